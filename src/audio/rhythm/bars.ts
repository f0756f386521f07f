/**
 * The bars of a track and what happens in each, as rows of numbers: texture, harmony, drums and level. Sections, hook
 * and repetition are all found on these rows, so memory stays at a few hundred rows however long the track is.
 */

import { TEXTURE_BANDS, type Texture } from '../form/texture.ts';
import type { Chroma } from '../harmony/chroma.ts';
import { averageBetween, peakNear } from './beat-sync.ts';
import type { Onsets } from './onsets.ts';

/** Without a metre to trust, time is cut into stretches of this many seconds. */
const PLAIN_BAR_SECONDS = 2;
/** A bar is kept between these; slower or faster ones are joined or halved. */
const MIN_BAR_SECONDS = 1.2;

export interface Bars {
  /** Start of every bar and the end of the last, in seconds; from 0 to the end of the track. */
  times: Float64Array;
  /** dB in 20 mel bands. */
  texture: Float32Array[];
  /** How much each of 20 mel bands moves within the bar, in dB: voices and drums move, pads do not. */
  movement: Float32Array[];
  /** 12 pitch classes, unit length. */
  harmony: Float32Array[];
  /** Mean stroke of kick, snare, hat. */
  drums: Float32Array[];
  /** dB relative to the track's level. */
  level: Float32Array;
}

export function planBars(downbeats: readonly number[], seconds: number): Float64Array {
  if (downbeats.length < 4) return plainBars(seconds);
  const bar = (downbeats[downbeats.length - 1] - downbeats[0]) / (downbeats.length - 1);
  const stride = bar < MIN_BAR_SECONDS ? 2 : 1;
  const times = downbeats.filter((_, i) => i % stride === 0);
  const length = bar * stride;
  // Bars go on before the first and after the last beat that was heard.
  while (times[0] > 0.6 * length) times.unshift(times[0] - length);
  while (seconds - times[times.length - 1] > 1.4 * length) times.push(times[times.length - 1] + length);
  if (seconds - times[times.length - 1] < 0.4 * length) times.pop();
  times[0] = 0;
  times.push(seconds);
  return Float64Array.from(times);
}

function plainBars(seconds: number): Float64Array {
  const count = Math.max(1, Math.round(seconds / PLAIN_BAR_SECONDS));
  return Float64Array.from({ length: count + 1 }, (_, i) => (i * seconds) / count);
}

export function describeBars(times: Float64Array, texture: Texture, chroma: Chroma, onsets: Onsets): Bars {
  const bands = averageBetween(texture.bands, TEXTURE_BANDS, texture.rate, times);
  return {
    times,
    texture: bands,
    movement: bands.map((mean, i) => movementWithin(texture, times[i], times[i + 1], mean)),
    harmony: averageBetween(chroma.harmony, 12, chroma.rate, times).map(unit),
    drums: bands.map((_, i) => strokes(onsets, times[i], times[i + 1])),
    level: Float32Array.from(bands, loudness),
  };
}

function movementWithin(
  { bands, rate }: Texture,
  from: number,
  to: number,
  mean: Float32Array,
): Float32Array {
  const first = Math.round(from * rate);
  const last = Math.min(bands.length / TEXTURE_BANDS, Math.max(first + 1, Math.round(to * rate)));
  const sum = new Float32Array(TEXTURE_BANDS);
  for (let f = first; f < last; f++) {
    for (let b = 0; b < TEXTURE_BANDS; b++) sum[b] += Math.abs(bands[f * TEXTURE_BANDS + b] - mean[b]);
  }
  return sum.map((v) => v / Math.max(1, last - first));
}

/** Mean over eighths of a second of the strongest stroke of each drum. */
function strokes(onsets: Onsets, from: number, to: number): Float32Array {
  const steps = Math.max(1, Math.round((to - from) * 8));
  const out = new Float32Array(3);
  [onsets.kick, onsets.snare, onsets.hat].forEach((curve, d) => {
    for (let s = 0; s < steps; s++)
      out[d] += peakNear(curve, onsets.rate, from + ((s + 0.5) / steps) * (to - from), 0.06) / steps;
  });
  return out;
}

function loudness(bands: Float32Array): number {
  let power = 0;
  for (const db of bands) power += 10 ** (db / 10);
  return 10 * Math.log10(power / bands.length);
}

function unit(row: Float32Array): Float32Array {
  const norm = Math.hypot(...row);
  return norm > 0 ? row.map((v) => v / norm) : row;
}
