import { describe, expect, test } from 'vitest';
import { ANALYSIS_RATE, FRAME } from '../decode/rates.ts';
import { runFrames } from '../spectrum/frames.ts';
import { ThirdOctaves } from '../spectrum/third-octaves.ts';
import { joinSamples, mix, seededRandom, sine, whiteNoise } from '../test-signals.ts';
import { GlideSink } from './glides.ts';
import { findVoice } from './voice.ts';

function measure(samples: Float32Array) {
  const thirds = new ThirdOctaves();
  const glides = new GlideSink();
  runFrames(samples, FRAME, [thirds, glides]);
  return findVoice(glides.finish(), thirds.energies);
}

/** First two formants of 'ah', 'ee', 'oo', 'eh' in Hz. */
const VOWELS = [
  [730, 1090],
  [280, 2250],
  [310, 870],
  [530, 1840],
] as const;
const peakAt = (hz: number, centre: number) => 1 / (1 + ((hz - centre) / 120) ** 2);

/** A voice as a source and a filter: gliding partials, weighed by vowels that change, noise between the syllables. */
function speak(seconds: number, perSecond: number, seed = 3): Float32Array {
  const random = seededRandom(seed);
  const samples = new Float32Array(seconds * ANALYSIS_RATE);
  const length = Math.round(ANALYSIS_RATE / perSecond);
  const consonant = Math.round(0.06 * ANALYSIS_RATE);
  let phase = 0;
  let pitch = 150;
  for (let start = 0; start < samples.length; start += length) {
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)];
    const target = 120 + 110 * random();
    const from = pitch;
    const weights: number[] = [];
    for (let h = 1; h <= 24; h++) {
      const hz = (h * (from + target)) / 2;
      weights.push((peakAt(hz, vowel[0]) + 0.7 * peakAt(hz, vowel[1]) + 0.02) / Math.sqrt(h));
    }
    for (let i = 0; i < length && start + i < samples.length; i++) {
      pitch = from + ((target - from) * i) / length;
      phase += (2 * Math.PI * pitch) / ANALYSIS_RATE;
      if (i < consonant) {
        const noise = 2 * random() - 1;
        samples[start + i] = 0.1 * noise;
        continue;
      }
      const shape = Math.sin((Math.PI * (i - consonant)) / (length - consonant));
      for (let h = 1; h <= 24; h++) samples[start + i] += 0.15 * shape * weights[h - 1] * Math.sin(h * phase);
    }
  }
  return samples;
}

/** Plucked chords with overtones and a noise drum on every beat: music without a voice. */
function playBand(seconds: number): Float32Array {
  const beat = ANALYSIS_RATE / 2;
  const chords = [
    [220, 277, 330],
    [196, 247, 294],
    [175, 220, 262],
  ];
  const drum = whiteNoise(seconds, ANALYSIS_RATE, 0.2, 9);
  return new Float32Array(seconds * ANALYSIS_RATE).map((_, i) => {
    const chord = chords[Math.floor(i / (4 * beat)) % chords.length];
    const decay = Math.exp(-(i % beat) / 6000);
    let sum = drum[i] * Math.exp(-(i % beat) / 700);
    for (const hz of chord) {
      for (let h = 1; h <= 8; h++)
        sum += (0.06 * decay * Math.sin((2 * Math.PI * hz * h * i) / ANALYSIS_RATE)) / h;
    }
    return sum;
  });
}

describe('voice', () => {
  const band = playBand(30);

  test('speech-like sound is a voice, at about its rate of syllables', () => {
    for (const rate of [3, 5]) {
      const result = measure(speak(20, rate));
      expect(result.voiceShare).toBeGreaterThan(0.9);
      expect(result.voiceRate).toBeGreaterThan(rate * 0.7);
      expect(result.voiceRate).toBeLessThan(rate * 1.6);
      expect(result.voiceConfidence).toBeGreaterThan(0.7);
    }
  });

  test('a band without a singer has none', () => {
    expect(measure(band).voiceShare).toBeLessThan(0.1);
  });

  test('over a band, it is found where it is', () => {
    const silence = new Float32Array(10 * ANALYSIS_RATE);
    const { voiceRanges, voiceShare } = measure(mix(band, joinSamples(silence, speak(10, 4), silence)));
    expect(voiceRanges).toHaveLength(1);
    expect(Math.abs(voiceRanges[0].start - 10)).toBeLessThan(2);
    expect(Math.abs(voiceRanges[0].end - 20)).toBeLessThan(2);
    expect(voiceShare).toBeCloseTo(1 / 3, 0.7);
  });

  test.each([
    ['silence', new Float32Array(10 * ANALYSIS_RATE)],
    ['a tone', sine(440, 10, ANALYSIS_RATE, 0.3)],
    ['white noise', whiteNoise(10, ANALYSIS_RATE, 0.3)],
    ['half a second', speak(0.5, 4)],
    ['nothing', new Float32Array(0)],
  ])('%s has no voice', (_name, samples) => {
    expect(measure(samples)).toMatchObject({ voiceShare: 0, voiceRanges: [], voiceRate: 0 });
  });
});

test('glides: a slide of partials is seen, a steady chord is not', () => {
  const count = (hzAt: (second: number) => number) => {
    const sink = new GlideSink();
    let phase = 0;
    const samples = new Float32Array(3 * ANALYSIS_RATE).map((_, i) => {
      phase += (2 * Math.PI * hzAt(i / ANALYSIS_RATE)) / ANALYSIS_RATE;
      let sum = 0;
      for (let h = 1; h <= 16; h++) sum += 0.05 * Math.sin(h * phase);
      return sum;
    });
    runFrames(samples, FRAME, [sink]);
    const glides = sink.finish();
    return glides.reduce((sum, flag) => sum + flag, 0) / glides.length;
  };
  expect(count((t) => 150 * 2 ** (t / 1.5))).toBeGreaterThan(0.6);
  expect(count(() => 200)).toBeLessThan(0.05);
});
