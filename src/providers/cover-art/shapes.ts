/** SVG in few words: numbers rounded, so that the same album always gives the same text. */

export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}"${extra}/>`;

export const circle = (cx: number, cy: number, r: number, fill: string, extra = '') =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(Math.max(0, r))}" fill="${fill}"${extra}/>`;

export const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra}/>`;

export const stroke = (d: string, colour: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${extra}/>`;

export const group = (inside: string, extra: string) => `<g ${extra}>${inside}</g>`;

export interface Point {
  x: number;
  y: number;
}

/** A smooth line through all points (Catmull-Rom as Bézier curves). */
export function smooth(points: readonly Point[]): string {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))];
  let d = `M${n(points[0].x)} ${n(points[0].y)}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const a = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const b = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    d += `C${n(a.x)} ${n(a.y)} ${n(b.x)} ${n(b.y)} ${n(to.x)} ${n(to.y)}`;
  }
  return d;
}

/** A slice of a ring, angles in turns from twelve o'clock. */
export function ringSlice(
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  from: number,
  to: number,
): string {
  const point = (r: number, turn: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    return `${n(cx + r * Math.cos(angle))} ${n(cy + r * Math.sin(angle))}`;
  };
  const large = to - from > 0.5 ? 1 : 0;
  return `M${point(inner, from)}L${point(outer, from)}A${n(outer)} ${n(outer)} 0 ${large} 1 ${point(outer, to)}L${point(inner, to)}A${n(inner)} ${n(inner)} 0 ${large} 0 ${point(inner, from)}Z`;
}

/** A list read at 0 to 1, between its values too. */
export function sample(values: readonly number[], at: number): number {
  const x = Math.min(1, Math.max(0, at)) * (values.length - 1);
  const i = Math.floor(x);
  const next = values[Math.min(values.length - 1, i + 1)];
  return values[i] + (next - values[i]) * (x - i);
}

/** Means over a window of `width` values: the broad movement without the ripple. */
export function calm(values: readonly number[], width: number): number[] {
  return values.map((_, i) => {
    const part = values.slice(Math.max(0, i - width), i + width + 1);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
