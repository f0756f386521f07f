/**
 * Cards to post: 1080 x 1920 for a story, 1080 x 1080 for a feed. The track's waveform stands upright in the one and lies in
 * the other; title, artist, rank or score, what to do, and the address as a QR code. Pure, as share-card.ts.
 */
import type { LetterWidth } from '#platform/font-file.ts';
import { drawQr, encodeQr, QUIET_ZONE } from '#platform/qr-code.ts';
import {
  BONE,
  cutToWidth,
  DISPLAY_FAMILY,
  drawMark,
  drawRings,
  fitTitle,
  INK,
  MONO_FAMILY,
  MUTED,
  type ShareCard,
  SIGNAL,
  text,
  WAVE,
} from './share-card.ts';

const WIDTH = 1080;
const HEIGHTS = { story: 1920, square: 1080 } as const;
const MARGIN = 64;
const ROOM = WIDTH - 2 * MARGIN;
const QR_SIDE = 270;
const TITLE_SIZES = [168, 140, 116, 96, 80, 68];
/** Above these two lines and the artist would stand in the picture. */
const LARGEST_ON_TWO = { story: 140, square: 96 } as const;
/** Where the picture lies, and how thick a stroke of it is. */
const WAVES = {
  story: { bars: 84, top: 520, height: 900 },
  square: { bars: 100, top: 430, height: 290 },
} as const;
/** The stretch that is lit. */
const LIT = { from: 0.3, to: 0.62 };

export function drawStoryCard(card: ShareCard, shape: 'story' | 'square', widthOf: LetterWidth): string {
  const height = HEIGHTS[shape];
  const title = fitTitle(card.title.toUpperCase(), ROOM, widthOf, {
    sizes: TITLE_SIZES,
    largestOnTwo: LARGEST_ON_TWO[shape],
  });
  const first = 150 + title.size * 0.74;
  const lineHeight = title.size * 0.96;
  const foot = height - MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<rect width="100%" height="100%" fill="${INK}"/>`,
    drawMark(cutToWidth(card.product.toUpperCase(), 560, 34, widthOf)),
    card.demo ? text('DEMO CAMPAIGN', WIDTH - MARGIN, 92, 20, SIGNAL, MONO_FAMILY, 'end') : '',
    drawPicture(card, shape),
    ...title.lines.map((line, index) =>
      text(line, MARGIN, first + index * lineHeight, title.size, BONE, DISPLAY_FAMILY),
    ),
    text(
      cutToWidth(card.subtitle, ROOM, 44, widthOf),
      MARGIN,
      first + (title.lines.length - 1) * lineHeight + 64,
      44,
      MUTED,
      DISPLAY_FAMILY,
    ),
    drawFoot(card, foot),
    card.link ? drawCode(card.link, WIDTH - MARGIN - QR_SIDE, foot - QR_SIDE) : '',
    '</svg>',
  ].join('');
}

function drawFoot({ score, rank, ask, facts }: ShareCard, foot: number): string {
  const figure = rank === undefined ? score : `#${rank}`;
  const named = rank === undefined ? 'score' : 'fan rank';
  const small = [...(figure === null ? [] : [named]), ...facts].map((fact) => fact.toUpperCase());
  return [
    figure === null ? '' : text(String(figure), MARGIN, foot - 130, 190, SIGNAL, DISPLAY_FAMILY),
    text(small.join(' · '), MARGIN, foot - 74, 28, MUTED, MONO_FAMILY),
    text(ask ?? '', MARGIN, foot - 6, 52, BONE, DISPLAY_FAMILY),
  ].join('');
}

function drawPicture({ peaks, portrait }: ShareCard, shape: 'story' | 'square'): string {
  const { bars, top, height } = WAVES[shape];
  if (portrait) {
    const side = shape === 'story' ? 860 : 400;
    return drawRings(portrait, (WIDTH - side) / 2, top + (height - side) / 2, side);
  }
  if (peaks.length === 0) return '';
  const isUpright = shape === 'story';
  const along = isUpright ? height : ROOM;
  const across = isUpright ? ROOM : height;
  const step = along / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const length = (Math.min(100, Math.max(2, ...peaks.slice(from, to))) / 100) * across;
    const colour = bar / bars >= LIT.from && bar / bars < LIT.to ? SIGNAL : WAVE;
    const [start, side] = [bar * step, (across - length) / 2];
    const [x, y] = isUpright ? [MARGIN + side, top + start] : [MARGIN + start, top + side];
    const [width, tall] = isUpright ? [length, step * 0.6] : [step * 0.6, length];
    return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${tall.toFixed(1)}" fill="${colour}"/>`;
  }).join('');
}

/** On bone, with the clear modules a reader needs. */
function drawCode(link: string, x: number, y: number): string {
  const code = encodeQr(link);
  const scale = QR_SIDE / (code.length + 2 * QUIET_ZONE);
  return (
    `<rect x="${x}" y="${y}" width="${QR_SIDE}" height="${QR_SIDE}" fill="${BONE}"/>` +
    `<path transform="translate(${x} ${y}) scale(${scale.toFixed(4)}) translate(${QUIET_ZONE} ${QUIET_ZONE})" d="${drawQr(code)}" fill="${INK}"/>`
  );
}
