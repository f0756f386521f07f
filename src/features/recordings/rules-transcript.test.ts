// Words become lines where the voice breathes; without words there is a sentence, never nothing.
import { expect, test } from 'vitest';
import { type TranscribedWord, writeTranscription } from './rules-transcript.ts';

const at = (text: string, start: number, end: number): TranscribedWord => ({
  text,
  start,
  end,
  confidence: 0.9,
});

test('AN-3 a transcription is written in lines, by the pauses between words', () => {
  const words = [
    at('Hold', 1, 1.3),
    at('on,', 1.4, 1.7),
    at('hold', 2.4, 2.6),
    at('on.', 2.7, 3),
    at('Tonight', 8, 8.5),
  ];
  const text = writeTranscription({ words, reason: null });
  expect(text).toBe('Hold on,\nhold on.\n\nTonight');
});

test('a line that never breathes is broken all the same', () => {
  const words = Array.from({ length: 40 }, (_, i) => at('la', i * 0.3, i * 0.3 + 0.25));
  const lines = writeTranscription({ words, reason: null }).split('\n');
  expect(Math.max(...lines.map((line) => line.split(' ').length))).toBeLessThanOrEqual(14);
  expect(lines.join(' ').split(' ')).toHaveLength(40);
});

test("AN-3 without words it says 'Not transcribed' and why", () => {
  const nothing = { words: [] };
  expect(writeTranscription({ ...nothing, reason: 'Nobody sings or speaks in this track.' })).toBe(
    'Not transcribed: nobody sings or speaks in this track.',
  );
  expect(writeTranscription({ ...nothing, reason: null })).toMatch(/^Not transcribed: \w+/);
});
