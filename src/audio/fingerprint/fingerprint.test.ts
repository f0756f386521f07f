// The fingerprint: the same recording is found however it was treated, and no other is taken for it.
import { describe, expect, test } from 'vitest';
import { decodeMp3 } from '../decode/decode.ts';
import { ANALYSIS_RATE, FRAME } from '../decode/rates.ts';
import { makeResampler } from '../decode/resample.ts';
import { runFrames } from '../spectrum/frames.ts';
import { makeTune, silence } from '../test-music.ts';
import { encodeMp3, joinSamples, sine, whiteNoise } from '../test-signals.ts';
import { alignFingerprints } from './align-fingerprints.ts';
import { type Fingerprint, FingerprintSink } from './fingerprint.ts';
import { ASKED_LANDMARKS, KEPT_LANDMARKS, sketchOf } from './landmarks.ts';
import { packFingerprint, unpackFingerprint } from './pack-fingerprint.ts';

function fingerprintOf(samples: Float32Array): Fingerprint {
  const sink = new FingerprintSink();
  runFrames(samples, FRAME, [sink]);
  return sink.finish();
}

/** Encoded, decoded and brought back to the analysis rate. */
async function throughMp3(
  channels: Float32Array[],
  rate: 16000 | 22050 | 32000 | 44100,
  kbps: 32 | 64 | 128 | 320,
): Promise<Fingerprint> {
  // The runner is told how far we are; a minute without a word ends the run.
  await new Promise(setImmediate);
  const resampled = channels.map((samples) => changeRate(samples, ANALYSIS_RATE, rate));
  const parts: Float32Array[] = [];
  let decodedRate = rate as number;
  for await (const chunk of decodeMp3(await encodeMp3(resampled, rate, kbps))) {
    decodedRate = chunk.sampleRate;
    const [left, right] = chunk.channels;
    parts.push(right ? left.map((value, i) => (value + right[i]) / 2) : left.slice());
  }
  return fingerprintOf(changeRate(joinSamples(...parts), decodedRate, ANALYSIS_RATE));
}

function changeRate(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const resampler = makeResampler(from, to);
  return joinSamples(resampler.push(samples), resampler.finish());
}

const gain = (samples: Float32Array, factor: number) => samples.map((value) => value * factor);
const cut = (samples: Float32Array, from: number, to?: number) =>
  samples.slice(Math.round(from * ANALYSIS_RATE), to && Math.round(to * ANALYSIS_RATE));

const TUNE = makeTune(1, 20);
const ORIGINAL = fingerprintOf(TUNE);

const VARIANTS: [string, () => Promise<Fingerprint>, number][] = [
  ['64 kbit/s', () => throughMp3([TUNE], 22050, 64), 0],
  ['320 kbit/s at 44.1 kHz', () => throughMp3([TUNE], 44100, 320), 0],
  ['128 kbit/s at 32 kHz', () => throughMp3([TUNE], 32000, 128), 0],
  ['32 kbit/s at 16 kHz', () => throughMp3([TUNE], 16000, 32), 0],
  ['stereo, one side quieter', () => throughMp3([TUNE, gain(TUNE, 0.5)], 44100, 128), 0],
  ['18 dB quieter', () => throughMp3([gain(TUNE, 0.125)], 22050, 64), 0],
  [
    '6 dB louder and clipped',
    async () => fingerprintOf(TUNE.map((v) => Math.max(-0.5, Math.min(0.5, 2 * v)))),
    0,
  ],
  ['3.217 s cut off in front', () => throughMp3([cut(TUNE, 3.217)], 22050, 64), 3.2],
  ['4 s cut off behind', () => throughMp3([cut(TUNE, 0, 16)], 22050, 64), 0],
  ['both ends cut', () => throughMp3([cut(TUNE, 2.01, 16.5)], 44100, 128), 2],
  ['5.3 s of silence in front', () => throughMp3([joinSamples(silence(5.3), TUNE)], 22050, 64), -5.3],
  ['silence behind, quieter', () => throughMp3([joinSamples(gain(TUNE, 0.3), silence(6))], 22050, 64), 0],
];

describe('the same recording', () => {
  test.each(VARIANTS)('%s is found, with the time shift', async (_, make, offset) => {
    const variant = await make();
    const kept = new Set(sketchOf(ORIGINAL, KEPT_LANDMARKS));
    const shared = sketchOf(variant, ASKED_LANDMARKS).filter((landmark) => kept.has(landmark));
    expect(shared.length).toBeGreaterThanOrEqual(3);
    const found = alignFingerprints(variant, ORIGINAL);
    expect(found?.share).toBeGreaterThan(0.6);
    expect(found?.offset).toBeCloseTo(offset, 0);
  });

  test('a part of it inside something else is found where it stands', () => {
    const mixed = joinSamples(makeTune(70, 8), cut(TUNE, 3, 11), makeTune(71, 8));
    const found = alignFingerprints(fingerprintOf(mixed), ORIGINAL);
    expect(found?.share).toBeGreaterThan(0.2);
    expect(found?.share).toBeLessThan(0.45);
    const [{ here, there }] = found!.parts;
    expect(Math.abs(here.start - 8)).toBeLessThanOrEqual(2);
    expect(Math.abs(here.end - 16)).toBeLessThanOrEqual(2);
    expect(there.start).toBeCloseTo(here.start - 5, 0);
  });
});

test('different tunes are not taken for each other', () => {
  const others = Array.from({ length: 20 }, (_, i) => fingerprintOf(makeTune(100 + i, 8)));
  for (const [i, one] of others.entries())
    for (const other of [ORIGINAL, ...others.slice(0, i)]) expect(alignFingerprints(one, other)).toBeNull();
});

test('the same drums at the same tempo under other notes are no copy', () => {
  // Three pairs that agree in most of their points, seen from one side: found among a thousand.
  for (const [one, other] of [
    [70_218, 70_859],
    [70_443, 70_229],
    [70_653, 70_967],
  ])
    expect(
      alignFingerprints(fingerprintOf(makeTune(one, 12)), fingerprintOf(makeTune(other, 12))),
    ).toBeNull();
});

test('silence, a tone and noise have nothing to be found by, or only themselves', () => {
  expect(fingerprintOf(silence(5)).frames).toHaveLength(0);
  const tone = fingerprintOf(sine(440, 8, ANALYSIS_RATE, 0.3));
  const noise = fingerprintOf(whiteNoise(8, ANALYSIS_RATE, 0.3, 1));
  for (const other of [tone, noise, fingerprintOf(whiteNoise(8, ANALYSIS_RATE, 0.3, 2))])
    expect(alignFingerprints(other, ORIGINAL)).toBeNull();
  expect(alignFingerprints(noise, noise)?.share).toBe(1);
});

test('packing keeps every point, also after a long silence', () => {
  const long = fingerprintOf(joinSamples(cut(TUNE, 0, 2), silence(6), cut(TUNE, 2, 4)));
  expect(unpackFingerprint(packFingerprint(long))).toEqual(long);
  expect(unpackFingerprint(new Uint8Array())).toEqual({
    frames: new Int32Array(),
    pitches: new Uint16Array(),
  });
});
