/** Sets title and artist over the foot of a picture that somebody else made. */
import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { type CoverFacts, COVER_SIZE as SIZE } from '#ports/cover-art.ts';
import { openFaces } from './faces.ts';
import { DISPLAY, fitSmall, fitWords, setBlock, setSmall } from './lettering.ts';

const MARGIN = 84;
const BONE = '#F3EDE2';
let faces: ReturnType<typeof openFaces> | undefined;

export async function setTitle(picture: Buffer, { albumName, artistName }: CoverFacts): Promise<Buffer> {
  faces ??= openFaces();
  const block = fitWords(albumName, { w: SIZE - 2 * MARGIN, h: 190, largest: 210 }, faces.widths, 2);
  const name = fitSmall(artistName, SIZE - 2 * MARGIN, 42);
  const top = SIZE - MARGIN - 74 - block.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><defs><linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="0.55" stop-color="#000" stop-opacity="0.78"/></linearGradient></defs><rect y="${top - 260}" width="${SIZE}" height="${SIZE - top + 260}" fill="url(#foot)"/>${setBlock(block, MARGIN, top, BONE)}${setSmall(name.text, MARGIN, SIZE - MARGIN, name.size, BONE)}</svg>`;
  const font = { fontFiles: faces.files, loadSystemFonts: true, defaultFontFamily: DISPLAY };
  const letters = await renderAsync(svg, { font, logLevel: 'off' });
  return sharp(picture)
    .flatten()
    .composite([{ input: letters.asPng() }])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
