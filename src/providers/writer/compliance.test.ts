/** What every writer must hold to: it repeats itself for the same facts, and states no number that was not measured. */
import { describe, expect, test } from 'vitest';
import { embeddedWriter } from './embedded.ts';
import type { TrackFacts, TrackWords, Writer } from './port.ts';

const FACTS: TrackFacts = {
  artistName: 'Mina Okafor',
  trackTitle: 'Saltwater Teeth',
  seed: 'a1',
  genre: 'Dancehall',
  genreConfidence: 0.8,
  durationSeconds: 221.4,
  tempoBpm: 110.2,
  tempoConfidence: 0.9,
  key: 'Fm',
  keyConfidence: 0.7,
  integratedLufs: -13.8,
  voiceShare: 0.4,
  sections: ['intro', 'verse', 'chorus'],
  hook: { start: 58.2, end: 74.1, firstAt: 58.2, times: 3, confidence: 0.8 },
  soundbite: { start: 60, end: 75 },
  overall: 74,
  categories: [
    { title: 'Hook', score: 88 },
    { title: 'Production', score: 58 },
  ],
  strengths: ['No clipping was found.'],
  weaknesses: ['In mono it loses 4.1 dB.'],
};

const writers: [string, Writer][] = [['our own phrases', embeddedWriter]];

const textOf = ({ by: _, ...words }: TrackWords) => Object.values(words).join(' ');
const numbersIn = (text: string) => text.match(/\d+(?:[:.]\d+)?/g) ?? [];

describe.each(writers)('%s', (_, writer) => {
  test('the same facts give the same words', async () => {
    expect(await writer.describeTrack(FACTS)).toEqual(await writer.describeTrack({ ...FACTS }));
  });

  test('AN-2 every number in the text was measured', async () => {
    const allowed = new Set([
      '3:41',
      '110',
      '0:58',
      '1:00',
      '1:15',
      '15',
      '3',
      '74',
      '88',
      '58',
      '4.1',
      '100',
      '28',
    ]);
    for (let seed = 0; seed < 50; seed++) {
      const text = textOf(await writer.describeTrack({ ...FACTS, seed: String(seed) }));
      for (const number of numbersIn(text)) expect([...allowed], `${number} in: ${text}`).toContain(number);
    }
  });

  test('tracks do not read alike', async () => {
    const texts = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        writer.describeTrack({
          ...FACTS,
          seed: `s${i}`,
          tempoBpm: 80 + i,
          trackTitle: `Title ${'ab'[i % 2]}`,
        }),
      ),
    );
    expect(new Set(texts.map((words) => words.summary)).size).toBe(30);
    expect(new Set(texts.map((words) => words.campaignIdea)).size).toBeGreaterThan(15);
  });

  test('AN-2 what is uncertain is not claimed', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const text = textOf(
        await writer.describeTrack({
          ...FACTS,
          seed: String(seed),
          tempoConfidence: 0.1,
          keyConfidence: 0.05,
          hook: null,
        }),
      );
      expect(text).not.toContain('BPM');
      expect(text).not.toContain('minor');
      expect(text).not.toMatch(/hook (first comes|arrives)/);
    }
  });
});
