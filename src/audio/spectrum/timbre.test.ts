/** Balance, brightness, density and noise floor on signals whose spectra are known. */
import { describe, expect, test } from 'vitest';
import { ANALYSIS_RATE, FRAME } from '../decode/rates.ts';
import { mix, pinkNoise, seededRandom, sine, whiteNoise } from '../test-signals.ts';
import { runFrames } from './frames.ts';
import { BAND_CENTRES, BAND_COUNT, ThirdOctaves } from './third-octaves.ts';
import { TimbreListener } from './timbre.ts';

function measure(samples: Float32Array) {
  const timbre = new TimbreListener();
  runFrames(samples, FRAME, timbre.sinks);
  return timbre.finish();
}
const tone = (hz: number, amplitude = 0.3, seconds = 5) => sine(hz, seconds, ANALYSIS_RATE, amplitude);

/** A low-pass of 24 dB per octave: four one-pole filters in a row. */
function lowPass(samples: Float32Array, hz: number): Float32Array {
  const k = 1 - Math.exp((-2 * Math.PI * hz) / ANALYSIS_RATE);
  const memory = [0, 0, 0, 0];
  return samples.map((x) => {
    let value = x;
    for (let stage = 0; stage < 4; stage++) {
      memory[stage] += k * (value - memory[stage]);
      value = memory[stage];
    }
    return value;
  });
}

/** Bursts of pink noise with pauses between: like music, it leaves room to hear what is always there. */
function bursts(seconds: number): Float32Array {
  const random = seededRandom(3);
  let level = 1;
  return pinkNoise(seconds, ANALYSIS_RATE, 0.3).map((x, i) => {
    if (i % 5000 === 0) level = 0.02 + random();
    return x * level * Math.exp(-(i % 5000) / 1200);
  });
}

describe('third-octaves', () => {
  test('a tone falls into its own band, with its own energy', () => {
    for (const band of [3, 10, 17, 23]) {
      const thirds = new ThirdOctaves();
      runFrames(tone(BAND_CENTRES[band]), FRAME, [thirds]);
      const means = thirds.means();
      expect(means.indexOf(Math.max(...means))).toBe(band);
      expect(means.reduce((sum, x) => sum + x, 0)).toBeCloseTo(0.3 ** 2 / 2, 2);
    }
  });

  test('white noise doubles with every octave', () => {
    const thirds = new ThirdOctaves();
    runFrames(whiteNoise(10, ANALYSIS_RATE, 0.3), FRAME, [thirds]);
    const means = thirds.means();
    for (let b = 9; b + 3 < BAND_COUNT - 1; b++) expect(means[b + 3] / means[b]).toBeCloseTo(2, 0);
  });
});

describe('balance', () => {
  const deviation = (samples: Float32Array, name: string) =>
    measure(samples).bands.find((band) => band.name === name)?.deviationDb ?? Number.NaN;

  test('more bass is more bass, and gain changes nothing', () => {
    const music = pinkNoise(10, ANALYSIS_RATE, 0.2);
    const boomy = mix(music, tone(80, 0.4, 10));
    expect(deviation(boomy, 'bass')).toBeGreaterThan(deviation(music, 'bass') + 3);
    expect(measure(boomy.map((x) => x / 4)).bands).toEqual(measure(boomy).bands);
  });

  test('a low-pass shows in bandwidth and treble', () => {
    const music = pinkNoise(10, ANALYSIS_RATE, 0.2);
    const dull = lowPass(lowPass(music, 3000), 3000);
    expect(measure(music).bandwidthHz).toBe(11025);
    expect(measure(dull).bandwidthHz).toBeLessThan(9000);
    const widths = [1600, 1640, 1680, 1720, 1760, 1800].map(
      (hz) => measure(lowPass(lowPass(music, hz), hz)).bandwidthHz,
    );
    expect(new Set(widths).size).toBe(widths.length);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(deviation(dull, 'treble')).toBeLessThan(deviation(music, 'treble') - 15);
    expect(measure(dull).balanceErrorDb).toBeGreaterThan(measure(music).balanceErrorDb);
  });
});

describe('brightness and density', () => {
  test('the centroid of a tone is its frequency', () => {
    expect(Math.abs(measure(tone(1000)).brightnessHz - 1000)).toBeLessThan(20);
    expect(measure(tone(4000)).brightnessHz).toBeGreaterThan(measure(tone(1000)).brightnessHz);
  });

  test('a tone is thin, pink noise is full', () => {
    expect(measure(tone(440)).density).toBeLessThan(0.15);
    expect(measure(pinkNoise(5, ANALYSIS_RATE)).density).toBeGreaterThan(0.9);
  });

  test('curves have one value a second', () => {
    const { brightnessCurve, densityCurve } = measure(tone(440, 0.3, 7));
    expect(brightnessCurve).toHaveLength(7);
    expect(densityCurve).toHaveLength(7);
  });
});

describe('noise floor', () => {
  test('hiss under music is heard in the gaps, at any gain; music alone is not hiss', () => {
    const clean = bursts(20);
    const rms = Math.sqrt(clean.reduce((sum, x) => sum + x * x, 0) / clean.length);
    const hissy = mix(clean, whiteNoise(20, ANALYSIS_RATE, rms * 10 ** (-22 / 20) * Math.sqrt(3)));
    expect(measure(hissy).hissCertainty).toBe(1);
    expect(measure(hissy.map((x) => x / 3)).hissDb).toBeCloseTo(measure(hissy).hissDb, 0);
    expect(measure(lowPass(clean, 6000)).hissCertainty).toBe(0);
    expect(measure(hissy).hissDb).toBeGreaterThan(measure(clean).hissDb + 3);
  });
});

test('silence has no timbre', () => {
  expect(measure(new Float32Array(30000))).toMatchObject({
    bands: [],
    bandwidthHz: 0,
    brightnessHz: 0,
    density: 0,
    hissCertainty: 0,
  });
});
