import { describe, expect, test } from 'vitest';
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { runFrames } from '../spectrum/frames.ts';
import { addDrum, clicks, pulse, silence } from '../test-music.ts';
import { seededRandom, sine, whiteNoise } from '../test-signals.ts';
import { autocorrelate } from './autocorrelate.ts';
import { trackBeats } from './beats.ts';
import { ONSET_FRAME, OnsetSink } from './onsets.ts';
import { measureSteadiness } from './steadiness.ts';
import { describeTempo, trackTempo } from './tempo.ts';

function listen(samples: Float32Array) {
  const sink = new OnsetSink(samples);
  runFrames(samples, ONSET_FRAME, [sink]);
  const { strength, rate } = sink.finish();
  const curve = trackTempo(strength, rate);
  const beats = trackBeats(strength, rate, curve);
  const steady = measureSteadiness(beats);
  return { ...describeTempo(curve, steady), steady, beats };
}

describe('tempo', () => {
  test.each([60, 84, 97.3, 120, 141, 178])(
    'of clicks at %d BPM is within 0.3%%, certain, with half and double time',
    (bpm) => {
      const tempo = listen(clicks(pulse(bpm, 40), 40));
      expect(Math.abs(tempo.bpm / bpm - 1)).toBeLessThan(0.003);
      expect(tempo.confidence).toBeGreaterThan(0.9);
      expect(tempo.halfTime).toBeCloseTo(tempo.bpm / 2, 0);
      expect(tempo.doubleTime).toBeCloseTo(tempo.bpm * 2, 0);
      expect(tempo.steady.steadiness).toBeGreaterThan(0.9);
    },
  );

  test.each([66, 85])('of beats in three parts at %d BPM is that of the beats, and certain', (bpm) => {
    const out = silence(40);
    for (const [i, t] of pulse(3 * bpm, 40).entries()) {
      addDrum(out, 'hat', t, 0.5);
      if (i % 3 === 0) addDrum(out, i % 6 === 0 ? 'kick' : 'snare', t);
    }
    const tempo = listen(out);
    expect(Math.abs(tempo.bpm / bpm - 1)).toBeLessThan(0.01);
    expect(tempo.confidence).toBeGreaterThan(0.8);
  });

  test.each([85, 90, 92])(
    'of dotted eighths against a backbeat at %d BPM is that of the bars they end in, and certain',
    (bpm) => {
      const out = silence(40);
      for (const [i, t] of pulse(4 * bpm, 40).entries()) {
        addDrum(out, 'hat', t, 0.5);
        if ([0, 3, 6, 9, 12].includes(i % 16)) addDrum(out, 'kick', t);
        if (i % 8 === 4) addDrum(out, 'snare', t, 0.7);
      }
      const heard = listen(out);
      expect(Math.abs(heard.bpm / bpm - 1)).toBeLessThan(0.01);
      expect(heard.confidence).toBeGreaterThan(0.6);
    },
  );

  test('beats fall within 20 ms of the clicks', () => {
    const times = pulse(110, 30);
    const { beats } = listen(clicks(times, 30));
    expect(beats.length).toBeGreaterThan(times.length - 4);
    for (const beat of beats.slice(1, -1)) {
      expect(Math.min(...times.map((t) => Math.abs(t - beat)))).toBeLessThan(0.02);
    }
  });

  test('beats follow a tempo that speeds up', () => {
    const times: number[] = [];
    for (let t = 0.3, bpm = 100; t < 60; bpm = 100 + (20 * t) / 60) {
      times.push(t);
      t += 60 / bpm;
    }
    const { beats, steady } = listen(clicks(times, 60));
    const hits = beats.filter((b) => times.some((t) => Math.abs(t - b) < 0.03)).length;
    expect(hits / beats.length).toBeGreaterThan(0.9);
    expect(steady.driftPercent).toBeGreaterThan(8);
  });

  test.each([
    ['silence', silence(30)],
    ['a tone', sine(330, 30, ANALYSIS_RATE, 0.4)],
    ['noise', whiteNoise(30, ANALYSIS_RATE, 0.4)],
    ['clicks at random', clicks(randomTimes(30), 30)],
    ['rubato', clicks(rubatoTimes(60), 60)],
  ])('confidence is low for %s', (_, samples) => {
    expect(listen(samples).confidence).toBeLessThan(0.35);
  });
});

test('autocorrelation is 1 at lag 0 and at the period', () => {
  const wave = Float32Array.from({ length: 400 }, (_, i) => (i % 20 === 0 ? 1 : 0));
  const correlation = autocorrelate(wave, 60);
  expect(correlation[0]).toBeCloseTo(1, 5);
  expect(correlation[20]).toBeCloseTo(1, 1);
  expect(correlation[10]).toBeLessThan(0);
});

function randomTimes(seconds: number): number[] {
  const random = seededRandom(5);
  const times: number[] = [];
  for (let t = 0.2; t < seconds; t += 0.15 + 0.7 * random()) times.push(t);
  return times;
}

/** A pulse of 120 BPM that breathes by a fifth. */
function rubatoTimes(seconds: number): number[] {
  const random = seededRandom(9);
  const times: number[] = [];
  for (let t = 0.2, i = 0; t < seconds; i++) {
    times.push(t);
    t += 0.5 * (1 + 0.2 * Math.sin(i * 0.5) + 0.1 * (random() - 0.5));
  }
  return times;
}
