/** A transcribing thread: cuts a track into windows, and writes down windows one at a time. */
import { parentPort } from 'node:worker_threads';
import { decodeMp3 } from '#audio/decode/decode.ts';
import { makeResampler } from '#audio/decode/resample.ts';
import type { VoiceSpan } from '#ports/transcription.ts';
import { cutWindows, LEVEL_STEP, MODEL_RATE, measureLevels } from './cut-windows.ts';
import type { HeardSound, LaneAnswer, LaneRequest, SoundWindow } from './lane-messages.ts';
import { loadModel } from './model.ts';
import { joinTokens } from './place-words.ts';

const port = parentPort!;
// Loaded while the first track is decoded; a failure is told to whoever first asks for words.
const model = loadModel();
model.catch(() => {});

port.on('message', async (request: LaneRequest) => {
  try {
    post(await answer(request));
  } catch (error) {
    post({ kind: 'failed', message: (error as Error).message });
  }
});

function post(message: LaneAnswer): void {
  port.postMessage(message);
}

async function answer(request: LaneRequest): Promise<LaneAnswer> {
  if (request.kind === 'hear') return { kind: 'heard', heard: await hear(request.samples) };
  return { kind: 'windows', windows: await cutTrack(request.mp3, request.voice) };
}

async function hear(samples: Float32Array): Promise<HeardSound> {
  const heard = await (await model).hear(samples);
  return { words: joinTokens(heard), meanLogProb: heard.meanLogProb, complete: heard.complete };
}

async function cutTrack(mp3: Uint8Array, voice: readonly VoiceSpan[]): Promise<SoundWindow[]> {
  const samples = await decodeMono(mp3);
  const levels = measureLevels(samples);
  return cutWindows(voice, levels, samples.length / MODEL_RATE).map(({ start, end }) => ({
    start,
    end,
    samples: samples.slice(Math.round(start * MODEL_RATE), Math.round(end * MODEL_RATE)),
    levels: levels.slice(Math.round(start / LEVEL_STEP), Math.round(end / LEVEL_STEP)),
  }));
}

/** The mean of the channels at the model's rate. */
async function decodeMono(mp3: Uint8Array): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  let resampler: ReturnType<typeof makeResampler> | undefined;
  for await (const { channels, sampleRate } of decodeMp3(mp3)) {
    resampler ??= makeResampler(sampleRate, MODEL_RATE);
    const [left, right] = channels;
    parts.push(resampler.push(right ? left.map((value, i) => (value + right[i]) / 2) : left));
  }
  if (resampler) parts.push(resampler.finish());
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
