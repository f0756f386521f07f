/** What a mastering engineer sends back: found, named first, and a cap on the score that falls with how bad it is. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Measures, measureTrack } from '#audio/measure.ts';
import { writeAdvice, writeCategories } from './rules-report.ts';
import { scoreTrack } from './rules-score.ts';
import { describeShape } from './rules-shape.ts';

let song: Measures;
beforeAll(async () => {
  song = await measureTrack(readFileSync('demo/corner-store-gospel.mp3'));
});

function judge(change: Partial<Measures>) {
  const track = describeShape({ ...song, ...change });
  const score = scoreTrack(track);
  return { score, advice: writeAdvice(score, track), notes: writeCategories(score, track).production.notes };
}

const CUT = [{ start: 20, end: 40 }];
const INVERTED = { channelInverted: true, stereoCorrelation: -0.9, bassCorrelation: -0.95, monoLossDb: -18 };
const OVER = { overShare: 0.0087, truePeakDb: 6.1, peakToLoudness: 12, clippedRanges: CUT };

test('a sound track has none', () => {
  expect(judge({}).score.damage).toEqual([]);
});

test.each<[string, Partial<Measures>, number, RegExp]>([
  ['over full scale', OVER, 65, /^Turn the master down by 8 dB .* between 0:20 and 0:40/],
  ['a third clipped', { clippedShare: 0.34, clippedRanges: CUT }, 30, /^Go back to the mix/],
  ['an inverted channel', INVERTED, 45, /^Flip the polarity/],
  ['a silent channel', { channelBalanceDb: 60 }, 50, /^Bring the right channel back up/],
  ['a crushed master', { peakToLoudness: 3, crestDb: 5 }, 40, /less limiting/],
  ['a muffled export', { bandwidthHz: 3500 }, 60, /above 3500 Hz/],
  ['hiss', { hissCertainty: 1, hissDb: -18, hissRanges: CUT }, 65, /hiss .* between 0:20 and 0:40/],
  ['a broken file', { damagedShare: 0.22 }, 60, /Export the file again/],
])('AN-2 %s is the first advice, the first note, and caps the score', (_, change, cap, says) => {
  const { score, advice, notes } = judge(change);
  expect(score.overall).toBeLessThanOrEqual(cap);
  expect(advice[0].text).toMatch(says);
  expect(advice[0].gain).toBeGreaterThan(10);
  expect(notes.startsWith(score.damage[0].note)).toBe(true);
});

describe('the cap', () => {
  test('falls with the damage and never jumps', () => {
    const overall = Array.from(
      { length: 80 },
      (_, i) => judge({ ...OVER, overShare: Math.min(1, 0.0002 * 1.1 ** i) }).score.overall,
    );
    expect(overall).toEqual([...overall].sort((a, b) => b - a));
    for (let i = 1; i < overall.length; i++) expect(overall[i - 1] - overall[i]).toBeLessThanOrEqual(4);
  });

  test('what coding adds to a sound master costs next to nothing', () => {
    const coded = judge({ overShare: 0.00003, truePeakDb: 0.8 }).score;
    expect(coded.damage).toEqual([]);
    expect(judge({}).score.overall - coded.overall).toBeLessThanOrEqual(1);
  });

  test('two defects are two repairs, and the milder one alone gains nothing', () => {
    const { advice } = judge({ ...OVER, clippedShare: 0.4, channelBalanceDb: 10 });
    expect(advice[0].text).toMatch(/^Go back to the mix/);
    expect(advice[1]).toMatchObject({ text: expect.stringMatching(/right channel/), gain: 0 });
  });
});

test('what the damage says is not said again by another term', () => {
  const { advice } = judge({
    ...OVER,
    ...INVERTED,
    cancellingShare: 1,
    stereoWidth: 1,
  });
  const about = (word: RegExp) => advice.filter(({ text }) => word.test(text)).length;
  expect([about(/full scale|limiter/), about(/phase|polarity|mono|middle/)]).toEqual([1, 1]);
});

describe('what is written to order', () => {
  // The song is a composer's of ours, who loops chords and drums as a formula does: here a band plays it.
  const played = (): Partial<Measures> => ({
    chords: { ...song.chords, loopShare: 0 },
    form: { ...song.form, repetition: 0.85 },
    rhythm: { ...song.rhythm, consistency: 0.85 },
  });
  const nature = (change: Partial<Measures['nature']>) =>
    judge({ ...played(), nature: { ...song.nature, ...change } });
  const FORMULA = {
    stillness: 0.4,
    betweenDb: -32,
    closestDb: 0.2,
    ways: 2.7,
    strokeSpread: 0.1,
    direction: 0.9,
  };

  test('a track played backwards is told so first, and is capped', () => {
    const { score, advice } = nature({ direction: -0.45 });
    expect(score.overall).toBeLessThanOrEqual(30);
    expect(advice[0].text).toMatch(/seems to be reversed/);
  });

  const LIVELY = { timbreWays: 8, longShare: 0.5, closestDb: 1, farthestDb: 4, shapeWays: 5 };
  const THIN = { timbreWays: 2.5, longShare: 0.15, closestDb: 3, farthestDb: 4, shapeWays: 2 };

  test('music by formula is capped, and the note says by what it is known', () => {
    const { score, notes } = nature({ ...THIN, ...FORMULA });
    expect(score.overall).toBeLessThanOrEqual(40);
    expect(notes).toMatch(
      /^It sounds programmed rather than played: .*do not move.*to the sample.*dies away alike/,
    );
  });

  test('EN-4 what was written for a sequencer and moves in many ways is not taken for a formula', () => {
    expect(nature({ ...LIVELY, ...FORMULA, farthestDb: 0.8 }).score.damage).toEqual([]);
  });

  test('EN-4 one sign alone accuses nobody, nor do two where they lower nothing', () => {
    for (const [sign, value] of Object.entries(FORMULA))
      expect(nature({ [sign]: value }).score.damage, sign).toEqual([]);
    const poor = {
      hook: { ...song.hook, confidence: 0.1, riseLu: -3 },
      tempoConfidence: 0.1,
      keyConfidence: 0.1,
    };
    const { score } = judge({ ...poor, nature: { ...song.nature, betweenDb: -32, ways: 2.7 } });
    expect(score.damage.map(({ id }) => id)).not.toContain('formula');
  });

  test('EN-4 music that moves along few lines is capped, and lifted by each trait it has', () => {
    const isThin = (change: Partial<Measures['nature']>) =>
      nature(change).score.damage.some(({ id }) => id === 'thin');
    const { score, notes } = nature(THIN);
    expect(score.overall).toBeLessThanOrEqual(46);
    expect(notes).toMatch(
      /^It moves in fewer ways .*: its parts sound alike, its timbre changes in few ways,/,
    );
    expect(isThin(LIVELY)).toBe(false);
    // With some timbre of its own, so that the cap is not at its bottom.
    const FEW = { ...THIN, timbreWays: 4 };
    const capOf = (change: Partial<Measures['nature']>) =>
      nature(change).score.damage.find(({ id }) => id === 'thin')?.cap ?? 100;
    for (const trait of ['longShare', 'closestDb', 'shapeWays'] as const) {
      expect(isThin({ ...LIVELY, [trait]: THIN[trait] }), trait).toBe(false);
      expect(capOf({ ...FEW, [trait]: LIVELY[trait] }), trait).toBeGreaterThan(capOf(FEW));
    }
    expect(isThin({ ...THIN, timbreWays: 8 })).toBe(true);
  });

  test('EN-4 chords in a loop, bars that all return, one pattern and parts of one length add up; each alone does not', () => {
    const parts = ['intro', 'verse', 'chorus', 'verse', 'chorus', 'outro'] as const;
    const signs: Partial<Measures>[] = [
      { chords: { ...song.chords, loopShare: 0.9 } },
      { form: { ...song.form, repetition: 0.97 } },
      { rhythm: { ...song.rhythm, consistency: 0.97 } },
      {
        sections: parts.map((label, i) => ({ start: 6 * i, end: 6 * i + 6, label, lufs: -12 - 3 * (i % 2) })),
      },
    ];
    const isFormula = (change: Partial<Measures>) =>
      judge({ ...played(), ...change }).score.damage.some(({ id }) => id === 'formula');
    for (const sign of signs) expect(isFormula(sign), Object.keys(sign)[0]).toBe(false);
    expect(isFormula(Object.assign({}, ...signs))).toBe(true);
    const even = { nature: { ...song.nature, usualDb: 1.05 * song.nature.closestDb } };
    // Parts of many lengths, so that only their levels are regular.
    const jumps = (lu: number) => ({
      sections: parts.map((label, i) => ({
        start: 3 * i * i,
        end: 3 * (i + 1) ** 2,
        label,
        lufs: -12 - lu * (i % 2),
      })),
    });
    expect([isFormula(even), isFormula({ ...even, ...signs[3] })]).toEqual([false, true]);
    expect([3, 9].map((lu) => isFormula({ ...signs[0], ...jumps(lu) }))).toEqual([false, true]);
    // What a climb of the opponent lived on: no drums, parts of one length, little between the tones.
    const between = { nature: { ...song.nature, betweenDb: -22 } };
    expect([isFormula(between), isFormula({ ...between, ...signs[3] })]).toEqual([false, true]);
  });
});
