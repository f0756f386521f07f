/** The release on one page, for people: credits, codes and how it was made, as a PDF. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { unpackWoff } from '#platform/font-file.ts';
import { ROLE_WORDS } from './copy.ts';
import { sayAiUse } from './format-ai.ts';
import { normaliseEan, normaliseIsrc } from './rules-codes.ts';
import { sayLength } from './rules-master.ts';
import type { ReleasePackage } from './rules-package.ts';

/** One face in several files, each with some alphabets: the first that has a sign is used. */
const FACES: [name: string, signs: RegExp][] = [
  ['cyrillic', /[\u0400-\u04ff]/],
  ['greek', /[\u0370-\u03ff]/],
  ['latin-ext', /[\u0100-\u02ff\u1e00-\u1eff]/],
  ['latin', /./su],
];
/** Signs outside of all of them. */
const UNKNOWN = /[^\u0020-\u04ff\u1e00-\u1eff\u2010-\u2122\n]/gu;
const MARGIN = 48;

export async function printOneSheet(pack: ReleasePackage, cover: Buffer): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({ size: 'A4', margin: MARGIN, info: { Title: pack.draft.title } });
  const require = createRequire(import.meta.url);
  for (const [name] of FACES)
    pdf.registerFont(
      name,
      unpackWoff(
        readFileSync(
          require.resolve(`@fontsource/jetbrains-mono/files/jetbrains-mono-${name}-400-normal.woff`),
        ),
      ),
    );
  const small = await sharp(cover).resize(480, 480).jpeg({ quality: 85 }).toBuffer();
  pdf.image(small, MARGIN, MARGIN, { width: 120 });
  const indent = MARGIN + 140;
  pdf.y = MARGIN;
  writeLine(pdf, pack.draft.title, 20, indent);
  for (const line of describeRelease(pack)) writeLine(pdf, line, 9, indent);
  pdf.y = Math.max(pdf.y, MARGIN + 136);
  for (const line of describeTracks(pack)) writeLine(pdf, line, 9, MARGIN);
  pdf.end();
  return buffer(pdf);
}

function writeLine(pdf: PDFKit.PDFDocument, text: string, size: number, x: number): void {
  const runs = splitByFace(text.replace(UNKNOWN, '?') || ' ');
  pdf.fontSize(size);
  runs.forEach(({ face, words }, at) => {
    pdf.font(face);
    const options = { continued: at + 1 < runs.length, lineGap: 2 };
    if (at === 0) pdf.text(words, x, pdf.y, options);
    else pdf.text(words, options);
  });
}

/** Neighbouring signs of one face together. */
function splitByFace(text: string): { face: string; words: string }[] {
  const runs: { face: string; words: string }[] = [];
  for (const sign of text) {
    const face = FACES.find(([, signs]) => signs.test(sign))![0];
    const last = runs.at(-1);
    if (last?.face === face) last.words += sign;
    else runs.push({ face, words: sign });
  }
  return runs;
}

function describeRelease({ draft }: ReleasePackage): string[] {
  const { mode, codes } = draft.territories;
  const where =
    mode === 'world' ? 'Worldwide' : `${mode === 'only' ? 'Only' : 'World except'} ${codes.join(' ')}`;
  return [
    draft.mainArtists.join(', '),
    ...(draft.version ? [draft.version] : []),
    `${draft.genre}, out on ${draft.releaseDate}, ${where}`,
    `UPC/EAN ${normaliseEan(draft.upc)}`,
    `Label ${draft.label}`,
    `(P) ${draft.pLine.year} ${draft.pLine.owner}`,
    `(C) ${draft.cLine.year} ${draft.cLine.owner}`,
    sayAiUse(draft.ai) ?? '',
  ];
}

const describeTracks = ({ draft, tracks }: ReleasePackage): string[] =>
  draft.tracks.flatMap((track, at) => [
    '',
    `${at + 1}  ${track.title}${track.version ? ` (${track.version})` : ''}  ${sayLength(tracks[at].seconds)}`,
    ...(track.featuredArtists.length > 0 ? [`   with ${track.featuredArtists.join(', ')}`] : []),
    `   ISRC ${normaliseIsrc(track.isrc)}, ${track.language}, ${track.explicit === 'explicit' ? 'explicit' : 'not explicit'}`,
    ...track.writers.map(({ name, role, share }) => `   ${name}: ${ROLE_WORDS[role]}, ${share}%`),
    `   Produced by ${track.producers.join(', ')}`,
  ]);
