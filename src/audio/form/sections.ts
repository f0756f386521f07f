/**
 * The form of a track: sections with times and labels. Stretches that sound alike form a family; the family that is
 * fullest and comes back is the chorus, and the rest is named by where it stands and whether it returns.
 */
import type { Bars } from '../rhythm/bars.ts';
import { standardise } from '../rhythm/beat-sync.ts';
import { round } from '../round.ts';
import { cutBars } from './segmentation.ts';
import { joinFeatures, squaredDistance } from './self-similarity.ts';

export type SectionLabel = 'intro' | 'verse' | 'pre-chorus' | 'chorus' | 'bridge' | 'outro';

export interface Section {
  /** Seconds, to 0.01. */
  start: number;
  end: number;
  label: SectionLabel;
}

export interface Stretch {
  /** First bar, and the bar after the last. */
  from: number;
  to: number;
  /** Stretches of one family sound alike. */
  family: number;
  /** How full it sounds: mean over all bands in dB relative to the track's level. */
  energy: number;
  label: SectionLabel;
}

/** Means of two stretches closer than this (in clearly different bars) sound alike. */
const FAMILY_DISTANCE = 0.3;
/** What a chorus gains for each return (up to two), and loses for being the first or last thing heard. */
const RETURN_BONUS = 0.45;
const EDGE_MALUS = 0.6;
/** An edge is an intro or outro when it is this much emptier (dB) than the rest, or this much shorter. */
const EDGE_QUIETER_DB = 1;
const EDGE_SHORTER = 0.75;
/** A stretch before a chorus is a pre-chorus when at most this share of the usual length. */
const PRE_CHORUS_SHARE = 0.75;

export function findStretches(bars: Bars): Stretch[] {
  const rows = joinFeatures(bars);
  const cuts = cutBars(rows, bars.times);
  const means = cuts.slice(0, -1).map((from, i) => meanRow(rows, from, cuts[i + 1]));
  const families = groupFamilies(means);
  const stretches = cuts.slice(0, -1).map((from, i): Stretch => {
    const to = cuts[i + 1];
    return { from, to, family: families[i], energy: fullness(bars, from, to), label: 'verse' };
  });
  labelStretches(stretches);
  return stretches.length > 1 ? splitLeadIns(stretches, bars) : stretches;
}

/** Seconds: a chorus lasts about as long as the first, and one between the others is a lead-in and a chorus. */
const CHORUS = 20;
const WITH_LEAD_IN: [number, number] = [24, 45];

/**
 * What leads into a chorus often sounds like it and is cut with it: choruses were found ten seconds early and ended in
 * time. So the last twenty seconds are the chorus and what comes before leads up to it. Of eight songs whose chorus is known by its
 * words the hook began 8 s off (median) before, and 4 s after.
 */
function splitLeadIns(stretches: readonly Stretch[], bars: Bars): Stretch[] {
  return stretches.flatMap((stretch, i) => {
    const { from, to, label } = stretch;
    // Choruses in a row are one: their lead-in is that of the first, which is short enough.
    const isAlone = stretches[i - 1]?.label !== 'chorus' && stretches[i + 1]?.label !== 'chorus';
    const seconds = bars.times[to] - bars.times[from];
    if (label !== 'chorus' || !isAlone || seconds < WITH_LEAD_IN[0] || seconds > WITH_LEAD_IN[1])
      return [stretch];
    let start = to - 2;
    while (start - 2 > from && bars.times[to] - bars.times[start - 2] <= CHORUS + 1) start -= 2;
    const part = (a: number, b: number) => ({ ...stretch, from: a, to: b, energy: fullness(bars, a, b) });
    // Its own family: what leads in is no return of the chorus.
    return [{ ...part(from, start), label: 'pre-chorus', family: -1 - i }, part(start, to)];
  });
}

/** A chorus that follows itself is one section, as it is one occurrence of the hook. */
export function nameSections(bars: Bars, stretches: readonly Stretch[]): Section[] {
  const sections: Section[] = [];
  for (const { from, to, label } of stretches) {
    const last = sections[sections.length - 1];
    const end = round(bars.times[to], 2);
    if (label === 'chorus' && last?.label === 'chorus') last.end = end;
    else sections.push({ start: round(bars.times[from], 2), end, label });
  }
  return sections;
}

function meanRow(rows: readonly Float32Array[], from: number, to: number): Float32Array {
  const mean = new Float32Array(rows[0].length);
  for (let i = from; i < to; i++) for (let d = 0; d < mean.length; d++) mean[d] += rows[i][d] / (to - from);
  return mean;
}

function fullness(bars: Bars, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += bars.texture[i].reduce((a, b) => a + b, 0) / bars.texture[i].length;
  return sum / (to - from);
}

/** Average-linkage clustering: joins the two nearest families until none are near. */
function groupFamilies(means: readonly Float32Array[]): number[] {
  const groups = means.map((_, i) => [i]);
  const distance = (a: number[], b: number[]) => {
    let sum = 0;
    for (const i of a) for (const j of b) sum += squaredDistance(means[i], means[j]);
    return sum / (a.length * b.length);
  };
  for (;;) {
    let best: [number, number] | null = null;
    let least = FAMILY_DISTANCE;
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const d = distance(groups[a], groups[b]);
        if (d < least) {
          least = d;
          best = [a, b];
        }
      }
    }
    if (!best) break;
    groups[best[0]].push(...groups[best[1]]);
    groups.splice(best[1], 1);
  }
  return means.map((_, i) => groups.findIndex((group) => group.includes(i)));
}

function labelStretches(stretches: Stretch[]): void {
  const chorus = pickChorus(stretches);
  for (const s of stretches) if (s.family === chorus) s.label = 'chorus';
  const last = stretches.length - 1;
  if (last < 1) {
    for (const s of stretches) s.label = 'verse';
    return;
  }
  const usual = usualLength(stretches);
  const rest = stretches.reduce((sum, s) => sum + s.energy, 0) / stretches.length;
  const isEdge = (s: Stretch) =>
    s.label !== 'chorus' && (s.energy < rest - EDGE_QUIETER_DB || s.to - s.from <= EDGE_SHORTER * usual);
  if (isEdge(stretches[0])) stretches[0].label = 'intro';
  if (isEdge(stretches[last])) stretches[last].label = 'outro';
  nameMiddle(stretches, usual);
}

function usualLength(stretches: readonly Stretch[]): number {
  const lengths = stretches.map((s) => s.to - s.from).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)];
}

/** The fullest family, weighed by its returns. */
function pickChorus(stretches: readonly Stretch[]): number {
  const energies = standardise(stretches.map((s) => s.energy));
  const last = stretches.length - 1;
  let best = -1;
  let bestScore = -Infinity;
  for (const family of new Set(stretches.map((s) => s.family))) {
    const members = stretches.flatMap((s, i) => (s.family === family ? [i] : []));
    const bars = members.reduce((sum, i) => sum + stretches[i].to - stretches[i].from, 0);
    const energy =
      members.reduce((sum, i) => sum + energies[i] * (stretches[i].to - stretches[i].from), 0) / bars;
    const edge = members.every((i) => i === 0 || i === last) ? EDGE_MALUS : 0;
    const score = energy + RETURN_BONUS * Math.min(2, members.length - 1) - edge;
    if (score > bestScore) {
      bestScore = score;
      best = family;
    }
  }
  return best;
}

/** What is neither chorus nor edge: a short lead-in is a pre-chorus, something new after verse and chorus that never returns a bridge. */
function nameMiddle(stretches: Stretch[], usual: number): void {
  let heardChorus = false;
  let heardVerse = false;
  stretches.forEach((s, i) => {
    if (s.label === 'chorus') heardChorus = true;
    if (s.label !== 'verse') return;
    const before = stretches[i - 1];
    const after = stretches[i + 1];
    const returns = stretches.some((other, j) => j !== i && other.family === s.family);
    const short = s.to - s.from <= PRE_CHORUS_SHARE * usual;
    if (after?.label === 'chorus' && before?.label === 'verse' && before.family !== s.family && short)
      s.label = 'pre-chorus';
    else if (heardChorus && heardVerse && !returns && after) s.label = 'bridge';
    else heardVerse = true;
  });
}
