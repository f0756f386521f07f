/** The bar as a game board: one square a step; kick is a disc, snare a quarter, hats are stripes, silence rests. */

import type { CoverTrack } from '#ports/cover-art.ts';
import type { Scene } from './forms.ts';
import { circle, n, path, rect } from './shapes.ts';

/** Below this a step is not struck. */
const STRUCK = 0.28;

export function drawSteps({ w, h, tracks, palette, chance }: Scene): string {
  const columns = chance.pick([4, 4, 6, 8]);
  const cell = w / columns;
  const rows = Math.ceil(h / cell);
  const lead = chance.pick([0, 1, 2]);
  const cells: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const step = row * columns + column;
      const track = tracks[(lead + Math.floor(step / 16)) % 3];
      cells.push(
        drawStep(track, step, column * cell, row * cell, cell, (lead + row + column) % 3, {
          w,
          h,
          tracks,
          palette,
          chance,
        }),
      );
    }
  }
  return cells.join('');
}

function drawStep(
  track: CoverTrack,
  step: number,
  x: number,
  y: number,
  size: number,
  tint: number,
  { palette, chance }: Scene,
): string {
  const at = step % Math.max(1, track.kick.length);
  const [kick, snare, hat] = [track.kick[at] ?? 0, track.snare[at] ?? 0, track.hat[at] ?? 0];
  const [ink, other] = [palette.inks[tint], palette.inks[(tint + 1) % 3]];
  const back = rect(x, y, size + 0.5, size + 0.5, chance.bool(0.3) ? palette.shade : palette.ground);
  if (kick >= snare && kick > STRUCK) {
    const r = (size / 2) * (0.55 + 0.45 * kick);
    return (
      (chance.bool(0.5) ? rect(x, y, size + 0.5, size + 0.5, other) : back) +
      circle(x + size / 2, y + size / 2, r, ink) +
      circle(x + size / 2, y + size / 2, r * 0.42, chance.bool(0.4) ? palette.accent : palette.ground)
    );
  }
  if (snare > STRUCK) {
    const turn = chance.pick([0, 90, 180, 270]);
    const quarter = `M0 0H${n(size)}A${n(size)} ${n(size)} 0 0 1 0 ${n(size)}Z`;
    const place = ` transform="translate(${n(x)} ${n(y)}) rotate(${turn} ${n(size / 2)} ${n(size / 2)})"`;
    return (
      rect(x, y, size + 0.5, size + 0.5, ink) +
      path(quarter, chance.bool(0.25) ? palette.accent : other, place)
    );
  }
  if (hat > STRUCK) {
    const stripes = 4 + (step % 3);
    const thick = size / stripes / 2;
    const upright = chance.bool();
    return (
      back +
      Array.from({ length: stripes }, (_, i) =>
        upright
          ? rect(x + i * 2 * thick, y, thick * (0.5 + 0.6 * hat), size, ink)
          : rect(x, y + i * 2 * thick, size, thick * (0.5 + 0.6 * hat), ink),
      ).join('')
    );
  }
  return back + (chance.bool(0.35) ? circle(x + size / 2, y + size / 2, size * 0.07, ink) : '');
}
