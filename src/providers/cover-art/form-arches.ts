/** Tiles of nested arches: one tile a section, as many arches as it has energy, turned by the beat. */
import type { Scene } from './forms.ts';
import { group, n, path, rect, sample } from './shapes.ts';

export function drawArches({ w, h, tracks, palette, chance }: Scene): string {
  const columns = chance.pick([2, 3, 3, 4]);
  const size = w / columns;
  const rows = Math.ceil(h / size);
  const tiles: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const track = tracks[at % 3];
      const moment = sample(track.level, (at + 0.5) / (rows * columns));
      const rings = 3 + Math.round(3 * moment);
      const beat = track.kick[at % Math.max(1, track.kick.length)] ?? 0;
      const turn = (Math.round(beat * 7) + at * (track.syncopation > 0.4 ? 3 : 1)) % 4;
      tiles.push(drawTile(column * size, row * size, size, rings, turn * 90, at, palette));
    }
  return tiles.join('');
}

function drawTile(
  x: number,
  y: number,
  size: number,
  rings: number,
  turn: number,
  tint: number,
  palette: Scene['palette'],
): string {
  const colours = [
    palette.inks[tint % 3],
    palette.ground,
    palette.inks[(tint + 1) % 3],
    palette.shade,
    palette.accent,
  ];
  const back = rect(0, 0, size + 0.8, size + 0.8, palette.inks[(tint + 2) % 3]);
  const arcs = Array.from({ length: rings }, (_, ring) => {
    const r = size * (1 - ring / rings);
    return path(`M0 0H${n(r)}A${n(r)} ${n(r)} 0 0 1 0 ${n(r)}Z`, colours[ring % colours.length]);
  });
  return group(
    back + arcs.join(''),
    `transform="translate(${n(x)} ${n(y)}) rotate(${turn} ${n(size / 2)} ${n(size / 2)})"`,
  );
}
