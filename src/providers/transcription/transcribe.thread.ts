/** A transcribing thread: cuts a track into windows, and writes down windows one at a time. */
import { parentPort } from 'node:worker_threads';
import { decodeMp3 } from '#audio/decode/decode.ts';
import { makeResampler } from '#audio/decode/resample.ts';
import type { VoiceSpan } from '#ports/transcription.ts';
import { cutWindows, LEVEL_STEP, MODEL_RATE, measureLevels } from './cut-windows.ts';
import { joinTokens } from './join-tokens.ts';
import { keepCentre } from './keep-centre.ts';
import type { HeardSound, LaneAnswer, LaneRequest, SoundWindow } from './lane-messages.ts';
import { loadModel } from './model.ts';

/** Share of a channel's power below which what both have in common is not the music. */
const NO_CENTRE = 0.02;

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
  const heard = (await model).hear(samples);
  return { words: joinTokens(heard), meanLogProb: heard.meanLogProb, complete: heard.complete };
}

async function cutTrack(mp3: Uint8Array, voice: readonly VoiceSpan[]): Promise<SoundWindow[]> {
  const samples = await decodeVoice(mp3);
  const levels = measureLevels(samples);
  return cutWindows(voice, levels, samples.length / MODEL_RATE).map(({ start, end }) => ({
    start,
    end,
    samples: samples.slice(Math.round(start * MODEL_RATE), Math.round(end * MODEL_RATE)),
    levels: levels.slice(Math.round(start / LEVEL_STEP), Math.round(end / LEVEL_STEP)),
  }));
}

/** The middle of the sound at the model's rate. */
async function decodeVoice(mp3: Uint8Array): Promise<Float32Array> {
  const sides: { resampler: ReturnType<typeof makeResampler>; parts: Float32Array[] }[] = [];
  for await (const { channels, sampleRate } of decodeMp3(mp3)) {
    for (const [side, samples] of channels.entries()) {
      sides[side] ??= { resampler: makeResampler(sampleRate, MODEL_RATE), parts: [] };
      sides[side].parts.push(sides[side].resampler.push(samples));
    }
  }
  const [left, right] = sides.map(({ resampler, parts }) => joinParts([...parts, resampler.finish()]));
  if (!right) return left ?? new Float32Array();
  const centre = keepCentre(left, right);
  // Channels that cancel have no middle: one of them is heard alone.
  return power(centre) < NO_CENTRE * power(left) ? left : centre;
}

const power = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);

function joinParts(parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}
