// Sound in and out for the duplicates command: decoded samples, their fingerprint by the same steps as the engine's.
import { readFileSync } from 'node:fs';
import { decodeMp3 } from '#audio/decode/decode.ts';
import { ANALYSIS_RATE, FRAME } from '#audio/decode/rates.ts';
import { makeResampler } from '#audio/decode/resample.ts';
import { type Fingerprint, FingerprintSink } from '#audio/fingerprint/fingerprint.ts';
import { runFrames } from '#audio/spectrum/frames.ts';

export interface Sound {
  left: Float32Array;
  /** Null for mono. */
  right: Float32Array | null;
  rate: number;
}

/** At most so many seconds of a file. */
export async function readSound(file: string, seconds: number): Promise<Sound> {
  return decodeSound(readFileSync(file), seconds);
}

export async function decodeSound(bytes: Uint8Array, seconds = Number.POSITIVE_INFINITY): Promise<Sound> {
  const parts: Float32Array[][] = [];
  let length = 0;
  let rate = 0;
  for await (const chunk of decodeMp3(bytes)) {
    rate = chunk.sampleRate;
    parts.push(chunk.channels.map((samples) => samples.slice()));
    length += chunk.channels[0].length;
    if (length >= seconds * rate) break;
  }
  const [left, right] = parts[0].map((_, channel) => join(parts.map((part) => part[channel])));
  const end = Number.isFinite(seconds) ? Math.round(seconds * rate) : left.length;
  return { left: left.subarray(0, end), right: right?.subarray(0, end) ?? null, rate };
}

export function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function mixDown({ left, right }: Sound): Float32Array {
  return right ? left.map((value, i) => 0.5 * (value + right[i])) : left;
}

export function fingerprintSound(sound: Sound): Fingerprint {
  const resampler = makeResampler(sound.rate, ANALYSIS_RATE);
  return fingerprintMono(join([resampler.push(mixDown(sound)), resampler.finish()]));
}

/** Mono at the analysis rate. */
export function fingerprintMono(samples: Float32Array): Fingerprint {
  const sink = new FingerprintSink();
  runFrames(samples, FRAME, [sink]);
  return sink.finish();
}
