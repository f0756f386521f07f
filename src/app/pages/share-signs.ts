/**
 * Names in any script on the share card: which signs the fonts of this machine cannot draw is seen by drawing them, and
 * a card shows what is left rather than a row of empty boxes.
 */
import { DISPLAY_FAMILY, escapeXml, type ShareCard } from './share-card.ts';

/** In the last plane of Unicode, kept free for private use: every face draws its empty box for it. */
export const NOBODYS_SIGN = '\u{10fffd}';
/** A name has few different ones; more than this are not looked at. */
export const PROBED_SIGNS = 80;
/** Side of the square each sign is drawn in, in pixels. */
const CELL = 24;

/** The signs one below the other. */
export function drawProbe(signs: readonly string[]): string {
  const height = CELL * signs.length;
  const texts = signs.map(
    (sign, index) =>
      `<text x="2" y="${index * CELL + 18}" font-family="${DISPLAY_FAMILY}" font-size="16">${escapeXml(sign)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${height}">${texts.join('')}</svg>`;
}

/** What was drawn for the sign at this place, to compare. */
export function cutCell({ pixels, width }: { pixels: Uint8Array; width: number }, index: number): string {
  const bytes = CELL * width * 4;
  return Buffer.from(pixels.buffer, pixels.byteOffset + index * bytes, bytes).toString('base64');
}

/** Joiners and variation marks mean nothing without the picture they belong to. */
const LEFT_OVERS = /[\u200d\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]/gu;

function withoutThem(words: string, missing: ReadonlySet<string>): string {
  if (missing.size === 0) return words;
  const kept = [...words].filter((sign) => !missing.has(sign)).join('');
  return kept.replace(LEFT_OVERS, '').replace(/\s+/g, ' ').trim();
}

const WORDLESS = 'Listen';

/** A title that cannot be drawn at all makes room for the artist; if neither can, the card says what the wave is for. */
export function withoutSigns(card: ShareCard, missing: ReadonlySet<string>): ShareCard {
  const title = withoutThem(card.title, missing);
  const subtitle = withoutThem(card.subtitle, missing);
  return title ? { ...card, title, subtitle } : { ...card, title: subtitle || WORDLESS, subtitle: '' };
}
