/**
 * Where one section ends and the next begins: the cut of the bars into stretches that are each alike inside, at a
 * price per stretch, weighed by how long sections tend to be. Found exactly, by dynamic programming.
 */
import { squaredDistance } from './self-similarity.ts';

/** Price of a section, in units of clearly different bars. */
const SECTION_PRICE = 1;
/** Sections are most often this share of a track, between these bounds in seconds; price per squared octave off it. */
const TYPICAL_SHARE = 1 / 7;
const TYPICAL_SECONDS: [number, number] = [6, 22];
const LENGTH_PRICE = 0.35;
/** A section whose bars are no multiple of two, or of four, costs this much more. */
const ODD_PRICE = 0.5;
const UNEVEN_PRICE = 0.2;
/** Seconds; nothing shorter is a section of its own, least of all the last echo. */
const MIN_SECONDS = 3;
const TOO_SHORT = 1e6;
/** Longest section considered, in bars. */
const MAX_BARS = 64;

/** Indices of the bars at which sections start, and the number of bars at the end. */
export function cutBars(rows: readonly Float32Array[], times: Float64Array): number[] {
  const count = rows.length;
  const inside = insideCosts(rows, barWeights(times));
  const seconds = times[count];
  const typical = Math.min(TYPICAL_SECONDS[1], Math.max(TYPICAL_SECONDS[0], seconds * TYPICAL_SHARE));
  const best = new Float64Array(count + 1).fill(Infinity);
  const from = new Int32Array(count + 1);
  best[0] = 0;
  for (let end = 1; end <= count; end++) {
    for (let start = Math.max(0, end - MAX_BARS); start < end; start++) {
      const cost = best[start] + inside(start, end) + lengthPrice(start, end, times, typical, end === count);
      if (cost < best[end]) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const cuts = [count];
  for (let at = count; at > 0; at = from[at]) cuts.unshift(from[at]);
  return cuts;
}

function lengthPrice(
  start: number,
  end: number,
  times: Float64Array,
  typical: number,
  last: boolean,
): number {
  const bars = end - start;
  const octaves = Math.log2((times[end] - times[start]) / typical);
  // The first and last sections are often cut short: nothing is held against them for it.
  const free = (start === 0 || last) && octaves < 0;
  const uneven = last ? 0 : bars % 2 === 1 ? ODD_PRICE : bars % 4 === 2 ? UNEVEN_PRICE : 0;
  if (times[end] - times[start] < MIN_SECONDS && bars < times.length - 1) return TOO_SHORT;
  return SECTION_PRICE + (free ? 0.4 : 1) * LENGTH_PRICE * octaves * octaves + uneven;
}

/** A bar cut short at the end of the track weighs only as much as is left of it. */
function barWeights(times: Float64Array): Float64Array {
  const lengths = Array.from({ length: times.length - 1 }, (_, i) => times[i + 1] - times[i]);
  const usual = [...lengths].sort((a, b) => a - b)[lengths.length >> 1];
  return Float64Array.from(lengths, (length) => Math.min(1, length / usual) ** 2);
}

/** Weighted sum of squared distances of the bars of a stretch from their mean, from running sums. */
function insideCosts(
  rows: readonly Float32Array[],
  weights: Float64Array,
): (start: number, end: number) => number {
  const dims = rows[0]?.length ?? 0;
  const sums = new Float64Array((rows.length + 1) * dims);
  const squares = new Float64Array(rows.length + 1);
  const masses = new Float64Array(rows.length + 1);
  const zero = new Float32Array(dims);
  rows.forEach((row, i) => {
    for (let d = 0; d < dims; d++) sums[(i + 1) * dims + d] = sums[i * dims + d] + weights[i] * row[d];
    squares[i + 1] = squares[i] + weights[i] * squaredDistance(row, zero);
    masses[i + 1] = masses[i] + weights[i];
  });
  return (start, end) => {
    let meanPower = 0;
    for (let d = 0; d < dims; d++) meanPower += (sums[end * dims + d] - sums[start * dims + d]) ** 2;
    return Math.max(0, squares[end] - squares[start] - meanPower / (masses[end] - masses[start]));
  };
}
