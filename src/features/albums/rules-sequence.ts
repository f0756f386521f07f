/** In which order three tracks flow best: smooth keys and tempos, an opener that catches, an arc that goes somewhere. */
import { hasHook } from '#features/scoring/rules-wording.ts';
import { type AlbumTrack, clamp, mean, type Three } from './rules-album.ts';
import { keySteps, tempoChange } from './rules-keys.ts';

export type Order = Three<number>;

export const ORDERS: readonly Order[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

interface Arc {
  name: string;
  /** 0 (the usual shape of a short record) to 1 (ends with nothing left). */
  cost: number;
}

/** By the ranks of the energies in order: '012' is least first. */
const ARCS: Record<string, Arc> = {
  '012': { name: 'a steady build to the end', cost: 0 },
  '102': { name: 'a breath in the middle before the biggest track', cost: 0.1 },
  '021': { name: 'a peak in the middle', cost: 0.2 },
  '201': { name: 'a strong start, a breath, and a recovery', cost: 0.25 },
  '120': { name: 'a peak in the middle, then a quiet way out', cost: 0.35 },
  '210': { name: 'a steady fall from the first track on', cost: 1 },
};
/** Energies closer than this cannot be told apart: then there is no arc to speak of. */
const LEVEL_RANGE = 0.06;
const LEVEL: Arc = { name: 'one even level', cost: 0.3 };

export function arcOf(energies: Three<number>, order: Order): Arc {
  const values = order.map((index) => energies[index]);
  if (Math.max(...values) - Math.min(...values) < LEVEL_RANGE) return LEVEL;
  const ranks = values.map(
    (value, i) => values.filter((other, j) => other < value || (other === value && j < i)).length,
  );
  return ARCS[ranks.join('')];
}

/** 0 to 1 for going from one track to the next. A jump of 25% or six fifths is as far as it gets. */
export function stepCost({ sound: from }: AlbumTrack, { sound: to }: AlbumTrack): number {
  const sure = Math.min(from.keyConfidence, to.keyConfidence);
  const key = ((keySteps(from.key, to.key) ?? 0) / 6) * clamp(0.4 + sure);
  return mean([key, clamp(Math.abs(tempoChange(from.tempoBpm, to.tempoBpm)) / 0.25)]);
}

/** 0 to 1: an opener that takes long to get to a weak hook is a bad one; when a guess comes says nothing. 45 s is when most listeners have gone on. */
export function openerCost({ sound, score }: AlbumTrack): number {
  const hook = (score.categories.hookStrength.score ?? 0) / 100;
  return mean([1 - hook, ...(hasHook(sound) ? [clamp(sound.hook.firstAt / 45)] : [])]);
}

const WEIGHTS = { steps: 0.45, opener: 0.25, arc: 0.3 };

/** 0 (flows as well as can be) to 1. */
export function orderCost(tracks: Three<AlbumTrack>, energies: Three<number>, order: Order): number {
  const [first, second, third] = order.map((index) => tracks[index]);
  const steps = mean([stepCost(first, second), stepCost(second, third)]);
  return (
    WEIGHTS.steps * steps + WEIGHTS.opener * openerCost(first) + WEIGHTS.arc * arcOf(energies, order).cost
  );
}

/** Orders that cost as good as the same are the same: then the artist's own is kept. */
const NOTICED = 0.01;

export function findBestOrder(
  tracks: Three<AlbumTrack>,
  energies: Three<number>,
): { order: Order; cost: number; givenCost: number } {
  const costs = ORDERS.map((order) => orderCost(tracks, energies, order));
  const least = Math.min(...costs);
  const givenCost = costs[0];
  const order = givenCost - least < NOTICED ? ORDERS[0] : ORDERS[costs.indexOf(least)];
  return { order, cost: least, givenCost };
}
