/** The type of the covers: two open faces from npm, unpacked into a folder of this process for the renderer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type LetterWidth, readLetterWidths, unpackWoff } from '#platform/font-file.ts';

const FACES = [
  '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff',
  '@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-700-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-700-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-cyrillic-700-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-greek-700-normal.woff',
];

export interface Faces {
  files: string[];
  widths: LetterWidth;
}

export function openFaces(): Faces {
  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-faces-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fonts = FACES.map((face) => ({ face, ttf: unpackWoff(readFileSync(require.resolve(face))) }));
  const files = fonts.map(({ face, ttf }) => {
    const file = join(folder, basename(face).replace(/woff$/, 'ttf'));
    writeFileSync(file, ttf);
    return file;
  });
  const display = fonts
    .filter(({ face }) => face.includes('archivo'))
    .map(({ ttf }) => readLetterWidths(ttf));
  return {
    files,
    widths: (codePoint) => display.map((width) => width(codePoint)).find((width) => width !== null) ?? null,
  };
}
