/** Signals and files with known answers, for the tests of this folder only. Every random value comes from a fixed seed. */

import { createMp3Encoder } from 'wasm-media-encoders';
import { type LevelStep, LevelSteps } from './level/level-steps.ts';

/** Uniform values in [0, 1) from a seed (Marsaglia's xorshift32), the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function sine(
  frequency: number,
  seconds: number,
  rate: number,
  amplitude = 1,
  phase = 0,
): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (let i = 0; i < samples.length; i++) {
    samples[i] = amplitude * Math.sin((2 * Math.PI * frequency * i) / rate + phase);
  }
  return samples;
}

/** White noise, uniform in [-amplitude, amplitude]. */
export function whiteNoise(seconds: number, rate: number, amplitude = 1, seed = 7): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: Math.round(seconds * rate) }, () => amplitude * (2 * random() - 1));
}

export function randomBytes(length: number, seed = 3): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

export function joinBytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function joinSamples(...parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

type EncodedRate = 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
type Bitrate = 8 | 16 | 24 | 32 | 64 | 96 | 128 | 160 | 192 | 320;

/** A real MP3 by LAME. One channel gives a mono file. */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: EncodedRate,
  bitrate: Bitrate = 128,
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: channels.length === 1 ? 1 : 2, sampleRate, bitrate });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < channels[0].length; at += sampleRate) {
    parts.push(encoder.encode(channels.map((samples) => samples.subarray(at, at + sampleRate))).slice());
  }
  parts.push(encoder.finalize().slice());
  return joinBytes(...parts);
}

/**
 * `count` Layer III frames that all decode to silence: MPEG 1, 44.1 kHz, 128 kbit/s, joint stereo, no padding, unless
 * the four header bytes say otherwise; `size` must then be what they imply.
 */
export function silentFrames(count: number, header = [0xff, 0xfb, 0x90, 0x64], size = 417): Uint8Array {
  const bytes = new Uint8Array(count * size);
  for (let i = 0; i < count; i++) bytes.set(header, i * size);
  return bytes;
}

/** Noise whose power falls by 3 dB per octave (Voss-McCartney: 16 rows, each renewed half as often as the one before). */
export function pinkNoise(seconds: number, rate: number, amplitude = 0.25, seed = 5): Float32Array {
  const random = seededRandom(seed);
  const rows = Float64Array.from({ length: 16 }, () => 2 * random() - 1);
  let sum = rows.reduce((total, row) => total + row, 0);
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const row = Math.min(15, 31 - Math.clz32((i + 1) & -(i + 1)));
    sum -= rows[row];
    rows[row] = 2 * random() - 1;
    sum += rows[row];
    return (amplitude * sum) / 4;
  });
}

/** Sum of equally long signals. */
export function mix(...parts: readonly Float32Array[]): Float32Array {
  return parts[0].map((_, i) => parts.reduce((sum, part) => sum + part[i], 0));
}

/** Everything that 10 ms steps are summed up for is fed this way: in uneven chunks. */
export function feedSteps<Meter extends { add(step: LevelStep): void }>(
  meter: Meter,
  channels: readonly Float32Array[],
  rate: number,
  chunk = 4321,
): Meter {
  const steps = new LevelSteps(rate, (step) => meter.add(step));
  for (let at = 0; at < channels[0].length; at += chunk)
    steps.push(channels.map((samples) => samples.subarray(at, at + chunk)));
  steps.finish();
  return meter;
}
