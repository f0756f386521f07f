// How near a measured track comes to what is known of it: the rules by which accuracy is counted.
import { PITCH_CLASSES } from '#audio/harmony/key.ts';
import type { Measures } from '#audio/measure.ts';
import type { SongTruth, Span } from '../../composer/song-spec.ts';

/** Seconds a boundary may lie off (as the MIREX structure task counts it). */
const BOUNDARY_TOLERANCE = 3;
/** Share of the reported hook that must lie within true hooks. */
const HOOK_INSIDE = 0.7;
const SYNTHETIC_TEMPO_TOLERANCE = 0.01;

export const nearTempo = (measured: number, truth: number, tolerance: number): boolean =>
  Math.abs(measured / truth - 1) <= tolerance;

/** Harmonic mean of precision and recall; each boundary is matched at most once, nearest first in order of time. */
export function boundaryF(measured: readonly number[], truth: readonly number[]): number {
  if (truth.length === 0) return measured.length === 0 ? 1 : 0;
  const left = new Set(measured);
  let hits = 0;
  for (const time of truth) {
    const nearest = [...left].sort((a, b) => Math.abs(a - time) - Math.abs(b - time))[0];
    if (nearest === undefined || Math.abs(nearest - time) > BOUNDARY_TOLERANCE) continue;
    left.delete(nearest);
    hits++;
  }
  return measured.length + truth.length > 0 ? (2 * hits) / (measured.length + truth.length) : 0;
}

export function shareInside(span: Span, spans: readonly Span[]): number {
  const inside = spans.reduce(
    (sum, s) => sum + Math.max(0, Math.min(s.end, span.end) - Math.max(s.start, span.start)),
    0,
  );
  return span.end > span.start ? inside / (span.end - span.start) : 0;
}

export interface SongComparison {
  name: string;
  style: string;
  tempo: { truth: number; measured: number; ok: boolean };
  key: { truth: string; measured: string; ok: boolean };
  boundaryF: number;
  hook: { inside: number; ok: boolean };
  genre: { truth: string; measured: string; ok: boolean };
}

export function compareSong(truth: SongTruth, measures: Measures): SongComparison {
  const key = PITCH_CLASSES[truth.tonic] + (truth.mode === 'minor' ? 'm' : '');
  const inside = shareInside(measures.hook, truth.hooks);
  const starts = (sections: readonly Span[]) => sections.slice(1).map((s) => s.start);
  return {
    name: `synthetic ${truth.seed}`,
    style: truth.substyle,
    tempo: {
      truth: truth.tempoBpm,
      measured: measures.tempoBpm,
      ok: nearTempo(measures.tempoBpm, truth.tempoBpm, SYNTHETIC_TEMPO_TOLERANCE),
    },
    key: { truth: key, measured: measures.key, ok: key === measures.key },
    boundaryF: boundaryF(starts(measures.sections), starts(truth.sections)),
    hook: { inside, ok: inside >= HOOK_INSIDE },
    genre: { truth: truth.genre, measured: measures.genre.genre, ok: truth.genre === measures.genre.genre },
  };
}

export interface Reference {
  track: string;
  lufs: number;
  range: number;
  truePeak: number;
  /** Null: independent tools find no valid tempo. */
  bpm: number | null;
  keys: string[];
}

/** Reads the table of what independent tools say, tab-separated with a heading line. */
export function readReferences(text: string): Reference[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [track, , lufs, range, truePeak, bpm, key] = line.trim().split('\t');
      return {
        track,
        lufs: Number(lufs),
        range: Number(range),
        truePeak: Number(truePeak),
        bpm: bpm === 'unsteady' ? null : Number(bpm),
        keys: key.split('|'),
      };
    });
}

const LIMITS = { lufs: 0.1, range: 0.5, truePeak: 0.3, tempo: 0.02, unsteadyConfidence: 0.35 } as const;

export interface TrackComparison {
  reference: Reference;
  measures: Measures;
  ok: { lufs: boolean; range: boolean; truePeak: boolean; tempo: boolean; key: boolean };
}

export function compareTrack(reference: Reference, measures: Measures): TrackComparison {
  const near = (a: number, b: number, limit: number) => Math.abs(a - b) <= limit + 1e-9;
  return {
    reference,
    measures,
    ok: {
      lufs: near(measures.integratedLufs, reference.lufs, LIMITS.lufs),
      range: near(measures.loudnessRange, reference.range, LIMITS.range),
      truePeak: near(measures.truePeakDb, reference.truePeak, LIMITS.truePeak),
      tempo:
        reference.bpm === null
          ? measures.tempoConfidence < LIMITS.unsteadyConfidence
          : nearTempo(measures.tempoBpm, reference.bpm, LIMITS.tempo),
      key: reference.keys.includes(measures.key),
    },
  };
}

const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

/** Marks for a key as they are usually given (MIREX): 1 the key, 0.5 a fifth off, 0.3 the relative, 0.2 the parallel; the best of several truths. */
export function rateKey(key: string, truths: readonly string[]): number {
  return Math.max(0, ...truths.map((truth) => rateOne(key, truth)));
}

function rateOne(key: string, truth: string): number {
  const [a, b] = [key, truth].map((name) => ({
    root: NOTES.indexOf(name.replace(/m$/, '')),
    minor: name.endsWith('m'),
  }));
  const up = (a.root - b.root + 12) % 12;
  if (a.minor === b.minor) return up === 0 ? 1 : up === 5 || up === 7 ? 0.5 : 0;
  if (up === (b.minor ? 3 : 9)) return 0.3;
  return up === 0 ? 0.2 : 0;
}
