/**
 * How like real music a track moves, whatever its tempo, harmony or loudness: four traits that recorded and produced music
 * has, electronic or played, and music from a few lines of script does not have all at once. Each says little alone (an
 * ambient piece has one timbre, a rag returns evenly), so that it is their sum that bounds the score, and none can make up
 * for more than its weight.
 *
 * The curves run from -1, below all of 26 real recordings, over 0 at the lowest of them to 1 at their 60th percentile. The
 * weights are those that tell these recordings best from 65 songs by formula (docs/method/opponent.md).
 */
import { type Curve, markOn } from './rules-curve.ts';
import type { AnalysedTrack } from './rules-shape.ts';

interface Trait {
  read(track: AnalysedTrack): number;
  curve: Curve;
  weight: number;
  /** What is said where it is missing. */
  missing: string;
}

// biome-ignore format: a curve is a line of points
const TRAITS: readonly Trait[] = [
  { read: (h) => h.nature.timbreWays, curve: [[2, -1], [3.87, 0], [5.4, 0.5], [7.5, 1]], weight: 2.9, missing: 'its timbre changes in few ways' },
  { read: (h) => h.nature.longShare, curve: [[0.19, -1], [0.295, 0], [0.37, 0.5], [0.455, 1]], weight: 1.1, missing: 'its parts sound alike' },
  { read: (h) => h.nature.farthestDb / Math.max(0.1, h.nature.closestDb), curve: [[0.86, -1], [1.63, 0], [2.23, 0.5], [3.06, 1]], weight: 1.3, missing: 'whatever returns, returns equally closely' },
  { read: (h) => h.nature.shapeWays, curve: [[1.15, -1], [2.23, 0], [3.1, 0.5], [4.3, 1]], weight: 1, missing: 'its highs and lows move together' },
];

/** -6.3 to 6.3: real music at hand that scores 60 and more comes to 3.3 and more. */
export const rateLikeness = (track: AnalysedTrack): number =>
  TRAITS.reduce((sum, { read, curve, weight }) => sum + weight * markOn(curve, read(track)), 0);

/** The least like first; at least one. */
export function listMissing(track: AnalysedTrack): string[] {
  const marks = TRAITS.map(({ read, curve, missing }) => ({ missing, mark: markOn(curve, read(track)) }));
  const rated = marks.sort((a, b) => a.mark - b.mark);
  return rated.filter(({ mark }, i) => i === 0 || mark < 0.3).map(({ missing }) => missing);
}
