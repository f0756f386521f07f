/**
 * No cliffs: what another encoder or 3 dB of gain moves in a measure moves the overall score by at most 3 points, wherever
 * that measure and the others stand. Each measure is led over its whole range in steps a little larger than what was seen
 * between six versions of 31 tracks, so that a limit, a cap or a term that comes in all at once is found without any sound.
 */
import { expect, test } from 'vitest';
import { seededRandom } from '#audio/test-signals.ts';
import type { Measured } from '#features/recordings/rules-measures.ts';
import { scoreTrack } from './rules-score.ts';
import { describeShape } from './rules-shape.ts';

const MOST_POINTS = 3;
const TRACKS = 4;
/** Share of the measures that are anywhere, and not where a good track has them. */
const MOVED = 0.25;
const SECONDS = 200;
/** Values of a curve: a few are as good as one a second, and quicker. */
const CURVE = 24;
const SECTIONS = ['intro', 'verse', 'chorus', 'verse', 'chorus', 'bridge', 'chorus', 'outro'] as const;
const STARTS = [0, 12, 36, 62, 90, 114, 130, 180, SECONDS];
const LEVELS = [-18, -13, -11, -13.5, -10.5, -15, -10, -17];

interface Walk {
  good: number;
  from: number;
  to: number;
  step: number;
  /** Steps are shares of the value: for what is told apart by its order of size. */
  isShare?: true;
}
const walk = (good: number, from: number, to: number, step: number): Walk => ({ good, from, to, step });

/** A good track, how far each measure goes, and the most that a version moves it by. */
const WALKS = {
  clippedShare: { good: 0.00001, from: 0.00001, to: 0.5, step: 0.06, isShare: true },
  overShare: { good: 0.00001, from: 0.00001, to: 0.5, step: 0.06, isShare: true },
  peakToLoudness: walk(12, 2, 26, 0.1),
  crestDb: walk(13, 3, 28, 0.2),
  bandDb: walk(0, -20, 20, 0.3),
  subDb: walk(0, -20, 20, 0.3),
  bandwidthHz: walk(11000, 2000, 11025, 50),
  monoLossDb: walk(-0.8, -25, 0, 0.1),
  cancellingShare: walk(0, 0, 1, 0.01),
  stereoWidth: walk(0.15, 0, 0.8, 0.01),
  stereoCorrelation: walk(0.8, -1, 1, 0.01),
  bassCorrelation: walk(0.9, -1, 1, 0.01),
  channelBalanceDb: walk(0, 0, 40, 0.2),
  hissCertainty: walk(0, 0, 1, 0.02),
  hissDb: walk(-60, -80, -10, 0.5),
  truePeakDb: walk(-1, -6, 6, 0.3),
  silentShare: walk(0, 0, 0.6, 0.01),
  damagedShare: walk(0, 0, 0.35, 0.002),
  tempoConfidence: walk(0.95, 0, 1, 0.02),
  keyConfidence: walk(0.9, 0, 1, 0.02),
  steadiness: walk(0.97, 0, 1, 0.02),
  consistency: walk(0.86, 0.2, 1, 0.005),
  offbeat: walk(0.4, 0, 1, 0.01),
  syncopation: walk(0.2, 0, 0.5, 0.01),
  density: walk(14, 0, 40, 0.3),
  voiceShare: walk(0.6, 0, 1, 0.02),
  voiceConfidence: walk(0.85, 0.4, 1, 0.01),
  voiceRate: walk(4, 0, 10, 0.1),
  hookConfidence: walk(0.85, 0, 1, 0.01),
  riseLu: walk(2.5, -4, 6, 0.1),
  likeness: walk(0.85, 0.1, 1, 0.02),
  firstAt: walk(36, 0, 150, 1),
  hookEnd: walk(62, 40, 180, 1),
  loudnessRange: walk(7, 0, 20, 0.3),
  silence: walk(0.5, 0, 14, 0.1),
  durationSeconds: walk(SECONDS, 15, 500, 2),
  distinct: walk(6, 0, 12, 1),
  richness: walk(0.55, 0, 1, 0.01),
  loopShare: walk(0.05, 0, 1, 0.04),
  variety: walk(0.72, 0, 1, 0.005),
  repetition: walk(0.7, 0, 1, 0.005),
  boundary: walk(90, 66, 110, 0.25),
  sectionLufs: walk(-15, -30, -6, 0.1),
  brightness: walk(1.6, 0.5, 3, 0.02),
  densitySpread: walk(0.2, 0, 0.5, 0.005),
  direction: walk(0.5, -0.6, 0.8, 0.007),
  stillness: walk(0.14, 0.05, 0.5, 0.002),
  betweenDb: walk(-10, -35, -3, 0.3),
  closestDb: { good: 1.6, from: 0.3, to: 6, step: 0.03, isShare: true },
  usualDb: { good: 3.5, from: 0.3, to: 8, step: 0.03, isShare: true },
  farthestDb: { good: 6, from: 0.3, to: 12, step: 0.03, isShare: true },
  ways: walk(1.6, 1, 4, 0.02),
  strokeSpread: walk(0.42, 0, 0.7, 0.01),
  timbreWays: walk(7, 1.5, 10, 0.05),
  shapeWays: walk(4.3, 1, 7, 0.05),
  longShare: walk(0.45, 0.05, 0.8, 0.003),
} satisfies Record<string, Walk>;

type Name = keyof typeof WALKS;
type Values = Record<Name, number>;
const NAMES = Object.keys(WALKS) as Name[];
const GOOD = Object.fromEntries(NAMES.map((name) => [name, WALKS[name].good])) as Values;

/** What the sheet reads, and nothing else. */
function makeMeasures(v: Values): Measured {
  const starts = STARTS.with(4, v.boundary);
  const second = (i: number) => (i < CURVE / 2 ? 1 : v.brightness);
  return {
    ...v,
    integratedLufs: -12,
    analysedSeconds: SECONDS,
    channelInverted: v.stereoCorrelation < -0.2 && v.bassCorrelation < -0.3,
    leadingSilence: v.silence,
    trailingSilence: 0,
    clippedRanges: [],
    cancellingRanges: [],
    hissRanges: [],
    voiceRanges: [],
    bands: (['sub', 'bass', 'mids', 'treble'] as const).map((name) => ({
      name,
      deviationDb: name === 'sub' ? v.subDb : name === 'bass' ? v.bandDb : 1,
    })),
    steadiness: { steadiness: v.steadiness },
    rhythm: {
      consistency: v.consistency,
      offbeat: v.offbeat,
      syncopation: v.syncopation,
      density: v.density,
    },
    hook: {
      confidence: v.hookConfidence,
      riseLu: v.riseLu,
      likeness: v.likeness,
      firstAt: v.firstAt,
      occurrences: [
        { start: 36, end: v.hookEnd },
        { start: 180, end: 200 },
      ],
    },
    sections: SECTIONS.map((label, i) => ({
      label,
      start: starts[i],
      end: starts[i + 1],
      lufs: i === 5 ? v.sectionLufs : LEVELS[i],
    })),
    form: { variety: v.variety, repetition: v.repetition },
    chords: { distinct: v.distinct, richness: v.richness, loopShare: v.loopShare },
    densityCurve: Array.from({ length: CURVE }, (_, i) => 0.5 + (i % 2 ? 1 : -1) * v.densitySpread),
    brightnessCurve: Array.from({ length: CURVE }, (_, i) => 1500 * second(i)),
    shortTermLufs: Array.from({ length: CURVE }, () => -12),
    nature: {
      direction: v.direction,
      stillness: v.stillness,
      betweenDb: v.betweenDb,
      closestDb: v.closestDb,
      usualDb: v.usualDb,
      farthestDb: v.farthestDb,
      ways: v.ways,
      strokeSpread: v.strokeSpread,
      timbreWays: v.timbreWays,
      shapeWays: v.shapeWays,
      longShare: v.longShare,
    },
  } as unknown as Measured;
}

const score = (values: Values) => scoreTrack(describeShape(makeMeasures(values)));

const random = seededRandom(7);
const tracks = Array.from({ length: TRACKS }, (_, i) => {
  const values = { ...GOOD };
  // The first is good in everything.
  for (const name of NAMES)
    if (random() < MOVED && i > 0) {
      const { from, to, isShare }: Walk = WALKS[name];
      values[name] = isShare ? from * (to / from) ** random() : from + (to - from) * random();
    }
  return values;
});

test('a good track scores as one, with nothing to send back', () => {
  const { overall, damage } = score(GOOD);
  expect(damage).toEqual([]);
  expect(overall).toBeGreaterThan(85);
});

test.each(NAMES)('%s moves the score in small steps', (name) => {
  const { from, to, step, isShare }: Walk = WALKS[name];
  const jumps = tracks.flatMap((track) => {
    const found: string[] = [];
    let before = score({ ...track, [name]: from });
    for (let at = from; at < to; ) {
      at = isShare ? at * (1 + step) : at + step;
      const now = score({ ...track, [name]: at });
      if (Math.abs(now.overall - before.overall) > MOST_POINTS)
        found.push(`${at}: ${before.overall} to ${now.overall} ${now.damage.map(({ id }) => id)}`);
      before = now;
    }
    return found;
  });
  expect(jumps).toEqual([]);
});
