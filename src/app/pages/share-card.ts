/**
 * The picture a link shows when it is shared: 1200 x 630, the track's own waveform from edge to edge, title, artist and
 * score, drawn as SVG. Pure: names are escaped, wrapped and cut to fit; the same input gives the same picture. Cards to
 * post are in share-story.ts, of the same parts.
 */
import { PORTRAIT_SIZE, type Ring } from '#features/artist-pages/rules-portrait.ts';
import type { LetterWidth } from '#platform/font-file.ts';

export interface ShareCard {
  product: string;
  /** Large: the track's title, or the tagline of the site. */
  title: string;
  /** Below it: the artist, or who runs the site. */
  subtitle: string;
  /** Small words at the foot: 'RAW 86', 'POP', '3:41'. */
  facts: readonly string[];
  /** The displayed score; null for the site's own card or before the analysis. */
  score: number | null;
  /** In the fan battle: stands in the score's place on cards to post. */
  rank?: number;
  /** 0 to 100 each. */
  peaks: readonly number[];
  demo: boolean;
  /** What whoever sees it may do: 'One vote, free'. */
  ask?: string;
  /** In place of the score: an artist's portrait. */
  portrait?: readonly Ring[];
  /** Wide unless said: a square or a story to post, with the address as a QR code. */
  shape?: Shape;
  link?: string;
}

export type Shape = 'wide' | 'square' | 'story';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
export const DISPLAY_FAMILY = 'Archivo Black';
export const MONO_FAMILY = 'JetBrains Mono';

const MARGIN = 64;
export const [INK, BONE, MUTED, SIGNAL, WAVE] = ['#0E0D0B', '#F3EDE2', '#A79F92', '#FFB224', '#5C5447'];
const BARS = 150;
const WAVE_MIDDLE = 472;
const WAVE_HEIGHT = 168;
const PLAYED = 0.36;
/** Sizes tried from the largest; at the last one the text is cut. */
const TITLE_SIZES = [116, 98, 82, 68, 58];
const TITLE_LINES = 2;
/** Above this size two lines would stand in the waveform. */
const LARGEST_ON_TWO_LINES = 82;

export function drawShareCard(card: ShareCard, widthOf: LetterWidth): string {
  const room = CARD_WIDTH - 2 * MARGIN - (card.score === null && !card.portrait ? 0 : 240);
  const title = fitTitle(card.title.toUpperCase(), room, widthOf);
  const first = 150 + title.size * 0.72;
  const lines = title.lines.map((line, index) =>
    text(line, MARGIN, first + index * title.size * 0.98, title.size, BONE, DISPLAY_FAMILY),
  );
  const subtitleY = first + (title.lines.length - 1) * title.size * 0.98 + 56;
  const subtitle = cutToWidth(card.subtitle, room, 34, widthOf);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">`,
    `<rect width="100%" height="100%" fill="${INK}"/>`,
    drawMark(cutToWidth(card.product.toUpperCase(), 620, 34, widthOf)),
    card.demo ? text('DEMO CAMPAIGN', CARD_WIDTH - MARGIN, 92, 20, SIGNAL, MONO_FAMILY, 'end') : '',
    drawWave(card.peaks),
    ...lines,
    text(subtitle, MARGIN, subtitleY, 34, MUTED, DISPLAY_FAMILY),
    card.score === null ? '' : drawScore(card.score),
    card.portrait ? drawRings(card.portrait, CARD_WIDTH - MARGIN - 250, 120, 250) : '',
    card.ask ? drawAsk(card.ask, widthOf) : '',
    text(card.facts.map((fact) => fact.toUpperCase()).join('   ·   '), MARGIN, 596, 22, MUTED, MONO_FAMILY),
    '</svg>',
  ].join('');
}

/** The amber key at the right, as wide as its words. */
function drawAsk(ask: string, widthOf: LetterWidth): string {
  const width = measure(ask, 24, widthOf) + 44;
  const x = CARD_WIDTH - MARGIN - width;
  return (
    `<rect x="${x.toFixed(1)}" y="562" width="${width.toFixed(1)}" height="50" rx="4" fill="${SIGNAL}"/>` +
    text(ask, x + 22, 596, 24, INK, DISPLAY_FAMILY)
  );
}

const RING_TONES: Record<Ring['tone'], string> = { signal: SIGNAL, bone: BONE, wave: WAVE };

export function drawRings(rings: readonly Ring[], x: number, y: number, size: number): string {
  const paths = rings.map(
    ({ d, width, tone }) => `<path d="${d}" stroke="${RING_TONES[tone]}" stroke-width="${width}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${(size / PORTRAIT_SIZE).toFixed(4)})">${paths.join('')}</g>`;
}

export function drawMark(product: string): string {
  const bars = [9, 18, 12, 15].map(
    (height, index) =>
      `<rect x="${MARGIN + index * 10}" y="${94 - height * 1.7}" width="7" height="${height * 1.7}" fill="${SIGNAL}"/>`,
  );
  return bars.join('') + text(product, MARGIN + 54, 94, 34, BONE, DISPLAY_FAMILY);
}

function drawScore(score: number): string {
  const x = CARD_WIDTH - MARGIN;
  return (
    text(String(score), x, 262, 150, SIGNAL, DISPLAY_FAMILY, 'end') +
    text('SCORE', x, 302, 22, MUTED, MONO_FAMILY, 'end')
  );
}

function drawWave(peaks: readonly number[]): string {
  const step = CARD_WIDTH / BARS;
  if (peaks.length === 0)
    return `<rect y="${WAVE_MIDDLE - 1}" width="${CARD_WIDTH}" height="2" fill="${WAVE}"/>`;
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / BARS));
    const loudest = Math.min(100, Math.max(2, ...peaks.slice(from, to)));
    const height = (loudest / 100) * WAVE_HEIGHT;
    const colour = bar / BARS < PLAYED ? SIGNAL : WAVE;
    return `<rect x="${(bar * step).toFixed(1)}" y="${(WAVE_MIDDLE - height / 2).toFixed(1)}" width="${(step * 0.62).toFixed(1)}" height="${height.toFixed(1)}" fill="${colour}"/>`;
  }).join('');
}

export interface TitleSizes {
  sizes: readonly number[];
  largestOnTwo: number;
}

/** The largest size at which the words fit on two lines; at the smallest, the second line ends in an ellipsis. */
export function fitTitle(
  title: string,
  room: number,
  widthOf: LetterWidth,
  { sizes, largestOnTwo }: TitleSizes = { sizes: TITLE_SIZES, largestOnTwo: LARGEST_ON_TWO_LINES },
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = wrap(title, room, size, widthOf);
    if (lines.length === TITLE_LINES && size > largestOnTwo) continue;
    if (lines.length <= TITLE_LINES && lines.every((line) => measure(line, size, widthOf) <= room))
      return { size, lines };
  }
  const size = sizes[sizes.length - 1];
  const [first, ...rest] = wrap(title, room, size, widthOf);
  if (measure(first, size, widthOf) > room) return { size, lines: [cutToWidth(title, room, size, widthOf)] };
  return { size, lines: [first, cutToWidth(rest.join(' '), room, size, widthOf)] };
}

function wrap(words: string, room: number, size: number, widthOf: LetterWidth): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && measure(longer, size, widthOf) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length ? lines : [''];
}

export function cutToWidth(words: string, room: number, size: number, widthOf: LetterWidth): string {
  if (measure(words, size, widthOf) <= room) return words;
  const letters = [...words];
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`, size, widthOf) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A letter the face lacks is drawn from another one: as wide as a wide one, to be safe. */
const UNKNOWN_WIDTH = 1;

export function measure(words: string, size: number, widthOf: LetterWidth): number {
  let ems = 0;
  for (const letter of words) ems += widthOf(letter.codePointAt(0) ?? 0) ?? UNKNOWN_WIDTH;
  return ems * size;
}

export function text(
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  family: string,
  anchor: 'start' | 'end' = 'start',
): string {
  if (!words) return '';
  return `<text x="${x}" y="${y.toFixed(1)}" font-family="${family}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeXml(words)}</text>`;
}

/** Text as text: markup signs escaped, and what XML cannot hold at all taken out. */
export function escapeXml(words: string): string {
  return (
    words
      .replace(/\p{Cs}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
      .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
