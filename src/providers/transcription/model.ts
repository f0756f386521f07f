/**
 * Moonshine tiny (MIT, English), from the weights in its npm package, run by onnxruntime's WebAssembly build: the same
 * arithmetic on every machine, no native code, no install script. Greedy decoding, so that the same sound gives the same
 * words. One thread: two were slower on two busy cores.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import * as ort from 'onnxruntime-web';

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
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
  hear(samples: Float32Array): Promise<HeardTokens>;
}

type Feeds = Record<string, ort.Tensor>;

/**
 * V8 optimises WebAssembly functions after this much work in them. By default it does so for most of the runtime while the
 * model loads, which took 6 s of processor time and 240 MB; so it is left to what decoding itself keeps busy.
 */
const OPTIMISE_AFTER = 200_000_000;

export async function loadModel(): Promise<Model> {
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMISE_AFTER}`);
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@moonshine-ai/moonshine-js'))), WEIGHTS);
  const open = async (file: string) => ort.InferenceSession.create(await readFile(join(folder, file)));
  const encoder = await open('encoder_model.onnx');
  const decoder = await open('decoder_model_merged.onnx');
  return { hear: (samples) => hear(encoder, decoder, samples) };
}

const WEIGHTS = 'model/tiny/quantized';

/**
 * The end mark may not come first. Asked about song-like English the model often says 'nothing' although it has
 * understood every word (a third of windows of generated speech); made to speak, it is as sure of them as ever, and no
 * surer than before of what is no English.
 */
async function hear(
  encoder: ort.InferenceSession,
  decoder: ort.InferenceSession,
  samples: Float32Array,
): Promise<HeardTokens> {
  const sound = new ort.Tensor('float32', samples, [1, samples.length]);
  const { last_hidden_state: states } = await encoder.run({ input_values: sound });
  const most = Math.ceil((samples.length / 16_000) * MAX_TOKENS_A_SECOND);
  const ids: number[] = [];
  const logProbs: number[] = [];
  let past = emptyPast();
  let complete = false;
  for (let token = START; ids.length < most; ) {
    const isFirst = logProbs.length === 0;
    const feeds: Feeds = {
      ...past,
      input_ids: new ort.Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
      encoder_hidden_states: states,
      use_cache_branch: new ort.Tensor('bool', [!isFirst], [1]),
    };
    // What the encoder gave does not change after the first step: fetching it again would cost a quarter of the time.
    const answer = isFirst ? await decoder.run(feeds) : await decoder.run(feeds, STEP_OUTPUTS);
    const logits = answer.logits.data as Float32Array;
    if (isFirst) logits[END] = Number.NEGATIVE_INFINITY;
    const best = pickBest(logits);
    logProbs.push(best.logProb);
    if (best.token === END) {
      complete = true;
      break;
    }
    token = best.token;
    ids.push(token);
    if (isHopeless(logProbs) || goesInCircles(ids)) break;
    past = { ...past, ...keepPast(answer) };
  }
  return { ids, logProbs, meanLogProb: rateTokens(ids, logProbs), complete };
}

const layers = Array.from({ length: LAYERS }, (_, layer) => layer);
const partsOf = (side: 'decoder' | 'encoder') =>
  layers.flatMap((layer) => [`${layer}.${side}.key`, `${layer}.${side}.value`]);
const STEP_OUTPUTS = ['logits', ...partsOf('decoder').map((part) => `present.${part}`)];

function emptyPast(): Feeds {
  const parts = [...partsOf('decoder'), ...partsOf('encoder')];
  return Object.fromEntries(
    parts.map((part) => [
      `past_key_values.${part}`,
      new ort.Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]),
    ]),
  );
}

function keepPast(answer: Record<string, ort.Tensor>): Feeds {
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => name.startsWith('present.'))
      .map(([name, tensor]) => [name.replace('present.', 'past_key_values.'), tensor]),
  );
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
