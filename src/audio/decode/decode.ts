/**
 * Decodes MP3 bytes to samples, a chunk at a time, so that memory does not grow with the track. Only bytes that the frame
 * walk found to be audio reach the decoder, which accepts garbage otherwise. Everything comes out at one sample rate,
 * even when the file changes its rate on the way.
 */
import { MPEGDecoder } from 'mpg123-decoder';
import { checkMp3, type Mp3Accepted, type Mp3Refusal } from './mp3-frames.ts';
import { type EncoderTag, readEncoderTag } from './mp3-gapless.ts';
import { id3Length, type Mp3Run, walkFrames } from './mp3-walk.ts';
import { makeResampler, type Resampler } from './resample.ts';

/** Seconds of sound analysed at most: 10 MB at 8 kbit/s would be 2.7 hours. */
export const MAX_SECONDS = 600;
/** Bytes handed to the decoder at once; at 8 kbit/s this is 33 s of sound. */
const FEED_BYTES = 32 * 1024;
/** Louder than any real decode (+12 dB over full scale): such a sample comes from a damaged frame and is muted. */
const MAX_SAMPLE = 4;
/** Share of samples lost to damage above which the rest is not worth listening to. */
const MAX_DAMAGED_SHARE = 0.5;
/** A real file changes its rate once, where two were glued together; each change restarts the decoder. */
const MAX_RATE_CHANGES = 16;
/** Decoder errors in one chunk before we give up on it: it tries the same bytes for ever on some errors. */
const MAX_ERRORS = 200;

export type DecodeFailure = Mp3Refusal | 'no-sound-decoded' | 'too-many-rates';

/** The file cannot be analysed; `message` tells the artist why and what to do. */
export class DecodeFailed extends Error {
  override name = 'DecodeFailed';
  constructor(
    readonly reason: DecodeFailure,
    message: string,
  ) {
    super(message);
  }
}

export interface PcmChunk {
  /** One array for a mono file, two for stereo, of equal length. Valid until the next chunk is asked for. */
  channels: Float32Array[];
  sampleRate: number;
  /** 0 to 1: how much of the file has been read. */
  progress: number;
  /** Seconds that all chunks together will make, or a little less if the file is damaged. */
  expectedSeconds: number;
}

export interface DecodeSummary extends Omit<Mp3Accepted, 'ok'> {
  /** Of the whole track, also of the part that was not analysed; encoder delay and padding removed where known. */
  durationSeconds: number;
  /** Seconds of sound handed out, encoder delay and padding removed where the file says how much. */
  analysedSeconds: number;
  /** True when the track is longer than what is analysed. */
  cut: boolean;
  /** Share of samples that were muted because of damage, 0 to 1. */
  damagedShare: number;
}

interface Progress {
  /** Samples per channel handed out so far. */
  samples: number;
  damaged: number;
  skip: number;
}

/** Yields chunks in order and returns what was found. Throws DecodeFailed for a file that cannot be analysed. */
export async function* decodeMp3(
  bytes: Uint8Array,
  maxSeconds = MAX_SECONDS,
): AsyncGenerator<PcmChunk, DecodeSummary> {
  const check = checkMp3(bytes);
  if (!check.ok) throw new DecodeFailed(check.reason, check.message);
  const { runs, tag } = findSound(bytes);
  const total = Math.round(countSamples(runs, check.sampleRate) - (tag?.trimEnd ?? 0));
  const limit = Math.min(total, Math.round(maxSeconds * check.sampleRate) + (tag?.trimStart ?? 0));
  const progress: Progress = { samples: 0, damaged: 0, skip: tag?.trimStart ?? 0 };
  for await (const decoded of decodeRuns(bytes, runs, check)) {
    const chunk = fitChunk(decoded, progress, limit);
    const { sampleRate } = check;
    const expectedSeconds = limit / sampleRate;
    if (chunk) yield { channels: chunk, sampleRate, progress: progress.samples / limit, expectedSeconds };
    if (progress.samples >= limit) break;
  }
  const { sampleRate, channels, frames, bitrate } = check;
  const heard = summarise(progress, tag, sampleRate);
  // What was not decoded is known from its frames.
  const durationSeconds = heard.analysedSeconds + Math.max(0, total - limit) / sampleRate;
  return { durationSeconds, sampleRate, channels, frames, bitrate, cut: total > limit, ...heard };
}

function summarise(progress: Progress, tag: EncoderTag | undefined, rate: number) {
  const heard = progress.samples - (tag?.trimStart ?? 0);
  const damagedShare = progress.samples > 0 ? progress.damaged / progress.samples : 1;
  if (heard <= 0 || damagedShare > MAX_DAMAGED_SHARE) {
    throw new DecodeFailed(
      'no-sound-decoded',
      'The file looks like an MP3 but its sound cannot be decoded. Export the MP3 again and upload the new file.',
    );
  }
  return { analysedSeconds: heard / rate, damagedShare };
}

/** The runs of frames that hold sound: all of them, less an encoder's tag frame at the start of the first. */
function findSound(bytes: Uint8Array): { runs: Mp3Run[]; tag: EncoderTag | undefined } {
  const { runs, frames } = walkFrames(bytes, id3Length(bytes) ?? 0);
  const [first, ...rest] = runs;
  const tag = readEncoderTag(bytes, first.start, frames - 1);
  if (!tag || first.frames < 2) return { runs, tag: undefined };
  const trimmed = { ...first, start: first.start + tag.frameBytes, frames: first.frames - 1 };
  return { runs: [trimmed, ...rest], tag };
}

function countSamples(runs: readonly Mp3Run[], rate: number): number {
  return runs.reduce((sum, run) => sum + (run.frames * run.frameSamples * rate) / run.sampleRate, 0);
}

/** Decodes run after run; a run at another rate than most of the file is brought to that rate. */
async function* decodeRuns(
  bytes: Uint8Array,
  runs: readonly Mp3Run[],
  { sampleRate, channels }: Mp3Accepted,
): AsyncGenerator<Float32Array[]> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  limitErrors(decoder);
  let rate = runs[0].sampleRate;
  let changes = 0;
  let resamplers = makeResamplers(rate, sampleRate, channels);
  try {
    for (const run of runs) {
      if (run.sampleRate !== rate) {
        if (++changes > MAX_RATE_CHANGES) throw tooManyRates();
        if (resamplers) yield resamplers.map((resampler) => resampler.finish());
        rate = run.sampleRate;
        resamplers = makeResamplers(rate, sampleRate, channels);
        await decoder.reset();
        limitErrors(decoder);
      }
      for (let at = run.start; at < run.end; at += FEED_BYTES) {
        const { channelData } = decoder.decode(bytes.subarray(at, Math.min(run.end, at + FEED_BYTES)));
        // The decoder hands out two equal channels for a mono file.
        const decoded = channelData.slice(0, channels);
        yield resamplers ? decoded.map((samples, i) => resamplers![i].push(samples)) : decoded;
      }
    }
    if (resamplers) yield resamplers.map((resampler) => resampler.finish());
  } finally {
    decoder.free();
  }
}

function makeResamplers(
  from: number,
  to: number,
  channels: number,
): Pick<Resampler, 'push' | 'finish'>[] | undefined {
  return from === to ? undefined : Array.from({ length: channels }, () => makeResampler(from, to));
}

function tooManyRates(): DecodeFailed {
  return new DecodeFailed(
    'too-many-rates',
    'This MP3 changes its sample rate again and again. Export it once more at one rate, such as 44.1 kHz, and upload that.',
  );
}

/**
 * The decoder repeats a failed read without end and only notes each failure. Frames that passed our walk have never
 * made it fail (1,500 mutated files), so this is a second lock: after too many notes, stop.
 */
function limitErrors(decoder: MPEGDecoder): void {
  const inner = decoder as unknown as { _common?: { addError?: (...args: unknown[]) => void } };
  if (!inner._common?.addError) return;
  let errors = 0;
  inner._common.addError = () => {
    if (++errors > MAX_ERRORS) {
      throw new DecodeFailed(
        'no-sound-decoded',
        'The sound in this MP3 is damaged beyond reading. Export it again and upload the new file.',
      );
    }
  };
}

/** Drops what the encoder added, stops at the limit, mutes impossible samples. */
function fitChunk(decoded: Float32Array[], progress: Progress, limit: number): Float32Array[] | undefined {
  const length = Math.min(decoded[0].length, limit - progress.samples);
  const from = Math.min(length, Math.max(0, progress.skip - progress.samples));
  progress.samples += Math.max(0, length);
  if (length <= from) return undefined;
  const channels = decoded.map((samples) => samples.subarray(from, length));
  let damaged = 0;
  for (const samples of channels) damaged = Math.max(damaged, muteImpossible(samples));
  progress.damaged += damaged;
  return channels;
}

/** Samples looked at together: in a stretch of less energy than one impossible sample there is none. */
const STRETCH = 1152;

function muteImpossible(samples: Float32Array): number {
  let count = 0;
  for (let from = 0; from < samples.length; from += STRETCH) {
    const to = Math.min(samples.length, from + STRETCH);
    const energy = sumSquares(samples, from, to);
    // NaN is not below anything.
    if (!(energy < MAX_SAMPLE * MAX_SAMPLE)) count += muteOneByOne(samples, from, to);
  }
  return count;
}

/** Four sums side by side: one alone would wait for each addition before the next. */
function sumSquares(samples: Float32Array, from: number, to: number): number {
  const whole = to - ((to - from) & 3);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < whole; i += 4) {
    a += samples[i] * samples[i];
    b += samples[i + 1] * samples[i + 1];
    c += samples[i + 2] * samples[i + 2];
    d += samples[i + 3] * samples[i + 3];
  }
  for (let i = whole; i < to; i++) a += samples[i] * samples[i];
  return a + b + c + d;
}

function muteOneByOne(samples: Float32Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    // Written so that NaN fails it too.
    if (!(samples[i] <= MAX_SAMPLE && samples[i] >= -MAX_SAMPLE)) {
      samples[i] = 0;
      count++;
    }
  }
  return count;
}
