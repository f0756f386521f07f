/** The lines that an AAC coder would have rounded, had a frame of it begun at a sample: a cosine transform of 2,048 samples (ISO 14496-3). */
import { ComplexFft } from '../kernels/complex-fft.ts';

export const AAC_HOP = 1024;
const SIZE = 2 * AAC_HOP;
/** How many samples all beginnings of one frame need together. */
export const AAC_SPAN = SIZE + AAC_HOP;
/** About 4 to 15 kHz at 44.1 kHz: where coders save. */
const [FIRST, LAST] = [186, 697];

/** Kaiser and Bessel's with a slope of 4, and the sine: coders choose. */
const WINDOWS = [
  shapeKaiser(),
  Float64Array.from({ length: SIZE }, (_, n) => Math.sin((Math.PI / SIZE) * (n + 0.5))),
];

function shapeKaiser(): Float64Array {
  const bessel = (x: number) => {
    let [sum, term] = [1, 1];
    for (let k = 1; k < 50; k++) {
      term *= (x / 2 / k) ** 2;
      sum += term;
    }
    return sum;
  };
  const bell = Array.from({ length: AAC_HOP + 1 }, (_, n) =>
    bessel(4 * Math.PI * Math.sqrt(1 - ((2 * n) / AAC_HOP - 1) ** 2)),
  );
  const whole = bell.reduce((sum, value) => sum + value);
  let passed = 0;
  const rise = bell.slice(0, AAC_HOP).map((value) => {
    passed += value;
    return Math.sqrt(passed / whole);
  });
  return Float64Array.from([...rise, ...rise.toReversed()]);
}

const HALF = AAC_HOP / 2;
const fft = new ComplexFft(HALF);
const folded = new Float64Array(AAC_HOP);
const turn = (n: number) => (-Math.PI * (4 * n + 1)) / (4 * AAC_HOP);
const COS = Float64Array.from({ length: HALF }, (_, n) => Math.cos(turn(n)));
const SIN = Float64Array.from({ length: HALF }, (_, n) => Math.sin(turn(n)));

/** Calls back with the lines of each beginning, 0 to 1,023, once a window; they are overwritten by the next. */
export function eachAacBeginning(
  samples: Float32Array,
  take: (at: number, lines: Float64Array, window: number) => void,
): void {
  const lines = new Float64Array(LAST - FIRST);
  WINDOWS.forEach((window, which) => {
    for (let at = 0; at < AAC_HOP; at++) {
      transform(samples, at, window, lines);
      take(at, lines, which);
    }
  });
}

/** The window's halves folded onto each other, and a cosine transform of the fourth kind by a Fourier one of half its size. */
function transform(samples: Float32Array, at: number, window: Float64Array, lines: Float64Array): void {
  // Plain statements: this runs some ten thousand times a master.
  for (let n = 0; n < HALF; n++) {
    const from = 3 * HALF - 1 - n;
    const to = 3 * HALF + n;
    folded[n] = -samples[at + from] * window[from] - samples[at + to] * window[to];
    const last = AAC_HOP - 1 - n;
    folded[HALF + n] = samples[at + n] * window[n] - samples[at + last] * window[last];
  }
  const { re, im } = fft;
  for (let n = 0; n < HALF; n++) {
    const a = folded[2 * n];
    const b = folded[AAC_HOP - 1 - 2 * n];
    re[n] = a * COS[n] - b * SIN[n];
    im[n] = a * SIN[n] + b * COS[n];
  }
  const [a, b] = fft.transform();
  for (let line = FIRST; line < LAST; line++) {
    const isOdd = line % 2 === 1;
    const n = (isOdd ? AAC_HOP - 1 - line : line) / 2;
    lines[line - FIRST] = isOdd ? -a[n] * SIN[n] - b[n] * COS[n] : a[n] * COS[n] - b[n] * SIN[n];
  }
}
