/** Rounding to a documented number of decimals, so that results agree on any machine. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding zero turns -0 into 0, which would otherwise print and compare differently.
  return Math.round(value * scale) / scale + 0;
}
