/**
 * Musical key from chroma: several published key profiles are correlated with the pitch-class weights of the whole
 * track and of each half-minute, and the 24 keys vote. The bass has a say of its own, since it tends to the tonic.
 * Keys that share a scale are told apart by where the music starts from and comes home to.
 */

import { round } from '../round.ts';
import type { ChordSpan } from './chords.ts';
import type { Chroma } from './chroma.ts';

export const PITCH_CLASSES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;

interface ProfilePair {
  major: readonly number[];
  minor: readonly number[];
}

/** Krumhansl & Kessler 1982: listeners' ratings of how well each tone fits. */
const KRUMHANSL: ProfilePair = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
};
/** Temperley 2007: how often each tone is present in a corpus of classical themes. */
const TEMPERLEY: ProfilePair = {
  major: [0.748, 0.06, 0.488, 0.082, 0.67, 0.46, 0.096, 0.715, 0.104, 0.366, 0.057, 0.4],
  minor: [0.712, 0.084, 0.474, 0.618, 0.049, 0.46, 0.105, 0.747, 0.404, 0.067, 0.133, 0.33],
};
/** Our own, for loop-based popular music: a plain scale with weight on tonic, fifth and third; minor with its flat seventh. */
const POPULAR: ProfilePair = {
  major: [1, 0.05, 0.5, 0.08, 0.7, 0.5, 0.1, 0.85, 0.08, 0.55, 0.2, 0.4],
  minor: [1, 0.1, 0.45, 0.75, 0.1, 0.5, 0.08, 0.85, 0.45, 0.12, 0.55, 0.15],
};
const PROFILES = [KRUMHANSL, TEMPERLEY, POPULAR];

const WINDOW_SECONDS = 30;
/** Share of the verdict that windows have beside the whole track, and of bass chroma beside harmony. */
const WINDOW_SHARE = 0.4;
const BASS_SHARE = 0.3;
/** A lead of this much correlation over the best rival is certain; relatives (same scale) need only half of it. */
const SURE_LEAD = 0.25;

export interface Key {
  /** 'C', 'F#m'; empty when there is no pitch at all. */
  key: string;
  /** 0 to 1, to 0.01. */
  confidence: number;
}

/** What a key gains for its own chord filling the whole time, beginning every phrase, and ending the track. */
const HOME = { share: 0.15, phrases: 0.15, last: 0.08 };

export interface KeyEvidence {
  chords: readonly ChordSpan[];
  /** Seconds at which phrases begin. */
  phraseStarts: readonly number[];
  /** Share of energy outside the chords: noise, which fills all pitch classes alike, reaches 0.75. */
  richness: number;
}

/** Harmony counts in full up to this richness, and not at all from that of noise on. */
const CLEAR_RICHNESS = 0.55;
const NOISE_RICHNESS = 0.72;

export function findKey(chroma: Chroma, evidence?: KeyEvidence): Key {
  const scores = voteKeys(chroma);
  if (!(Math.max(...scores) > 0)) return { key: '', confidence: 0 };
  const clarity = evidence ? harmonicClarity(evidence.richness) : 1;
  if (evidence) addHome(scores, evidence, clarity);
  const best = scores.indexOf(Math.max(...scores));
  const certainty = Math.min(1, lead(scores, best)) * Math.min(1, scores[best] / 0.6);
  return { key: nameKey(best), confidence: round(certainty * clarity, 2) };
}

/** The whole track's correlation with each key, mixed with the mean over its half-minutes. */
function voteKeys(chroma: Chroma): number[] {
  const frames = chroma.harmony.length / 12;
  const window = Math.round(WINDOW_SECONDS * chroma.rate);
  const scores = scoreKeys(chroma, 0, frames).map((s) => s * (1 - WINDOW_SHARE));
  const count = Math.max(1, Math.round(frames / window));
  for (let w = 0; w < count; w++) {
    const local = scoreKeys(chroma, Math.floor((w * frames) / count), Math.floor(((w + 1) * frames) / count));
    for (let k = 0; k < 24; k++) scores[k] += (WINDOW_SHARE * local[k]) / count;
  }
  return scores;
}

const harmonicClarity = (richness: number): number =>
  Math.min(1, Math.max(0, (NOISE_RICHNESS - richness) / (NOISE_RICHNESS - CLEAR_RICHNESS)));

function addHome(scores: number[], { chords, phraseStarts }: KeyEvidence, clarity: number): void {
  const all = chords.reduce((sum, c) => sum + c.end - c.start, 0);
  if (all <= 0) return;
  const under = phraseStarts
    .map((t) => chords.find((c) => t < c.end - 0.2)?.chord)
    .filter((c) => c !== undefined);
  scores.forEach((_, k) => {
    const name = nameKey(k);
    const share = chords.reduce((sum, c) => sum + (c.chord === name ? c.end - c.start : 0), 0) / all;
    const begun = under.filter((chord) => chord === name).length / Math.max(1, under.length);
    const ends = chords[chords.length - 1].chord === name ? 1 : 0;
    scores[k] += clarity * (HOME.share * share + HOME.phrases * begun + HOME.last * ends);
  });
}

/** Keys 0 to 11 are major from C, 12 to 23 minor. */
export const nameKey = (key: number): string => PITCH_CLASSES[key % 12] + (key < 12 ? '' : 'm');

function lead(scores: readonly number[], best: number): number {
  const relative = best < 12 ? 12 + ((best + 9) % 12) : (best - 12 + 3) % 12;
  let least = 1;
  scores.forEach((score, k) => {
    if (k === best) return;
    const sure = k === relative ? SURE_LEAD / 2 : SURE_LEAD;
    least = Math.min(least, (scores[best] - score) / sure);
  });
  return least;
}

/** Mean correlation over the profile sets for each of the 24 keys. */
function scoreKeys(chroma: Chroma, from: number, to: number): number[] {
  const pitch = meanChroma(chroma, from, to);
  const scores = new Array<number>(24).fill(0);
  for (const { major, minor } of PROFILES) {
    for (let tonic = 0; tonic < 12; tonic++) {
      scores[tonic] += correlate(pitch, major, tonic) / PROFILES.length;
      scores[12 + tonic] += correlate(pitch, minor, tonic) / PROFILES.length;
    }
  }
  return scores;
}

/** Harmony and bass, each scaled to sum to one, mixed. */
function meanChroma(chroma: Chroma, from: number, to: number): Float64Array {
  const harmony = sumFrames(chroma.harmony, from, to);
  const bass = sumFrames(chroma.bass, from, to);
  return harmony.map((h, i) => h * (1 - BASS_SHARE) + bass[i] * BASS_SHARE);
}

function sumFrames(values: Float32Array, from: number, to: number): Float64Array {
  const out = new Float64Array(12);
  for (let i = from * 12; i < to * 12; i++) out[i % 12] += values[i];
  const sum = out.reduce((a, b) => a + b, 0);
  return sum > 0 ? out.map((v) => v / sum) : out;
}

/** Pearson correlation of pitch-class weights with a profile moved up to a tonic; 0 for a flat one. */
function correlate(pitch: Float64Array, profile: readonly number[], tonic: number): number {
  const meanPitch = pitch.reduce((a, b) => a + b, 0) / 12;
  const meanProfile = profile.reduce((a, b) => a + b, 0) / 12;
  let cross = 0;
  let p2 = 0;
  let q2 = 0;
  for (let i = 0; i < 12; i++) {
    const p = pitch[(tonic + i) % 12] - meanPitch;
    const q = profile[i] - meanProfile;
    cross += p * q;
    p2 += p * p;
    q2 += q * q;
  }
  return p2 > 1e-12 ? cross / Math.sqrt(p2 * q2) : 0;
}
