/** Pasted words get their times: from what was heard, by sound where it was misheard, spread over the voice otherwise. */
import { beforeAll, expect, test } from 'vitest';
import type { TranscribedWord } from '#features/recordings/rules-transcript.ts';
import { alignLyrics, type Span } from './rules-align.ts';
import type { WordTools } from './rules-measure.ts';
import { readLyrics } from './rules-paste.ts';
import { loadWordTools } from './service-tools.ts';

let tools: WordTools;
beforeAll(async () => {
  tools = await loadWordTools();
});

const hear = (text: string, from = 10, step = 0.5): TranscribedWord[] =>
  text.split(' ').map((word, i) => ({
    text: word,
    start: from + i * step,
    end: from + i * step + 0.4,
    confidence: 0.9,
  }));
const align = (text: string, heard: TranscribedWord[], voice: Span[] = [{ start: 5, end: 55 }]) =>
  alignLyrics({
    given: readLyrics(text),
    transcribed: heard,
    voice,
    duration: 60,
    pronounce: tools.pronounce,
  });

test('the same words take the times that were heard', () => {
  const { lines, anchored, approximate } = align(
    'Walk with me,\ninto the night',
    hear('walk with me into the night'),
  );
  expect(lines.flat().map(({ start }) => start)).toEqual([10, 10.5, 11, 11.5, 12, 12.5]);
  expect(lines.map((line) => line.length)).toEqual([3, 3]);
  expect(anchored).toBe(1);
  expect(approximate).toBe(false);
});

test('a word misheard for one of similar sound is anchored, one left out lies between its neighbours', () => {
  const { lines } = align('hold the weight of water now', hear('hold the wait water now'));
  const words = lines.flat();
  expect(words[2]).toMatchObject({ text: 'weight', start: 11, anchored: true });
  expect(words[3]).toMatchObject({ text: 'of', anchored: false });
  expect(words[3].start).toBeGreaterThanOrEqual(11.4);
  expect(words[3].end).toBeLessThanOrEqual(11.5);
  expect(words[4]).toMatchObject({ text: 'water', start: 11.5 });
});

test('a word of another sound is not the same word misheard', () => {
  const { lines, anchored } = align('hold the weight and run', hear('hold the boat and run'));
  expect(lines.flat()[2]).toMatchObject({ text: 'weight', anchored: false });
  expect(anchored).toBe(0.8);
});

test('words that were not heard at all do not move those that were', () => {
  const { lines } = align(
    'some other words entirely\nwalk with me into the night',
    hear('walk with me into the night', 30),
  );
  expect(lines[1][0].start).toBe(30);
  expect(lines[0][3].end).toBeLessThanOrEqual(30);
  expect(lines[0][0].start).toBeGreaterThan(20);
});

test('without a transcript lines are spread over the voice, in order, never over its pauses, as approximate', () => {
  const voice = [
    { start: 8, end: 18 },
    { start: 40, end: 50 },
  ];
  const { lines, anchored, approximate } = align(
    'la la la la\nla la la la\nla la\nla la la la la la',
    [],
    voice,
  );
  const words = lines.flat();
  expect(approximate).toBe(true);
  expect(anchored).toBe(0);
  expect(words[0].start).toBe(8);
  expect(words[words.length - 1].end).toBeCloseTo(50, 2);
  words.forEach(({ start, end }, i) => {
    expect(end).toBeGreaterThanOrEqual(start);
    if (i > 0) expect(start).toBeGreaterThanOrEqual(words[i - 1].end - 0.002);
    expect(voice.some((span) => start >= span.start && start < span.end)).toBe(true);
  });
});

test('no voice found: over the whole track', () => {
  const words = align('one two three four', [], []).lines.flat();
  expect(words[0].start).toBe(0);
  expect(words[3].end).toBeCloseTo(60, 2);
});

test('a repeated chorus keeps to its own place', () => {
  const chorus = 'hold me till the morning';
  const heard = [...hear(chorus, 10), ...hear('somebody told me', 20), ...hear(chorus, 40)];
  const { lines } = align(`${chorus}\nsomebody told me\n${chorus}`, heard);
  expect(lines.map((line) => line[0].start)).toEqual([10, 20, 40]);
});

test('a chorus that was heard only once is the one nearer to that time', () => {
  const chorus = 'hold me till the morning';
  const text = `${chorus}\nsomebody said it in the summer\nand nobody knew what to say\n${chorus}`;
  const firstOf = (heard: TranscribedWord[]) => align(text, heard).lines.map((line) => line[0]);
  const late = firstOf(hear(chorus, 45));
  expect(late[3]).toMatchObject({ start: 45, anchored: true });
  expect(late[0].anchored).toBe(false);
  expect(late[2].start).toBeLessThan(45);
  const early = firstOf(hear(chorus, 7));
  expect(early[0]).toMatchObject({ start: 7, anchored: true });
  expect(early[3].anchored).toBe(false);
});

test('times never run backwards, whatever was heard', () => {
  const heard = hear('night the into me with walk walk with me');
  const words = align('walk with me into the night\nand never look back', heard).lines.flat();
  words.forEach(({ start, end }, i) => {
    expect(end).toBeGreaterThanOrEqual(start);
    if (i > 0) expect(start).toBeGreaterThanOrEqual(words[i - 1].start);
  });
});
