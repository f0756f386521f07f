import { beforeAll, describe, expect, test } from 'vitest';
import {
  encodeMp3,
  joinBytes,
  randomBytes,
  seededRandom,
  silentFrames,
  sine,
  whiteNoise,
} from '../test-signals.ts';
import { checkMp3 } from './mp3-frames.ts';

const MB = 1024 * 1024;
const ascii = (text: string) => new TextEncoder().encode(text);
const id3 = (size: readonly number[], body = 0) =>
  joinBytes(ascii('ID3'), [4, 0, 0], size, new Uint8Array(body));

let song: Uint8Array;
beforeAll(async () => {
  song = await encodeMp3([sine(220, 10, 44100, 0.5), whiteNoise(10, 44100, 0.3)], 44100);
});

function reasonOf(bytes: Uint8Array): string {
  const result = checkMp3(bytes);
  if (!result.ok) expect(result.message).toMatch(/\.$/);
  return result.ok ? 'accepted' : result.reason;
}

describe('what is refused, and why', () => {
  const wav = joinBytes(ascii('RIFF'), [0, 0, 16, 0], ascii('WAVEfmt '), randomBytes(50_000));
  test.each([
    ['nothing', new Uint8Array(0), 'empty'],
    ['text', ascii('These are my lyrics, not my song.\n'.repeat(2000)), 'text'],
    ['an ELF program', joinBytes([0x7f], ascii('ELF'), randomBytes(50_000)), 'other-format'],
    ['a WAV', wav, 'other-format'],
    ['an M4A', joinBytes([0, 0, 0, 32], ascii('ftypM4A '), randomBytes(50_000)), 'other-format'],
    ['a PNG', joinBytes([0x89], ascii('PNG'), randomBytes(50_000)), 'other-format'],
    [
      'a FLAC behind an ID3 tag',
      joinBytes(id3([0, 0, 0, 4], 4), ascii('fLaC'), randomBytes(9000)),
      'other-format',
    ],
    ['bare AAC', joinBytes([0xff, 0xf1, 0x50, 0x80], randomBytes(50_000)), 'other-format'],
    ['3 MB of random bytes', randomBytes(3 * MB), 'not-mpeg-audio'],
    ['10 MB of FF FB', new Uint8Array(10 * MB).map((_, i) => (i % 2 ? 0xfb : 0xff)), 'not-mpeg-audio'],
    ['10 MB of FF', new Uint8Array(10 * MB).fill(0xff), 'not-mpeg-audio'],
    ['10 MB of zeros', new Uint8Array(10 * MB), 'not-mpeg-audio'],
    ['a giant ID3 size', joinBytes(id3([0x7f, 0x7f, 0x7f, 0x7f]), silentFrames(100)), 'tag-too-big'],
    ['an impossible ID3 size', joinBytes(id3([0xff, 0xff, 0xff, 0xff]), silentFrames(100)), 'tag-too-big'],
    ['a tag and no sound', id3([0, 0, 8, 0], 1024), 'only-a-tag'],
    ['MPEG Layer II', silentFrames(100, [0xff, 0xfd, 0x90, 0x64], 522), 'layer-2'],
    ['free format', silentFrames(100, [0xff, 0xfb, 0x00, 0x64], 500), 'free-format'],
    ['three frames only', silentFrames(3), 'not-mpeg-audio'],
    ['frames drowned in junk', joinBytes(silentFrames(20), randomBytes(100_000)), 'too-damaged'],
  ])('%s', (_name, bytes, reason) => {
    expect(reasonOf(bytes)).toBe(reason);
  });

  test('the message names what the file is', () => {
    const result = checkMp3(wav);
    expect(result.ok ? '' : result.message).toContain('a WAV file');
  });
});

describe('what is accepted', () => {
  test('a real MP3: length from its frames, rate, channels, bit rate', () => {
    const result = checkMp3(song);
    expect(result).toMatchObject({ ok: true, sampleRate: 44100, channels: 2 });
    if (!result.ok) return;
    expect(result.durationSeconds).toBeGreaterThan(9.99);
    expect(result.durationSeconds).toBeLessThan(10.11);
    expect(result.bitrate).toBeGreaterThan(126_000);
    expect(result.bitrate).toBeLessThan(130_000);
  });

  test.each([
    [8000, 8, 576],
    [48000, 320, 1152],
  ] as const)('mono at %i Hz, %i kbit/s', async (rate, bitrate, samples) => {
    const result = checkMp3(await encodeMp3([sine(300, 3, rate, 0.5)], rate, bitrate));
    expect(result).toMatchObject({ ok: true, sampleRate: rate, channels: 1 });
    if (result.ok) expect(result.durationSeconds).toBeCloseTo((result.frames * samples) / rate, 9);
  });

  test('a file cut in half, and one that starts mid-frame', () => {
    for (const part of [song.subarray(0, song.length >> 1), song.subarray(song.length >> 1)]) {
      const result = checkMp3(part);
      expect(result.ok && result.durationSeconds).toBeGreaterThan(4.8);
      expect(result.ok && result.durationSeconds).toBeLessThan(5.3);
    }
  });

  test('bit flips cost a few frames, not the file', () => {
    const random = seededRandom(11);
    const flipped = song.slice();
    for (let i = 0; i < 200; i++)
      flipped[Math.floor(random() * flipped.length)] ^= 1 << Math.floor(random() * 8);
    const whole = checkMp3(song);
    const result = checkMp3(flipped);
    expect(result.ok && whole.ok && result.frames / whole.frames).toBeGreaterThan(0.97);
    expect(result.ok && whole.ok && result.frames / whole.frames).toBeLessThan(1.03);
  });

  test('tags before, between and after, and zero padding, are not junk', () => {
    const tags = joinBytes(
      id3([0, 1, 0, 0], 128 * 128),
      song,
      id3([0, 0, 1, 0], 128),
      song,
      new Uint8Array(200_000),
      ascii('TAG'),
      new Uint8Array(125).fill(0x41),
    );
    const result = checkMp3(tags);
    expect(result.ok && result.durationSeconds).toBeGreaterThan(19.9);
  });

  test('a change of sample rate in the middle counts both parts', async () => {
    const second = await encodeMp3([sine(220, 5, 48000, 0.5), sine(330, 5, 48000, 0.5)], 48000);
    const result = checkMp3(joinBytes(song, second));
    expect(result).toMatchObject({ ok: true, sampleRate: 44100 });
    expect(result.ok && result.durationSeconds).toBeGreaterThan(14.9);
    expect(result.ok && result.durationSeconds).toBeLessThan(15.3);
  });

  test('0.3 seconds', async () => {
    expect(reasonOf(await encodeMp3([sine(300, 0.3, 8000, 0.5)], 8000, 16))).toBe('accepted');
  });
});
