/** How wide the poster lines of the first screen are: the server's first paint and the page itself must agree. */

/** Width of a capital of the widest cut, in em, from the face. */
const EM_PER_LETTER = 0.79;

/** What the longest line needs, in em. */
export function heroWidthInEms(lines: readonly string[]): string {
  return (Math.max(...lines.map((line) => line.length)) * EM_PER_LETTER).toFixed(2);
}
