// What tells played music from what was written to order: on signals of which it is known.
import { expect, test } from 'vitest';
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { TEXTURE_BANDS, TEXTURE_RATE } from '../form/texture.ts';
import { type MusicMeasures, measureMusic } from '../measure-music.ts';
import { seededRandom } from '../test-signals.ts';
import { measureVariety } from './variety.ts';

const BEAT = 0.5;
const SECONDS = 32;

interface Hand {
  /** How much harder or softer a stroke may be. */
  strokes: number;
  /** Share of noise in a tone. */
  breath: number;
  /** Whether each bar has notes of its own. */
  anew: boolean;
}

/** Plucked notes over drums; the same bar again and again unless the hand does otherwise. */
function play({ strokes, breath, anew }: Hand): Float32Array {
  const random = seededRandom(5);
  const out = new Float32Array(SECONDS * ANALYSIS_RATE);
  const put = (at: number, seconds: number, gain: number, sound: (t: number) => number) => {
    const from = Math.round(at * ANALYSIS_RATE);
    const hard = gain * (1 + strokes * (2 * random() - 1));
    for (let i = 0; i < seconds * ANALYSIS_RATE && from + i < out.length; i++)
      out[from + i] += hard * sound(i / ANALYSIS_RATE);
  };
  for (let beat = 0; beat * BEAT < SECONDS; beat++) {
    const hz = 220 * 2 ** ((anew ? Math.floor(12 * random()) : [0, 4, 7, 4][beat % 4]) / 12);
    put(
      beat * BEAT,
      BEAT,
      0.3,
      (t) => Math.exp(-6 * t) * (Math.sin(2 * Math.PI * hz * t) + breath * (random() - 0.5)),
    );
    put(beat * BEAT, 0.1, 0.5, (t) => Math.exp(-40 * t) * (2 * random() - 1));
  }
  return out;
}

const natureOf = (samples: Float32Array): MusicMeasures['nature'] => measureMusic(samples).nature;
const MACHINE: Hand = { strokes: 0, breath: 0, anew: false };

test('sounds that are struck run forwards, and backwards when they are turned round', () => {
  const played = play(MACHINE);
  expect(natureOf(played).direction).toBeGreaterThan(0.2);
  expect(natureOf(played.slice().reverse()).direction).toBeLessThan(-0.2);
});

test('held waveforms are still, and breath between their partials is heard', () => {
  const organ = Float32Array.from({ length: 16 * ANALYSIS_RATE }, (_, i) => {
    const t = i / ANALYSIS_RATE;
    const partials = Array.from({ length: 8 }, (_, n) => Math.sin(2 * Math.PI * 440 * (n + 1) * t) / (n + 1));
    return 0.3 * partials.reduce((sum, partial) => sum + partial, 0);
  });
  const still = natureOf(organ);
  const random = seededRandom(3);
  const breathed = natureOf(organ.map((x) => x + 0.1 * (random() - 0.5)));
  expect(still.stillness).toBeGreaterThan(0.5);
  expect(still.betweenDb).toBeLessThan(-20);
  expect(breathed.betweenDb).toBeGreaterThan(still.betweenDb + 10);
  expect(breathed.stillness).toBeLessThan(still.stillness - 0.2);
});

test('a pasted bar comes back to the decibel; one that is played again does not', () => {
  const pasted = natureOf(play(MACHINE));
  const again = natureOf(play({ ...MACHINE, strokes: 0.4, anew: true }));
  expect(pasted.closestDb).toBeLessThan(again.closestDb / 2);
});

test('strokes of a hand differ more than those of a machine', () => {
  const machine = natureOf(play(MACHINE));
  const hand = natureOf(play({ ...MACHINE, strokes: 0.9 }));
  expect(hand.strokeSpread).toBeGreaterThan(2 * machine.strokeSpread);
});

/** 64 s of spectra, each band as `level` says. */
const varietyOf = (level: (second: number, band: number) => number) =>
  measureVariety({
    rate: TEXTURE_RATE,
    bands: Float32Array.from(
      { length: Math.round(64 * TEXTURE_RATE) * TEXTURE_BANDS },
      (_, i) => level(Math.floor(i / TEXTURE_BANDS) / TEXTURE_RATE, i % TEXTURE_BANDS) - 10,
    ),
  });

test('one sound turned up, down and brighter moves in one way; bands of their own move in many', () => {
  const random = seededRandom(7);
  const one = varietyOf((second, band) => 3 * Math.sin(5 * second) + Math.sin(3 * second) * (band / 4));
  const many = varietyOf(() => 6 * random() - 3);
  expect([one.timbreWays, one.shapeWays]).toEqual([1, 1]);
  expect(Math.min(many.timbreWays, many.shapeWays)).toBeGreaterThan(10);
});

test('a timbre that moves far in one way hides no others, and what is too soft to hear has none', () => {
  const random = seededRandom(7);
  const tilt = (band: number) => Math.cos((Math.PI * (band + 0.5)) / TEXTURE_BANDS);
  const far = varietyOf((second, band) => 20 * Math.sin(3 * second) * tilt(band) + random());
  expect(far.timbreWays).toBeGreaterThan(10);
  expect(far.shapeWays).toBeLessThan(1.1);
  const soft = varietyOf((second, band) =>
    second % 2 < 1 ? Math.sin(3 * second) * (band / 4) : 6 * random() - 50,
  );
  expect(soft.timbreWays).toBe(1);
});

test('parts with sounds of their own are told from a loop', () => {
  const random = seededRandom(7);
  const loop = varietyOf(() => 6 * random() - 3);
  const parts = varietyOf((second, band) => 6 * random() - 3 + 6 * ((band + Math.floor(second / 16)) % 4));
  expect(loop.longShare).toBeLessThan(0.2);
  expect(parts.longShare).toBeGreaterThan(loop.longShare + 0.3);
});

test('silence has no nature, and no value that is not a number', () => {
  for (const value of Object.values(natureOf(new Float32Array(8 * ANALYSIS_RATE))))
    expect(Number.isFinite(value)).toBe(true);
});
