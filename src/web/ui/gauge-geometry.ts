/** Where things are on the face of the needle gauge. Angles in degrees from upright, clockwise. */
export const SWEEP = 48;
export const PIVOT = { x: 160, y: 196 };

/** -48° at 0, +48° at 100; the needle rests on its pins outside. */
export function needleAngle(value: number): number {
  const held = Number.isFinite(value) ? Math.min(103, Math.max(-3, value)) : -3;
  return ((held - 50) / 50) * SWEEP;
}

export function pointAt(value: number, radius: number): { x: number; y: number } {
  const radians = (((value - 50) / 50) * SWEEP * Math.PI) / 180;
  const round = (coordinate: number) => Math.round(coordinate * 100) / 100;
  return { x: round(PIVOT.x + Math.sin(radians) * radius), y: round(PIVOT.y - Math.cos(radians) * radius) };
}

/** An arc of the scale, as SVG path data. */
export function arcPath(from: number, to: number, radius: number): string {
  const start = pointAt(from, radius);
  const end = pointAt(to, radius);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}
