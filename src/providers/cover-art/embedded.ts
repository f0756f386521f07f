/** Our own covers: drawn from the album's sound, printed with a little grain. No account, no network, no chance. */
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import {
  COVER_SIZE,
  type CoverArt,
  type CoverFacts,
  type CoverPicture,
  PRINT_SIZE,
} from '#ports/cover-art.ts';
import { type Drawing, drawCover } from './draw-cover.ts';
import { type Faces, openFaces } from './faces.ts';
import { DISPLAY } from './lettering.ts';
import { seedChance } from './seeded.ts';

/** Raised whenever the same album would look different. */
const VERSION = 'soundcheck covers 1';
/** Letters our two faces have; others are drawn with what the machine has, and looking for that takes longer. */
const KNOWN_LETTERS = /^[ -\u024f\u0370-\u04ff\u2000-\u20cf\s]*$/u;

export function openEmbeddedCovers(): CoverArt {
  let faces: Faces | undefined;
  const draw = async (facts: CoverFacts, size: number, signal?: AbortSignal): Promise<CoverPicture> => {
    faces ??= openFaces();
    const drawing = drawCover(facts, faces.widths);
    const options: ResvgRenderOptions = {
      fitTo: { mode: 'width', value: size },
      font: {
        fontFiles: faces.files,
        loadSystemFonts: !KNOWN_LETTERS.test(facts.albumName + facts.artistName),
        defaultFontFamily: DISPLAY,
      },
      logLevel: 'off',
    };
    const image = await renderAsync(drawing.svg, options, signal ?? null);
    return { bytes: await print(image.asPng(), drawing, size), contentType: 'image/jpeg', by: VERSION };
  };
  return {
    name: VERSION,
    drawCover: (facts, signal) => draw(facts, COVER_SIZE, signal),
    printCover: (facts, signal) => draw(facts, PRINT_SIZE, signal),
  };
}

/** Ink on paper: a fine grain, stronger for harder music, then JPEG as stores take it. */
async function print(png: Buffer, { grain, seed }: Drawing, size: number): Promise<Buffer> {
  const noise = Buffer.alloc(size * size);
  const chance = seedChance(`${seed} grain`);
  const depth = 26 * grain;
  for (let i = 0; i < noise.length; i++) noise[i] = 128 + depth * (chance.next() + chance.next() - 1);
  const raw = { raw: { width: size, height: size, channels: 1 as const } };
  const paper = await sharp(noise, raw).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer();
  return sharp(png)
    .flatten()
    .composite([{ input: paper, blend: 'overlay' }])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
