/**
 * How richly the sound of a track moves, at once and in the long run. Voices and instruments, played or sampled, change
 * their timbre in many ways that have little to do with each other, and an arrangement brings and takes them away; a few
 * waveforms whose loudness is turned up and down move along a few lines, whatever else is done to them.
 */
import { TEXTURE_BANDS, type Texture } from '../form/texture.ts';
import { round } from '../round.ts';

/** Numbers that describe the shape of a spectrum, coarse to fine, without its level. */
const COEFFICIENTS = 12;
/** dB below the track's level at which the loudest band of a frame is too soft to have a timbre. */
const SOUNDING_DB = -30;
/** Seconds that are one part. */
const PART = 8;

export interface Variety {
  /** How many independent ways the timbre moves, 1 to 12, to 0.01. */
  timbreWays: number;
  /** How many the spectrum without its level does, each weighed by how far it goes, to 0.01. */
  shapeWays: number;
  /** How far the timbre moves from one part of eight seconds to the next, of how far it moves in all, to 0.001. */
  longShare: number;
}

export function measureVariety({ bands, rate }: Texture): Variety {
  const frames = toRows(bands, TEXTURE_BANDS);
  const timbres = frames.map(describeTimbre);
  const heard = timbres.filter((_, i) => Math.max(...frames[i]) > SOUNDING_DB);
  return {
    timbreWays: round(countWays(correlate(covary(heard))), 2),
    shapeWays: round(countWays(covary(frames.map(removeLevel))), 2),
    longShare: round(compareSpreads(averageParts(timbres, Math.round(PART * rate)), heard), 3),
  };
}

type Row = Float64Array;

export const toRows = (values: Float32Array, width: number): Row[] =>
  Array.from({ length: Math.floor(values.length / width) }, (_, i) =>
    Float64Array.from(values.subarray(i * width, (i + 1) * width)),
  );

/** Cosines over the bands, from half a turn on: what cepstra are made of. */
const COSINES = Array.from({ length: COEFFICIENTS }, (_, n) =>
  Float64Array.from({ length: TEXTURE_BANDS }, (_, b) =>
    Math.cos((Math.PI * (n + 1) * (b + 0.5)) / TEXTURE_BANDS),
  ),
);

const describeTimbre = (frame: Row): Row =>
  Float64Array.from(COSINES, (cosine) => {
    let sum = 0;
    for (let b = 0; b < TEXTURE_BANDS; b++) sum += cosine[b] * frame[b];
    return sum;
  });

const average = (values: Row): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function removeLevel(frame: Row): Row {
  const level = average(frame);
  return frame.map((value) => value - level);
}

/** Means of whole parts; what is left over at the end does not count. */
function averageParts(rows: readonly Row[], length: number): Row[] {
  return Array.from({ length: Math.floor(rows.length / length) }, (_, part) => {
    const mean = new Float64Array(rows[0].length);
    for (let i = part * length; i < (part + 1) * length; i++)
      for (let k = 0; k < mean.length; k++) mean[k] += rows[i][k] / length;
    return mean;
  });
}

export function covary(rows: readonly Row[]): Row[] {
  const width = rows[0]?.length ?? 0;
  const means = averageParts(rows, Math.max(1, rows.length))[0];
  const sums = Array.from({ length: width }, () => new Float64Array(width));
  for (const row of rows)
    for (let a = 0; a < width; a++) {
      const from = row[a] - means[a];
      for (let b = 0; b <= a; b++) sums[a][b] += (from * (row[b] - means[b])) / rows.length;
    }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) sums[b][a] = sums[a][b];
  return sums;
}

function correlate(covariance: readonly Row[]): Row[] {
  const spreads = covariance.map((row, a) => Math.sqrt(row[a]));
  return covariance.map((row, a) => row.map((value, b) => value / Math.max(1e-9, spreads[a] * spreads[b])));
}

/** (sum of eigenvalues)^2 over the sum of their squares, which are the trace and the squared norm. */
export function countWays(covariance: readonly Row[]): number {
  const trace = covariance.reduce((sum, row, a) => sum + row[a], 0);
  const norm = covariance.reduce((sum, row) => sum + row.reduce((all, value) => all + value * value, 0), 0);
  return norm > 0 ? (trace * trace) / norm : 0;
}

/** Spread of the means of parts over that of all, on average over the columns. */
function compareSpreads(parts: readonly Row[], all: readonly Row[]): number {
  const [long, whole] = [covary(parts), covary(all)];
  const shares = whole.map((row, a) => (row[a] > 0 && long[a] ? Math.sqrt(long[a][a] / row[a]) : 0));
  return shares.length > 0 ? average(Float64Array.from(shares)) : 0;
}
