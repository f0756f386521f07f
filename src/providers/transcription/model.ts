/**
 * Moonshine base (MIT, English), from the weights in its npm package: the same arithmetic on every machine, no native code,
 * no install script. Greedy decoding, so that the same sound gives the same words.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODEL_RATE } from './cut-windows.ts';
import { type Listening, Moonshine } from './moonshine.ts';
import { readOnnx } from './onnx-file.ts';
import { readWeights } from './weights.ts';

const START = 1;
const END = 2;
/** Tokens a second: the model's authors allow 6.5, at which fast English is cut off; circles are noticed by themselves. */
const MAX_TOKENS_A_SECOND = 10;
/** Tokens after which a window that is plainly not understood is given up, and the mean below which it is. */
const LOOK_AFTER = 8;
const HOPELESS = -1.2;
/** Turns of the same few tokens after which decoding is going in circles; of a whole sentence fewer are enough. */
const MAX_TURNS = 5;
const LONG_TURN = 9;
const MAX_LONG_TURNS = 3;
const LONGEST_TURN = 16;

export interface HeardTokens {
  ids: number[];
  /** Natural logarithm of each token's probability. */
  logProbs: number[];
  /** How sure it is of all of it: see rateTokens. */
  meanLogProb: number;
  /** Decoding ended by itself: neither in circles, nor given up, nor cut off. */
  complete: boolean;
}

export interface Model {
  hear(samples: Float32Array): HeardTokens;
}

export async function loadModel(): Promise<Model> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@usefulsensors/moonshine-js'))), WEIGHTS);
  const open = async (file: string) => readOnnx(await readFile(join(folder, file)));
  const weights = readWeights(await open('encoder_model.onnx'), await open('decoder_model_merged.onnx'));
  const moonshine = new Moonshine(weights);
  return {
    hear: (samples) => moonshine.listen(samples, (listening) => decode(moonshine, listening, samples)),
  };
}

const WEIGHTS = 'model/base/quantized';

/**
 * The end mark may not come first. Asked about song-like English the model often says 'nothing' although it has
 * understood every word (a third of windows of generated speech); made to speak, it is as sure of them as ever, and no
 * surer than before of what is no English.
 */
function decode(moonshine: Moonshine, listening: Listening, { length }: Float32Array): HeardTokens {
  const most = Math.ceil((length / MODEL_RATE) * MAX_TOKENS_A_SECOND);
  const ids: number[] = [];
  const logProbs: number[] = [];
  let complete = false;
  for (let token = START; ids.length < most; ) {
    const logits = moonshine.step(listening, token, ids.length);
    if (logProbs.length === 0) logits[END] = Number.NEGATIVE_INFINITY;
    const best = pickBest(logits);
    logProbs.push(best.logProb);
    if (best.token === END) {
      complete = true;
      break;
    }
    token = best.token;
    ids.push(token);
    if (isHopeless(logProbs) || goesInCircles(ids)) break;
  }
  return { ids, logProbs, meanLogProb: rateTokens(ids, logProbs), complete };
}

/** The most probable token, and the logarithm of its softmax. */
function pickBest(logits: Float32Array): { token: number; logProb: number } {
  let token = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i] > logits[token]) token = i;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.exp(logits[i] - logits[token]);
  return { token, logProb: -Math.log(sum) };
}

/** Tokens in a row that make a repetition. */
const SAME = 3;

/**
 * The mean, with the end mark, which says how sure the model is that there is no more. Whatever is said again is said
 * with certainty, heard or not, so an empty phrase in a loop looks sure of itself: if the mean of what is said for the
 * first time is lower, that counts.
 */
export function rateTokens(ids: readonly number[], logProbs: readonly number[]): number {
  const seen = new Set<string>();
  const fresh = logProbs.filter((_, i) => {
    if (i >= ids.length || i < SAME - 1) return true;
    const turn = ids.slice(i - SAME + 1, i + 1).join();
    const isNew = !seen.has(turn);
    seen.add(turn);
    return isNew;
  });
  return Math.min(mean(logProbs), mean(fresh));
}

function isHopeless(logProbs: readonly number[]): boolean {
  return logProbs.length === LOOK_AFTER && mean(logProbs) < HOPELESS;
}

/** Whether the last tokens are the same few again and again. */
export function goesInCircles(ids: readonly number[]): boolean {
  for (let turn = 1; turn <= LONGEST_TURN; turn++) {
    const from = ids.length - turn * (turn < LONG_TURN ? MAX_TURNS : MAX_LONG_TURNS);
    if (from < 0) continue;
    let same = true;
    for (let i = from + turn; i < ids.length && same; i++) same = ids[i] === ids[i - turn];
    if (same) return true;
  }
  return false;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
