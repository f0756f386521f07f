/** A road of stripes that turns where the sections turn: up when the music rises, down when it falls. */
import type { Scene } from './forms.ts';
import { group, n, sample, stroke } from './shapes.ts';

/** Where a value stands among its like, 0 to 1: the road uses the whole height whatever the music's range. */
const rankOf = (value: number, all: readonly number[]) =>
  all.filter((other) => other < value).length / Math.max(1, all.length - 1);

export function drawRibbons({ w, h, tracks, palette, chance }: Scene): string {
  const lanes = [palette.inks[0], palette.inks[1], palette.accent, palette.inks[2], palette.shade];
  const steps = chance.pick([3, 4, 5]);
  const width = Math.min(w, h) * chance.between(0.34, 0.5);
  const run = w / steps;
  const levels = Array.from({ length: steps + 2 }, (_, i) => {
    const track = tracks[Math.min(2, Math.floor((i / (steps + 1)) * 3))];
    return sample(track.level, ((i * 0.37) % 1) * 0.8 + 0.1) + sample(track.brightness, i / (steps + 1));
  });
  const heights = levels.map((level) => h * (0.88 - 0.76 * rankOf(level, levels)));
  let d = `M${n(-run)} ${n(heights[0])}`;
  let y = heights[0];
  for (let i = 0; i <= steps; i++) {
    const x = i * run;
    const to = heights[i + 1];
    const r = Math.min(run / 2, Math.abs(to - y) / 2);
    const down = to > y ? 1 : -1;
    // Along, round a corner, up or down, round the other corner: the turns of a road marking.
    d += `H${n(x - r)}A${n(r)} ${n(r)} 0 0 ${down > 0 ? 1 : 0} ${n(x)} ${n(y + down * r)}V${n(to - down * r)}A${n(r)} ${n(r)} 0 0 ${down > 0 ? 0 : 1} ${n(x + r)} ${n(to)}`;
    y = to;
  }
  d += `H${n(w + run)}`;
  const stripes = lanes.map((colour, lane) =>
    stroke(d, colour, width * (1 - lane / lanes.length), ' stroke-linejoin="round"'),
  );
  const edge = stroke(d, palette.ground, width * 1.06);
  const tilt = chance.pick([0, 0, 90, 45, -45]);
  const zoom = tilt % 90 === 0 ? 1 : 1.35;
  return group(
    edge + stripes.join(''),
    `transform="translate(${n(w / 2)} ${n(h / 2)}) rotate(${tilt}) scale(${zoom}) translate(${n(-w / 2)} ${n(-h / 2)})"`,
  );
}
