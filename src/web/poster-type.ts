/**
 * How wide words are in poster type: the server's first paint and the page itself size them alike, and neither has to
 * wait for the face to arrive. Capitals of Archivo, width 125, weight 850, with the poster's spacing; in 1/1000 em.
 */
const LETTERS =
  '913,892,910,903,831,773,982,969,354,719,940,740,1133,967,980,833,980,908,845,832,949,891,1191,920,912,837';
const DIGITS = '769,687,766,771,770,771,773,701,786,773';
const [ofLetter, ofDigit] = [LETTERS, DIGITS].map((list) => list.split(',').map(Number));
/** Signs: narrow ones, and whatever else a name may hold, which is taken to be as wide as a wide letter. */
const NARROW = " .,:;!'’-";
const NARROW_WIDTH = 345;
const OTHER_WIDTH = 1003;

/** The words in one line, in em. Letters with accents are as wide as without. */
export function posterEms(words: string): number {
  let width = 0;
  for (const sign of words.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase())
    width +=
      ofLetter[sign.charCodeAt(0) - 65] ??
      ofDigit[sign.charCodeAt(0) - 48] ??
      (NARROW.includes(sign) ? NARROW_WIDTH : OTHER_WIDTH);
  return width / 1000;
}

/** What the longest of the given lines needs, in em; a little more, for the rounding of pixels. */
export function heroWidthInEms(lines: readonly string[]): string {
  return (Math.max(...lines.map(posterEms)) * 1.01).toFixed(2);
}

/** The em a heading needs across to take at most this many lines, however its words are best broken. */
export function emsForLines(words: readonly string[], lines: number): number {
  if (lines >= words.length) return Math.max(...words.map(posterEms));
  const whole = posterEms(words.join(' '));
  if (lines < 2) return whole;
  const breaks = words
    .slice(1)
    .map((_, index) =>
      Math.max(
        posterEms(words.slice(0, index + 1).join(' ')),
        emsForLines(words.slice(index + 1), lines - 1),
      ),
    );
  return Math.min(whole, ...breaks);
}

/** Names up to this length stand on one line beside the bars. */
export const LONGEST_ON_ONE_LINE = 18;

/** Width of the product's name in the header, in rem at its size of 1.25 rem and its looser spacing; null: two lines. */
export function wordmarkRem(product: string): number | null {
  if (product.length > LONGEST_ON_ONE_LINE) return null;
  return 1.25 * (posterEms(product) + 0.02 * product.length);
}
