import { describe, expect, test } from 'vitest';
import {
  encodeMp3,
  joinBytes,
  joinSamples,
  randomBytes,
  seededRandom,
  silentFrames,
  sine,
  whiteNoise,
} from '../test-signals.ts';
import { DecodeFailed, type DecodeSummary, decodeMp3 } from './decode.ts';

async function decodeAll(bytes: Uint8Array, maxSeconds?: number) {
  const parts: Float32Array[][] = [];
  const reader = decodeMp3(bytes, maxSeconds);
  let step = await reader.next();
  while (!step.done) {
    parts.push(step.value.channels.map((samples) => samples.slice()));
    step = await reader.next();
  }
  const channels = parts[0].map((_, channel) => joinSamples(...parts.map((part) => part[channel])));
  return { channels, summary: step.value satisfies DecodeSummary };
}

const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

/** The level of a tone of that amplitude; LAME itself takes up to 0.5 dB away. */
function expectLevel(samples: Float32Array, amplitude: number): void {
  const ratio = (rms(samples) * Math.SQRT2) / amplitude;
  expect(ratio).toBeGreaterThan(0.94);
  expect(ratio).toBeLessThan(1.01);
}

/** Puts the tag frame of an encoder, with its delay and padding, in front of 44.1 kHz stereo frames. */
function withEncoderTag(mp3: Uint8Array, frames: number, delay: number, padding: number): Uint8Array {
  const frame = silentFrames(1);
  const tag = new DataView(frame.buffer, 36);
  frame.set(new TextEncoder().encode('Info'), 36);
  tag.setUint32(4, 1);
  tag.setUint32(8, frames);
  frame.set(new TextEncoder().encode('LAME3.100'), 36 + 12);
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], 36 + 12 + 21);
  return joinBytes(frame, mp3);
}

describe('decode', () => {
  test('a tone comes back at its level, both channels, in full length', async () => {
    const mp3 = await encodeMp3([sine(440, 5, 44100, 0.5), sine(440, 5, 44100, 0.25)], 44100, 192);
    const { channels, summary } = await decodeAll(mp3);
    expectLevel(channels[0].subarray(44100, 4 * 44100), 0.5);
    expectLevel(channels[1].subarray(44100, 4 * 44100), 0.25);
    expect(summary).toMatchObject({ sampleRate: 44100, cut: false, damagedShare: 0 });
    expect(summary.durationSeconds).toBeCloseTo(channels[0].length / 44100, 6);
  });

  test('the delay and padding an encoder names are removed, to the sample', async () => {
    const click = new Float32Array(44100);
    click[20000] = 0.9;
    const mp3 = await encodeMp3([click, click], 44100, 320);
    const plain = await decodeAll(mp3);
    const frames = plain.channels[0].length / 1152;
    const { channels } = await decodeAll(withEncoderTag(mp3, frames, 576, 1200));
    expect(channels[0].indexOf(Math.max(...channels[0]))).toBe(20000);
    expect(channels[0].length).toBe(frames * 1152 - 576 - 529 - (1200 - 529));
  });

  test('a tag that lies about the number of frames changes nothing but the end trim', async () => {
    const mp3 = await encodeMp3([sine(440, 3, 44100, 0.5), sine(440, 3, 44100, 0.5)], 44100);
    const { summary } = await decodeAll(withEncoderTag(mp3, 4_000_000_000, 576, 1200));
    expect(summary.durationSeconds).toBeGreaterThan(2.99);
    expect(summary.durationSeconds).toBeLessThan(3.1);
  });

  test('mono at 8 kHz gives one channel', async () => {
    const { channels, summary } = await decodeAll(await encodeMp3([sine(300, 4, 8000, 0.5)], 8000, 32));
    expect(channels.length).toBe(1);
    expect(summary.sampleRate).toBe(8000);
    expectLevel(channels[0].subarray(8000, 24000), 0.5);
  });

  test('a change of rate in the middle is resampled to the rate of most of the file', async () => {
    const low = await encodeMp3([sine(440, 3, 22050, 0.5)], 22050, 64);
    const high = await encodeMp3([sine(440, 6, 48000, 0.5)], 48000, 128);
    const { channels, summary } = await decodeAll(joinBytes(low, high));
    expect(summary.sampleRate).toBe(48000);
    expect(summary.durationSeconds).toBeGreaterThan(8.9);
    expect(summary.durationSeconds).toBeLessThan(9.3);
    expectLevel(channels[0].subarray(48000, 96000), 0.5);
    expect(countRisingZeros(channels[0].subarray(48000, 96000))).toBeCloseTo(440, -1);
  });

  test('only the first seconds are decoded of a long track, and the whole length is still told', async () => {
    const { channels, summary } = await decodeAll(silentFrames(4000), 20);
    expect(channels[0].length).toBe(20 * 44100);
    expect(summary.cut).toBe(true);
    expect(summary.analysedSeconds).toBe(20);
    expect(summary.durationSeconds).toBeCloseTo((4000 * 1152) / 44100, 3);
  });

  test('0.3 seconds', async () => {
    const { summary } = await decodeAll(await encodeMp3([sine(300, 0.3, 44100, 0.5)], 44100));
    expect(summary.durationSeconds).toBeGreaterThan(0.29);
  });

  test('damage never lets an impossible sample through', async () => {
    const mp3 = await encodeMp3([whiteNoise(4, 44100, 0.5), sine(300, 4, 44100, 0.5)], 44100);
    const random = seededRandom(5);
    for (let i = 0; i < 2000; i++) mp3[Math.floor(random() * mp3.length)] = Math.floor(random() * 256);
    const { channels } = await decodeAll(mp3);
    expect(channels[0].every((x) => Math.abs(x) <= 4)).toBe(true);
  });

  test('garbage is refused with a reason', async () => {
    const failure = await decodeAll(randomBytes(100_000)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DecodeFailed);
    expect((failure as DecodeFailed).reason).toBe('not-mpeg-audio');
  });

  test('a file that changes its rate all the time is refused', async () => {
    const other = silentFrames(6, [0xff, 0xfb, 0x94, 0x64], 384);
    const parts = Array.from({ length: 40 }, (_, i) => (i % 2 ? other : silentFrames(6)));
    const failure = await decodeAll(joinBytes(...parts)).catch((error: unknown) => error);
    expect((failure as DecodeFailed).reason).toBe('too-many-rates');
  });
});

function countRisingZeros(samples: Float32Array): number {
  let count = 0;
  for (let i = 1; i < samples.length; i++) if (samples[i - 1] < 0 && samples[i] >= 0) count++;
  return count;
}
