/**
 * Cuts the three faces down to what the site sets in them: the letters of western Europe and a few signs, and the part
 * of each axis that styles.css uses. That is two thirds of what comes with the packages, on the way to every new visitor.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont, { type VariationAxes } from 'subset-font';
import type { Plugin } from 'vite';

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)).join('');

/** Basic Latin and Latin-1, and the punctuation, arrows and signs that stand in our own sentences. */
const LETTERS = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ŒœŠšŽžŸıʼ–—‘’‚“”„†•…‰‹›€™−×·←↑→↓▲▼≈≠≤≥`;

interface Face {
  file: string;
  from: string;
  axes: VariationAxes;
}

export const FACES: readonly Face[] = [
  {
    file: 'archivo.woff2',
    from: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: { min: 700, max: 900 }, wdth: { min: 66, max: 125 } },
  },
  {
    file: 'inter.woff2',
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    file: 'jetbrains-mono.woff2',
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** Writes the cut faces into a folder, for style sheets to name as `@faces/…`. */
export function cutFaces(folder: string): Plugin {
  return {
    name: 'cut-faces',
    config: () => ({ resolve: { alias: { '@faces': folder } } }),
    async buildStart() {
      await mkdir(folder, { recursive: true });
      await Promise.all(FACES.map(async (face) => writeFile(join(folder, face.file), await cutFace(face))));
    },
  };
}

export async function cutFace({ from, axes }: Face): Promise<Buffer> {
  const whole = await readFile(createRequire(import.meta.url).resolve(from));
  return subsetFont(whole, LETTERS, { targetFormat: 'woff2', variationAxes: axes });
}
