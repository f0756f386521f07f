/** Straight lines between points: how a measured value becomes a mark from 0 to 1. Data, so that it can be printed. */

/** [value, mark], by rising value. Before the first and after the last point the mark stays as it is. */
export type Curve = readonly (readonly [value: number, mark: number])[];

export function markOn(curve: Curve, value: number): number {
  let after = 0;
  while (after < curve.length && !(value <= curve[after][0])) after++;
  if (after === 0) return curve[0][1];
  if (after === curve.length) return curve[after - 1][1];
  const [x0, y0] = curve[after - 1];
  const [x1, y1] = curve[after];
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}

export const bestMark = (curve: Curve): number => Math.max(...curve.map(([, mark]) => mark));

/** Values with the best mark, for 'should be near'; either end may be open. */
export function bestRange(curve: Curve): { from: number | null; to: number | null } {
  const best = bestMark(curve);
  const full = curve.filter(([, mark]) => mark === best).map(([value]) => value);
  const from = full[0] === curve[0][0] ? null : full[0];
  const last = full[full.length - 1];
  return { from, to: last === curve[curve.length - 1][0] ? null : last };
}
