/**
 * Chords on beats: the best path through 24 triads for the whole track (Viterbi, changes cheapest on downbeats), how
 * often they change, how many there are, whether they go round in a loop and how far they are more than triads.
 */
import { averageBetween } from '../rhythm/beat-sync.ts';
import { round } from '../round.ts';
import type { Chroma } from './chroma.ts';
import { nameKey } from './key.ts';

/** What a change costs on a downbeat, and on any other beat, in units of template likeness. */
const CHANGE_ON_DOWNBEAT = 0.25;
const CHANGE_ELSEWHERE = 0.6;
/** Say of the bass for the root. */
const BASS_WEIGHT = 0.35;
/** Chords shorter than this share of the time do not count as part of the song's vocabulary. */
const RARE_SHARE = 0.03;
const LOOP_BARS = [1, 2, 4, 8] as const;
/** A loop must match itself at this share of bars. */
const LOOP_MATCH = 0.7;
/** Bars that are compared: as many as this say half of what all would. */
const FEW_BARS = 4;

export interface ChordSpan {
  /** Seconds, to 0.01. */
  start: number;
  end: number;
  /** 'C', 'F#m'. */
  chord: string;
}

export interface Chords {
  spans: ChordSpan[];
  /** Changes per minute, to 0.1. */
  changesPerMinute: number;
  /** Chords that each fill at least 3% of the time. */
  distinct: number;
  /** Bars after which the chords come round again; 0 when they do not. */
  loopBars: number;
  /** How far they go round in a loop of two, four or eight bars rather than change freely or stay, 0 to 1, to 0.001. */
  loopShare: number;
  /** Share of energy outside the triad: 0 plain triads, above 0.4 sevenths and ninths; to 0.01. */
  richness: number;
}

export function findChords(chroma: Chroma, beats: Float32Array, downbeats: readonly number[]): Chords {
  if (beats.length < 2)
    return { spans: [], changesPerMinute: 0, distinct: 0, loopBars: 0, loopShare: 0, richness: 0 };
  const harmony = averageBetween(chroma.harmony, 12, chroma.rate, beats);
  const bass = averageBetween(chroma.bass, 12, chroma.rate, beats);
  const fits = harmony.map((row, i) => fitTriads(row, bass[i]));
  const starts = new Set(downbeats.map((t) => Math.round(t * 1000)));
  const path = findPath(fits, (i) => starts.has(Math.round(beats[i] * 1000)));
  const spans = joinSpans(path, beats);
  const minutes = (beats[beats.length - 1] - beats[0]) / 60;
  const bars = readBars(path, beats, downbeats);
  return {
    spans,
    changesPerMinute: round((spans.length - 1) / minutes, 1),
    distinct: countDistinct(path),
    loopBars: findLoop(bars),
    loopShare: round(rateLoop(bars), 3),
    richness: round(measureRichness(path, harmony), 2),
  };
}

/** Likeness of a beat to each triad, 0 to about 1.3: the share of its chroma on the triad's tones, and the bass on its root. */
function fitTriads(harmony: Float32Array, bass: Float32Array): Float32Array {
  const all = harmony.reduce((a, b) => a + b, 0);
  const low = bass.reduce((a, b) => a + b, 0);
  return Float32Array.from({ length: 24 }, (_, chord) => {
    const [root, third, fifth] = tones(chord);
    const inside = all > 0 ? (harmony[root] + harmony[third] + 0.8 * harmony[fifth]) / all : 0;
    return inside + (low > 0 ? (BASS_WEIGHT * bass[root]) / low : 0);
  });
}

/** Chords 0 to 11 are major from C, 12 to 23 minor. */
function tones(chord: number): [number, number, number] {
  const root = chord % 12;
  return [root, (root + (chord < 12 ? 4 : 3)) % 12, (root + 7) % 12];
}

function findPath(fits: readonly Float32Array[], isDownbeat: (beat: number) => boolean): number[] {
  let score: Float32Array = fits[0].slice();
  const back: Int8Array[] = [];
  for (let i = 1; i < fits.length; i++) {
    const price = isDownbeat(i) ? CHANGE_ON_DOWNBEAT : CHANGE_ELSEWHERE;
    const best = score.indexOf(Math.max(...score));
    const next = new Float32Array(24);
    const from = new Int8Array(24);
    for (let c = 0; c < 24; c++) {
      const stay = score[c] >= score[best] - price;
      from[c] = stay ? c : best;
      next[c] = fits[i][c] + (stay ? score[c] : score[best] - price);
    }
    back.push(from);
    score = next;
  }
  let at = score.indexOf(Math.max(...score));
  const path = [at];
  for (let i = back.length - 1; i >= 0; i--) {
    at = back[i][at];
    path.unshift(at);
  }
  return path;
}

function joinSpans(path: readonly number[], beats: Float32Array): ChordSpan[] {
  const spans: ChordSpan[] = [];
  path.forEach((chord, i) => {
    const name = nameKey(chord);
    const last = spans[spans.length - 1];
    if (last?.chord === name) last.end = round(beats[i + 1], 2);
    else spans.push({ start: round(beats[i], 2), end: round(beats[i + 1], 2), chord: name });
  });
  return spans;
}

function countDistinct(path: readonly number[]): number {
  const beats = new Map<number, number>();
  for (const chord of path) beats.set(chord, (beats.get(chord) ?? 0) + 1);
  return [...beats.values()].filter((count) => count >= RARE_SHARE * path.length).length;
}

/** The chord under each downbeat. */
function readBars(path: readonly number[], beats: Float32Array, downbeats: readonly number[]): number[] {
  const index = new Map(Array.from(beats, (t, i) => [Math.round(t * 1000), i]));
  return downbeats.flatMap((t) => path[index.get(Math.round(t * 1000)) ?? -1] ?? []);
}

/** Share of the bars whose chord is that of so many bars before. */
function matchAt(bars: readonly number[], lag: number): number {
  let same = 0;
  for (let i = lag; i < bars.length; i++) if (bars[i] === bars[i - lag]) same++;
  return same / Math.max(1, bars.length - lag);
}

/** The shortest number of bars at which the chord under each downbeat is the same again. */
const findLoop = (bars: readonly number[]): number =>
  LOOP_BARS.find((lag) => bars.length >= 2 * lag && matchAt(bars, lag) >= LOOP_MATCH) ?? 0;

/** How many of the bars that do not hold their chord come round, the less certain the fewer there are to compare. */
function rateLoop(bars: readonly number[]): number {
  const [held, ...rounds] = LOOP_BARS.map((lag) => {
    const compared = Math.max(0, bars.length - lag);
    return { match: matchAt(bars, lag), certainty: compared / (compared + FEW_BARS) };
  });
  if (held.match >= 1) return 0;
  return Math.max(
    0,
    ...rounds.map(({ match, certainty }) => (certainty * (match - held.match)) / (1 - held.match)),
  );
}

function measureRichness(path: readonly number[], harmony: readonly Float32Array[]): number {
  let inside = 0;
  let all = 0;
  path.forEach((chord, i) => {
    for (const tone of tones(chord)) inside += harmony[i][tone];
    all += harmony[i].reduce((a, b) => a + b, 0);
  });
  return all > 0 ? 1 - inside / all : 0;
}
