/** A track's stored peaks (0 to 100 each) turned into bars of a drawing. */

/** As many bars as asked for: the loudest of each stretch, so that nothing short is lost. */
export function resamplePeaks(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0 || count <= 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * peaks.length) / count);
    const end = Math.max(start + 1, Math.floor(((index + 1) * peaks.length) / count));
    let loudest = 0;
    for (let at = start; at < end; at += 1) loudest = Math.max(loudest, peaks[at]);
    return loudest;
  });
}

/** Bar and gap share one unit of width; silence still draws a hairline. */
const BAR_WIDTH = 0.62;
const LOWEST = 2;

/** One path of centred bars in a box `peaks.length` wide and 100 high. */
export function drawBars(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const height = Math.round(Math.min(100, Math.max(LOWEST, peak)) * 10) / 10;
      const top = Math.round((100 - height) * 5) / 10;
      return `M${index} ${top}h${BAR_WIDTH}v${height}h-${BAR_WIDTH}z`;
    })
    .join('');
}
