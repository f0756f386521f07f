import { expect, test } from 'vitest';
import { audioUrl } from './audio-url.ts';

test('AU-2 an empty path gives the sample', () => {
  for (const path of ['', '  ', null, undefined, '/']) expect(audioUrl(path)).toBe('/media/sample.mp3');
});

test('AU-2 an http path is used as it is', () => {
  expect(audioUrl('https://cdn.example/a/b.mp3')).toBe('https://cdn.example/a/b.mp3');
  expect(audioUrl('http://cdn.example/b.mp3')).toBe('http://cdn.example/b.mp3');
});

test('AU-2 anything else is the last segment on the audio route', () => {
  expect(audioUrl('uploads/2027/k3v9.mp3')).toBe('/api/audio/k3v9.mp3');
  expect(audioUrl('k3v9.mp3')).toBe('/api/audio/k3v9.mp3');
  expect(audioUrl('C:\\uploads\\my song.mp3')).toBe('/api/audio/my%20song.mp3');
  expect(audioUrl('../../etc/passwd')).toBe('/api/audio/passwd');
});
