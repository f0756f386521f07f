/**
 * Damage: what a mastering engineer sends back before judging anything else. It is the first advice, the first note on
 * the production, and it caps the overall score, since no hook makes up for a file that is broken.
 */
import { type Curve, markOn } from './rules-curve.ts';
import { listMissing, rateLikeness } from './rules-likeness.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import { during, one, percent, type TimeRange, whole } from './rules-wording.ts';

interface Defect {
  id: string;
  /** Null where it cannot be there. */
  read(track: AnalysedTrack): number | null;
  /** From the measured value to the highest overall score; 100 is no damage. */
  cap: Curve;
  /** How sure it is that this is what is wrong, 0 to 1: the cap comes down as far. What is not quite sure is a suspicion. */
  certainty?(track: AnalysedTrack): number;
  /** What is wrong, and what to do. */
  note(value: number, track: AnalysedTrack): string;
  advice(value: number, track: AnalysedTrack): string;
  where?(track: AnalysedTrack): TimeRange[];
  /** Terms of the sheet that hear the same thing: their notes and advice would say it twice. */
  covers: readonly string[];
  /** Said only where it lowers the score: a sign, not a fault one could point to. */
  isSuspicion?: true;
}

/** Samples cut off already, or that will be: whichever is more, in per cent. */
export const cutOffPercent = ({ clippedShare, overShare }: AnalysedTrack) =>
  100 * Math.max(clippedShare, overShare);

/** LU of peak over loudness from which a file that runs over full scale is whole but for its level. */
const WHOLE_LU = 7;
const isOver = ({ overShare, clippedShare, peakToLoudness }: AnalysedTrack) =>
  overShare > clippedShare && peakToLoudness >= WHOLE_LU;

interface Sign {
  read(track: AnalysedTrack): number;
  /** From where a quarter of the real music at hand is to where next to none is: 0 to 1. */
  curve: Curve;
  says: string;
}

/**
 * What gives music by formula away. Real music may have one of them, a solo piano or an organ two, and what composers write
 * for sequencers three: they speak against a track only as far as it also moves in few ways (docs/method/opponent.md).
 */
// biome-ignore format: a curve is a line of points
const SIGNS: readonly Sign[] = [
  { read: (h) => h.nature.stillness, curve: [[0.18, 0], [0.26, 1], [0.38, 1.6]], says: 'its sounds do not move while they last' },
  { read: (h) => h.nature.betweenDb, curve: [[-26, 1], [-14, 0]], says: 'there is nothing between its tones' },
  { read: (h) => h.nature.closestDb, curve: [[0.2, 1], [1.2, 0]], says: 'parts come back to the sample' },
  { read: (h) => h.nature.ways, curve: [[1.85, 0], [2.4, 1]], says: 'its instruments do not sound together' },
  { read: (h) => h.nature.strokeSpread, curve: [[0.13, 1], [0.33, 0]], says: 'every stroke is as hard as the last' },
  { read: (h) => h.chords.loopShare, curve: [[0.3, 0], [0.7, 1]], says: 'the chords go round in one loop' },
  { read: (h) => h.form.repetition, curve: [[0.9, 0], [0.96, 1]], says: 'nearly every bar comes back' },
  { read: (h) => h.rhythm.consistency, curve: [[0.9, 0], [0.96, 1]], says: 'the rhythm never leaves its pattern' },
  { read: (h) => h.shape.equalShare, curve: [[0.5, 0], [0.75, 1.6]], says: 'all its parts are equally long' },
  { read: (h) => h.nature.usualDb / Math.max(0.1, h.nature.closestDb), curve: [[1.05, 1], [1.3, 0]], says: 'whatever returns, returns equally closely' },
  { read: (h) => h.shape.usualJump, curve: [[4.5, 0], [8, 1]], says: 'loud and soft take turns' },
  { read: (h) => h.nature.direction, curve: [[0.7, 0], [0.82, 1.6]], says: 'every sound dies away alike' },
];

const formulaIndex = (h: AnalysedTrack) =>
  SIGNS.reduce((sum, { read, curve }) => sum + markOn(curve, read(h)), 0);
const listSigns = (h: AnalysedTrack) =>
  SIGNS.filter(({ read, curve }) => markOn(curve, read(h)) >= 0.5).map(({ says }) => says);

const quieterChannel = (balanceDb: number) => (balanceDb > 0 ? 'right' : 'left');

// biome-ignore format: a curve is a line of points
const DEFECTS: readonly Defect[] = [
  {
    id: 'cutOff',
    read: cutOffPercent,
    cap: [[0.08, 100], [0.3, 75], [1, 60], [5, 45], [20, 30], [50, 20]],
    note: (v, h) =>
      isOver(h)
        ? `The file runs over full scale: ${percent(v)} of its samples will be cut off on playback, the highest by ${one(Math.max(0, h.truePeakDb))} dB.`
        : `${percent(v)} of the samples are clipped${during(h.clippedRanges[0], h)}.`,
    advice: (_, h) =>
      isOver(h)
        ? `Turn the master down by ${whole(Math.ceil(Math.max(0, h.truePeakDb) + 1))} dB and export it again: it runs over full scale${during(h.clippedRanges[0], h)}.`
        : `Go back to the mix and take the level off before the limiter: the tops of the wave are cut off${during(h.clippedRanges[0], h)}.`,
    where: (h) => h.clippedRanges,
    covers: ['clipping', 'peak', 'headroom', 'crest'],
  },
  {
    id: 'inverted',
    read: (h) => -h.monoLossDb,
    cap: [[0, 45], [20, 35]],
    // Full where the engine says so; of 26 recordings played as they are none has a bass below 0.12.
    certainty: (h) => Math.min(markOn([[-0.2, 1], [0, 0]], h.stereoCorrelation), markOn([[-0.3, 1], [0, 0]], h.bassCorrelation)),
    note: (v, h) =>
      h.channelInverted
        ? `One channel is upside down: played in mono, as a phone or a club does, ${one(v)} dB of the music disappear. Tempo, key, form and voice were read from the left channel alone.`
        : `Left and right work against each other, down to the bass: played in mono, as a phone or a club does, ${one(v)} dB of the music disappear.`,
    advice: (_, h) =>
      h.channelInverted
        ? 'Flip the polarity of one channel and export it again: left and right cancel each other.'
        : 'Listen in mono and look for what is out of phase: a wide bass, a microphone the wrong way round, a widener on the whole mix.',
    where: (h) => h.cancellingRanges,
    covers: ['mono', 'cancelling', 'width'],
  },
  {
    id: 'oneSided',
    read: (h) => Math.abs(h.channelBalanceDb),
    cap: [[6, 100], [12, 75], [30, 50]],
    note: (v, h) =>
      v >= 40
        ? `The ${quieterChannel(h.channelBalanceDb)} channel is silent.`
        : `The ${quieterChannel(h.channelBalanceDb)} channel is ${one(v)} dB below the other.`,
    advice: (_, h) => `Bring the ${quieterChannel(h.channelBalanceDb)} channel back up: the mix hangs to one side.`,
    covers: ['width'],
  },
  {
    id: 'crushed',
    read: (h) => h.peakToLoudness,
    cap: [[2.5, 25], [4, 45], [6, 85], [6.5, 100]],
    // What is cut off has no peaks either, and is told of as such.
    certainty: (h) => markOn([[0.3, 1], [5, 0]], cutOffPercent(h)),
    note: (v) => `Nothing is left of the peaks: they stand ${one(v)} LU above the loudness, where 9 or more let it hit.`,
    advice: () => 'Ask for a master with less limiting: nothing stands out of the rest any more.',
    covers: ['headroom', 'crest'],
  },
  {
    id: 'muffled',
    read: (h) => h.bandwidthHz || null,
    cap: [[2500, 40], [4500, 65], [6000, 100]],
    note: (v) => `There is next to nothing above ${whole(v)} Hz: the track sounds muffled.`,
    advice: (v) => `Find what cuts everything above ${whole(v)} Hz (a filter left on, a low-rate export, an old sample) and bring the top back.`,
    covers: ['bandwidth', 'balance', 'travels'],
  },
  {
    id: 'hissing',
    read: (h) => -h.hissDb,
    cap: [[15, 50], [25, 75], [35, 100]],
    certainty: (h) => h.hissCertainty,
    note: (v, h) => `Hiss stands ${whole(v)} dB below the music, plainest${during(h.hissRanges[0], h)}.`,
    advice: (_, h) => `Find the source of the hiss (a microphone gain, a plug-in, a tape effect), heard${during(h.hissRanges[0], h)}.`,
    where: (h) => h.hissRanges,
    covers: ['hiss'],
  },
  {
    id: 'backwards',
    read: (h) => h.nature.direction,
    cap: [[-0.4, 30], [-0.2, 43], [0, 100]],
    note: () => 'It seems to run backwards: sounds swell slowly and break off, where what is played or sung begins at once and dies away.',
    advice: () => 'Check the export: the track seems to be reversed.',
    covers: [],
  },
  {
    id: 'formula',
    read: formulaIndex,
    cap: [[0.9, 100], [2.3, 59], [3.2, 54], [4, 50], [5.5, 40]],
    // No song by formula at hand comes to more than 3.1; of 42 recordings the limits were not set on, four of five to 3.8 and more.
    certainty: (h) => markOn([[3.2, 1], [4.4, 0]], rateLikeness(h)),
    note: (_, h) => `It sounds programmed rather than played: ${listSigns(h).join(', ')}. Staff listen before such a track takes a top place.`,
    advice: () => 'Give it life: play a part by hand, record something through a microphone, let no two returns be the same.',
    covers: ['touch', 'moving', 'pasted'],
    isSuspicion: true,
  },
  {
    id: 'thin',
    read: rateLikeness,
    cap: [[-2, 45], [1, 52], [2.6, 56], [4.2, 100]],
    note: (_, h) => `It moves in fewer ways than recorded or produced music: ${listMissing(h).join(', ')}.`,
    advice: () => 'Bring in other sounds for other parts, or a part that is recorded through a microphone and played to the end.',
    covers: ['touch', 'moving', 'pasted'],
    isSuspicion: true,
  },
  {
    id: 'broken',
    read: (h) => 100 * h.damagedShare,
    cap: [[0.3, 100], [5, 70], [30, 40]],
    note: (v) => `${percent(v)} of the file is broken and could not be played.`,
    advice: () => 'Export the file again: parts of it cannot be played.',
    covers: [],
  },
];

export interface Damage {
  id: string;
  /** The highest overall score a track with it can have. */
  cap: number;
  note: string;
  advice: string;
  ranges: TimeRange[];
  covers: readonly string[];
}

/** The worst first. `undamaged`: the overall score without any. */
export function findDamage(track: AnalysedTrack, undamaged = 100): Damage[] {
  return DEFECTS.flatMap(({ id, read, cap: curve, certainty, note, advice, where, covers, isSuspicion }) => {
    const value = read(track);
    if (value === null) return [];
    const sure = certainty?.(track) ?? 1;
    const cap = 100 - sure * (100 - markOn(curve, value));
    if (cap >= (isSuspicion || sure < 1 ? undamaged : 100)) return [];
    return [
      {
        id,
        cap,
        note: note(value, track),
        advice: advice(value, track),
        ranges: where?.(track) ?? [],
        covers,
      },
    ];
  }).sort((a, b) => a.cap - b.cap);
}
