/** Sets title and artist: as large as the room allows, on as few lines as that takes, always on a quiet ground. */
import type { LetterWidth } from '#platform/font-file.ts';
import { n } from './shapes.ts';

export const DISPLAY = 'Archivo Black';
export const MONO = 'JetBrains Mono';

/** Letters our faces lack are drawn with the machine's own, about this wide (em). */
const STRANGER = 0.95;
const TIGHT = -0.02;
const LEADING = 0.9;

export interface Block {
  lines: string[];
  size: number;
  /** From the top of the capitals of the first line to the baseline of the last, in pixels. */
  height: number;
}

export function widthOf(text: string, size: number, letters: LetterWidth): number {
  let width = 0;
  for (const letter of text) width += (letters(letter.codePointAt(0) ?? 0) ?? STRANGER) + TIGHT;
  return width * size;
}

/** The largest setting of the words that fits a box, on one to `most` lines. */
export function fitWords(
  text: string,
  box: { w: number; h: number; largest: number },
  letters: LetterWidth,
  most = 4,
): Block {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean);
  let best: Block | null = null;
  for (let count = 1; count <= Math.min(most, words.length); count++) {
    const lines = breakEvenly(words, count, letters);
    const widest = Math.max(...lines.map((line) => widthOf(line, 1, letters)));
    const size = Math.min(box.largest, box.w / widest, box.h / (CAPITALS + (lines.length - 1) * LEADING));
    if (!best || size > best.size * 1.04) best = { lines, size, height: heightOf(lines.length, size) };
  }
  return cutShort(best ?? { lines: [''], size: box.largest, height: 0 }, box, letters);
}

const CAPITALS = 0.7;
const heightOf = (lines: number, size: number) => size * (CAPITALS + (lines - 1) * LEADING);
/** Below this size (pixels) words are cut rather than set smaller. */
const SMALLEST = 44;

function cutShort(block: Block, box: { w: number }, letters: LetterWidth): Block {
  if (block.size >= SMALLEST) return block;
  const lines = block.lines.map((line) => {
    let kept = line;
    while (kept.length > 1 && widthOf(`${kept}…`, SMALLEST, letters) > box.w) kept = kept.slice(0, -1);
    return kept === line ? line : `${kept.trimEnd()}…`;
  });
  const shown = lines.slice(0, 2);
  return { lines: shown, size: SMALLEST, height: heightOf(shown.length, SMALLEST) };
}

/** Words in their order on `count` lines whose longest is as short as can be. */
function breakEvenly(words: readonly string[], count: number, letters: LetterWidth): string[] {
  if (count === 1) return [words.join(' ')];
  let best: string[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let cut = 1; cut <= words.length - count + 1; cut++) {
    const lines = [words.slice(0, cut).join(' '), ...breakEvenly(words.slice(cut), count - 1, letters)];
    const widest = Math.max(...lines.map((line) => widthOf(line, 1, letters)));
    if (widest < least) {
      least = widest;
      best = lines;
    }
  }
  return best;
}

/** `y` is where the capitals of the first line begin. */
export function setBlock(block: Block, x: number, y: number, fill: string, anchor = 'start'): string {
  return block.lines
    .map((line, index) => {
      const baseline = y + block.size * (CAPITALS + index * LEADING);
      return `<text x="${n(x)}" y="${n(baseline)}" font-family="${DISPLAY}" font-size="${n(block.size)}" letter-spacing="${n(block.size * TIGHT)}" fill="${fill}" text-anchor="${anchor}">${escapeXml(line)}</text>`;
    })
    .join('');
}

/** The artist: the counter face, spaced, never larger than the title needs beside it. */
export function setSmall(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  anchor = 'start',
): string {
  return `<text x="${n(x)}" y="${n(y)}" font-family="${MONO}" font-weight="700" font-size="${n(size)}" letter-spacing="${n(size * 0.08)}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text.toUpperCase())}</text>`;
}

/** The counter face is 0.6 em wide; with its spacing, this many letters fit. */
export function fitSmall(text: string, room: number, largest: number): { text: string; size: number } {
  const letters = [...text];
  const size = Math.max(26, Math.min(largest, room / (letters.length * 0.68)));
  const most = Math.floor(room / (size * 0.68));
  return { text: letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text, size };
}

function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML takes none of them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
