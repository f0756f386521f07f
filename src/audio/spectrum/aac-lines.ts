/** The lines that an AAC coder would have rounded, had a frame of it begun at a sample: a cosine transform of 2,048 samples (ISO 14496-3). */
import FFT from 'fft.js';

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

const fft = new FFT(AAC_HOP / 2);
const [real, folded] = [new Float64Array(AAC_HOP), new Float64Array(AAC_HOP)];
const [turned, answer] = [new Float64Array(AAC_HOP), new Float64Array(AAC_HOP)];
const TURNS = Float64Array.from({ length: AAC_HOP }, (_, n) => {
  const angle = (-Math.PI * (4 * (n >> 1) + 1)) / (4 * AAC_HOP);
  return n % 2 ? Math.sin(angle) : Math.cos(angle);
});

/** Calls back with the lines of each beginning, 0 to 1,023, once a window; they are overwritten by the next. */
export function eachAacBeginning(
  samples: Float32Array,
  take: (at: number, lines: Float64Array, window: number) => void,
): void {
  const lines = new Float64Array(LAST - FIRST);
  WINDOWS.forEach((window, which) => {
    for (let at = 0; at < AAC_HOP; at++) {
      transform(samples, at, window);
      for (let line = FIRST; line < LAST; line++) lines[line - FIRST] = real[line];
      take(at, lines, which);
    }
  });
}

/** Into `real`: the window's halves folded onto each other, and a cosine transform of the fourth kind by a Fourier one of half its size. */
function transform(samples: Float32Array, at: number, window: Float64Array): void {
  const half = AAC_HOP / 2;
  // Plain statements: this runs some ten thousand times a master.
  for (let n = 0; n < half; n++) {
    const from = 3 * half - 1 - n;
    const to = 3 * half + n;
    folded[n] = -samples[at + from] * window[from] - samples[at + to] * window[to];
    const last = AAC_HOP - 1 - n;
    folded[half + n] = samples[at + n] * window[n] - samples[at + last] * window[last];
  }
  for (let n = 0; n < AAC_HOP; n += 2) {
    const a = folded[n];
    const b = folded[AAC_HOP - 1 - n];
    turned[n] = a * TURNS[n] - b * TURNS[n + 1];
    turned[n + 1] = a * TURNS[n + 1] + b * TURNS[n];
  }
  fft.transform(answer, turned);
  for (let n = 0; n < AAC_HOP; n += 2) {
    const a = answer[n];
    const b = answer[n + 1];
    real[n] = a * TURNS[n] - b * TURNS[n + 1];
    real[AAC_HOP - 1 - n] = -(a * TURNS[n + 1] + b * TURNS[n]);
  }
}
