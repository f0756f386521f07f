/** Tonal balance: how the energy divides between seven bands, against the reference curve. Gain changes nothing. */
import { energyDb } from '../level/decibel.ts';
import { round } from '../round.ts';
import { REFERENCE_DB } from './reference-curve.ts';
import { BAND_CENTRES, BAND_COUNT } from './third-octaves.ts';

/** Names as engineers use them; the limits are Hz and fall between third-octaves. */
const BANDS = [
  { name: 'sub', from: 35, to: 56 },
  { name: 'bass', from: 56, to: 141 },
  { name: 'low mids', from: 141, to: 355 },
  { name: 'mids', from: 355, to: 1122 },
  { name: 'high mids', from: 1122, to: 2828 },
  { name: 'presence', from: 2828, to: 5657 },
  { name: 'treble', from: 5657, to: 11025 },
] as const;

/** dB a band may differ from the curve before it counts: good mixes differ from each other by about this much. */
const TOLERANCE_DB = 4;
/** A third-octave this far below the whole (dB) is empty: what lies above the highest full one was cut or never there. */
const EMPTY_BELOW = -52;

export interface BandLevel {
  name: (typeof BANDS)[number]['name'];
  from: number;
  to: number;
  /** Energy relative to the whole, dB, to 0.1. */
  db: number;
  /** Difference from the reference curve, dB, to 0.1; above 0 is more than usual. */
  deviationDb: number;
}

export interface BandBalance {
  bands: BandLevel[];
  /** Mean deviation beyond the tolerance of 4 dB, over the seven bands, dB, to 0.1: 0 is a usual balance. */
  balanceErrorDb: number;
  /** Hz: up to where there is sound, at most 11,025. 0 for silence. */
  bandwidthHz: number;
}

/** `means`: mean square per third-octave over the track. */
export function measureBandBalance(means: Float64Array): BandBalance {
  const total = means.reduce((sum, value) => sum + value, 0);
  if (total <= 1e-12) return { bands: [], balanceErrorDb: 0, bandwidthHz: 0 };
  const bands = BANDS.map(({ name, from, to }) => {
    const db = energyDb(sumBetween(means, from, to) / total);
    const reference = energyDb(
      sumBetween(
        REFERENCE_DB.map((level) => 10 ** (level / 10)),
        from,
        to,
      ),
    );
    return { name, from, to, db: round(db, 1), deviationDb: round(db - reference, 1) };
  });
  const excess = bands.map((band) => Math.max(0, Math.abs(band.deviationDb) - TOLERANCE_DB));
  return {
    bands,
    balanceErrorDb: round(excess.reduce((sum, value) => sum + value, 0) / bands.length, 1),
    bandwidthHz: findBandwidth(means, total),
  };
}

function sumBetween(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let b = 0; b < BAND_COUNT; b++) if (BAND_CENTRES[b] >= from && BAND_CENTRES[b] < to) sum += values[b];
  return sum;
}

/** Where the level falls below the limit, on a line between the centres of the highest full band and the next. */
function findBandwidth(means: Float64Array, total: number): number {
  const levels = Array.from(means, (mean) => energyDb(mean / total));
  const top = Math.max(
    0,
    levels.findLastIndex((level) => level >= EMPTY_BELOW),
  );
  if (top === BAND_COUNT - 1) return 11025;
  const share = (levels[top] - EMPTY_BELOW) / (levels[top] - levels[top + 1]);
  return Math.round(BAND_CENTRES[top] * 2 ** (Math.max(0, share) / 3));
}
