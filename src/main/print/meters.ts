/** Meters, curves and paragraphs made of characters. */

/** Columns of a meter. */
const METER = 30;
/** dB at which a deviation reaches the end of its meter. */
const BAND_REACH = 12;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const STEPS = '▁▂▃▄▅▆▇█';

/** A bar in eighths of a column; `share` is held within 0 and 1. */
export function drawBar(share: number, columns = METER): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * columns * 8);
  const full = '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
  return full.padEnd(columns, '░');
}

/** A bar to the left or right of a middle line. */
export function drawDeviation(db: number): string {
  const half = METER / 2;
  const columns = Math.round((Math.min(BAND_REACH, Math.abs(db)) / BAND_REACH) * half);
  const left = db < 0 ? '█'.repeat(columns) : '';
  const right = db > 0 ? '█'.repeat(columns) : '';
  return `${left.padStart(half, '░')}│${right.padEnd(half, '░')}`;
}

/** The highest value of each stretch as a small column. */
export function drawCurve(
  values: readonly number[],
  columns: number,
  [from, to]: readonly [number, number],
): string {
  const count = Math.min(columns, values.length);
  return Array.from({ length: count }, (_, i) => {
    const part = values.slice(
      Math.floor((i * values.length) / count),
      Math.floor(((i + 1) * values.length) / count),
    );
    const share = (Math.max(...part) - from) / (to - from);
    return STEPS[Math.max(0, Math.min(STEPS.length - 1, Math.floor(share * STEPS.length)))];
  }).join('');
}

/** Breaks at spaces; a word longer than the line keeps its own. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + word.length <= columns) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
