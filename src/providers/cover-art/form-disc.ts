/** A record seen close: three rings, one a track, cut where its sections begin, spoked by its level. */
import type { Scene } from './forms.ts';
import { circle, path, ringSlice, sample } from './shapes.ts';

const SPOKES = 132;

export function drawDisc({ w, h, tracks, palette, chance }: Scene): string {
  const [cx, cy] = [w * chance.pick([0.12, 0.5, 0.5, 0.82]), h * chance.pick([0.18, 0.5, 0.62, 0.9])];
  const reach = Math.max(
    Math.hypot(Math.max(cx, w - cx), Math.max(cy, h - cy)) * 0.92,
    Math.min(w, h) * 0.62,
  );
  const hole = reach * 0.1;
  const band = (reach - hole) / 3;
  const start = chance.next();
  const rings = tracks.map((track, index) => {
    const inner = hole + band * index;
    const whole = Math.max(1, track.durationSeconds);
    const slices = track.sections.map((section, at) => {
      const from = start + section.start / whole;
      const to = start + Math.min(1, section.end / whole) - 0.002;
      const fill = at % 2 === 0 ? palette.inks[index] : palette.shade;
      return path(ringSlice(cx, cy, inner, inner + band * 0.97, from, Math.max(from + 0.004, to)), fill);
    });
    const spokes = Array.from({ length: SPOKES }, (_, spoke) => {
      const turn = spoke / SPOKES;
      const length = band * (0.06 + 0.86 * sample(track.level, turn));
      const from = start + turn;
      return path(
        ringSlice(cx, cy, inner + band * 0.03, inner + length, from, from + 0.42 / SPOKES),
        palette.ground,
      );
    });
    return slices.join('') + spokes.join('');
  });
  return (
    rings.join('') + circle(cx, cy, hole * 0.94, palette.accent) + circle(cx, cy, hole * 0.22, palette.ground)
  );
}
