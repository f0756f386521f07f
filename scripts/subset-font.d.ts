// Types of the package subset-font, which brings none: the part we use.
declare module 'subset-font' {
  export type VariationAxes = Record<string, number | { min: number; max: number }>;
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: VariationAxes },
  ): Promise<Buffer>;
}
