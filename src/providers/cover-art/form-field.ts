/** A field of dots that the music presses: across is the first track's level, down the second's, the third makes waves. */
import type { Scene } from './forms.ts';
import { circle, rect, sample } from './shapes.ts';

export function drawField({ w, h, tracks, palette, chance }: Scene): string {
  const columns = chance.pick([26, 34, 42]);
  const pitch = w / columns;
  const rows = Math.ceil(h / pitch);
  const [fx, fy] = [chance.between(0.15, 0.85), chance.between(0.15, 0.85)];
  const waves = 1.5 + 3 * tracks[2].syncopation + tracks[2].tempoBpm / 90;
  const square = chance.bool(0.35);
  const dots: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [u, v] = [(column + 0.5) / columns, (row + 0.5) / rows];
      const bend = 0.14 * (sample(tracks[0].level, v) - 0.5) + 0.1 * (sample(tracks[1].brightness, u) - 0.5);
      const far = Math.hypot(u - fx, (v - fy) * (h / w)) + bend;
      const wave = 0.5 + 0.5 * Math.sin(2 * Math.PI * waves * far);
      const press = 0.25 + 0.45 * sample(tracks[0].level, u) + 0.3 * sample(tracks[1].level, v);
      const size = pitch * 0.56 * Math.min(1, wave ** 0.8 * (0.35 + 0.75 * press));
      if (size < pitch * 0.06) continue;
      const tint = palette.inks[far < 0.3 ? 0 : far < 0.62 ? 1 : 2];
      const colour = wave > 0.93 && press > 0.72 ? palette.accent : tint;
      const [x, y] = [(column + 0.5) * pitch, (row + 0.5) * pitch];
      dots.push(
        square
          ? rect(x - size * 0.86, y - size * 0.86, size * 1.72, size * 1.72, colour)
          : circle(x, y, size, colour),
      );
    }
  return rect(0, 0, w, h, palette.ground) + dots.join('');
}
