/**
 * The K-weighting filter of ITU-R BS.1770-4 at any sample rate: a shelf that lifts the treble by 4 dB as the head does,
 * then a high-pass that takes away what is felt rather than heard. The standard prints coefficients for 48 kHz only;
 * these analogue parameters reproduce them there (as in libebur128) and give the same curve elsewhere.
 */
const SHELF = { frequency: 1681.974450955533, gainDb: 3.999843853973347, q: 0.7071752369554196 };
const HIGH_PASS = { frequency: 38.13547087602444, q: 0.5003270373238773 };

/** Coefficients b0, b1, b2, a1, a2 of the first biquad. */
export function designShelf(rate: number): number[] {
  const k = Math.tan((Math.PI * SHELF.frequency) / rate);
  const high = 10 ** (SHELF.gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / SHELF.q + k * k;
  return [
    (high + (band * k) / SHELF.q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / SHELF.q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / SHELF.q + k * k) / a0,
  ];
}

/** Coefficients a1 and a2 of the second; its numerator is 1, -2, 1. */
export function designHighPass(rate: number): number[] {
  const k = Math.tan((Math.PI * HIGH_PASS.frequency) / rate);
  const a0 = 1 + k / HIGH_PASS.q + k * k;
  return [(2 * (k * k - 1)) / a0, (1 - k / HIGH_PASS.q + k * k) / a0];
}
