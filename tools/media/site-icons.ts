// The site's icons, all from one drawing of the mark: four level bars on ink.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const BARS = [9, 18, 12, 15];

/** `rim` is the empty share on each side: launchers cut circles out of their icons. */
function drawIcon(size: number, rim: number, radius: number): string {
  const unit = (size * (1 - 2 * rim)) / 22;
  const left = size * rim;
  const bottom = size / 2 + 9 * unit;
  const bars = BARS.map((height, i) => {
    const [x, y, w, h] = [left + i * 6 * unit, bottom - height * unit, 4 * unit, height * unit].map(
      (value) => Math.round(value * 100) / 100,
    );
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${radius}" fill="#0E0D0B"/><g fill="#FFB224">${bars.join('')}</g></svg>\n`;
}

export function buildIcons(folder: string): void {
  writeFileSync(join(folder, 'favicon.svg'), drawIcon(32, 0.156, 4));
  const pictures = [
    ['icon-192.png', 192, 0.24, 0],
    ['icon-512.png', 512, 0.24, 0],
    ['apple-touch-icon.png', 180, 0.2, 0],
  ] as const;
  for (const [file, size, rim, radius] of pictures)
    writeFileSync(join(folder, file), new Resvg(drawIcon(size, rim, radius)).render().asPng());
}
