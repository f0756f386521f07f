/**
 * Moonshine (MIT, English): an encoder that turns sound into states, some forty a second, and a decoder that writes one token
 * after the other while looking at them. What the layers do is read from the model's own graph.
 */
import { addTo, normalise, normaliseAll, rotate, silu, softmax } from './layer-parts.ts';
import { type Linear, type Matrices, roundUp } from './matrices.ts';
import type { Attention, Weights } from './weights.ts';

const HEADS = 8;
/** Of a convolution: what it sees at once, and how far it is from one sight to the next. */
interface Shape {
  kernel: number;
  step: number;
}

const FIRST = { kernel: 127, step: 64 };
const SECOND = { kernel: 7, step: 3 };
const THIRD = { kernel: 3, step: 2 };

/** What the decoder looks at of one window, and what it has written so far. */
export interface Listening {
  length: number;
  /** Addresses, by layer and head. */
  keys: number[][];
  values: number[][];
  /** By layer; a row for each token. */
  past: { keys: Float32Array[]; values: Float32Array[] }[];
}

export class Moonshine {
  readonly #weights: Weights;
  readonly #matrices: Matrices;
  readonly #width: number;
  readonly #headSize: number;

  constructor(weights: Weights) {
    this.#weights = weights;
    this.#matrices = weights.matrices;
    this.#width = weights.width;
    this.#headSize = weights.width / HEADS;
  }

  /** Sound at 16 kHz; `work` may write tokens about it by `step`. */
  listen<T>(samples: Float32Array, work: (listening: Listening) => T): T {
    return this.#matrices.borrow(() => work(this.#prepare(this.#encode(samples))));
  }

  /** States of the encoder, one row each. */
  #encode(samples: Float32Array): Float32Array {
    let states = this.#convolve(samples);
    const length = states.length / this.#width;
    for (const layer of this.#weights.encoder) {
      states = addTo(states, this.#attend(normalise(states, layer.before), length, layer.attention));
      const even = normalise(states, layer.between);
      states = addTo(states, this.#matrices.multiplyBent(even, layer.up, layer.down));
    }
    return normalise(states, this.#weights.encoderEnd);
  }

  /** Logits of the next token after `token`, the one at `place`. */
  step(listening: Listening, token: number, place: number): Float32Array {
    let state: Float32Array = this.#matrices.readRow(this.#weights.tokens, token);
    for (const [i, layer] of this.#weights.decoder.entries()) {
      const self = this.#recall(normalise(state, layer.before), layer.attention, listening.past[i], place);
      state = addTo(state, self);
      state = addTo(state, this.#look(normalise(state, layer.beforeCross), layer.cross, listening, i));
      const inner = this.#matrices.multiply(normalise(state, layer.between), layer.up);
      state = addTo(state, this.#matrices.multiply(silu(inner), layer.down));
    }
    return this.#matrices.multiply(normalise(state, this.#weights.decoderEnd), {
      matrix: this.#weights.tokens,
    });
  }

  #convolve(samples: Float32Array): Float32Array {
    const rows = countRows(samples.length, FIRST);
    const heard = this.#hearFirst(samples, rows);
    const group = this.#weights.group;
    normaliseAll(heard, group.scale, group.shift);
    const second = this.#slide(heard, rows, this.#weights.second, SECOND);
    return this.#slide(
      second,
      second.length / this.#weights.second.matrix.outputs,
      this.#weights.third,
      THIRD,
    );
  }

  #hearFirst(samples: Float32Array, rows: number): Float32Array {
    const { floats } = this.#matrices;
    const width = this.#width;
    return this.#matrices.borrow(() => {
      const from = this.#matrices.take(4 * (samples.length + FIRST.step));
      const out = this.#matrices.take(4 * rows * width);
      floats.set(samples, from / 4);
      floats.fill(0, from / 4 + samples.length, from / 4 + samples.length + FIRST.step);
      this.#matrices.multiplyFloats(
        { address: from, step: FIRST.step, rows },
        { address: this.#weights.first, outputs: width, inputs: FIRST.kernel },
        { address: out, step: width },
      );
      const heard = floats.slice(out / 4, out / 4 + rows * width);
      for (let i = 0; i < heard.length; i++) heard[i] = Math.tanh(heard[i]);
      return heard;
    });
  }

  #slide(values: Float32Array, rows: number, linear: Linear, shape: Shape): Float32Array {
    const channels = linear.matrix.inputs / shape.kernel;
    return this.#matrices.bend(
      this.#matrices.slide(values, countRows(rows, shape), shape.step * channels, linear),
    );
  }

  /** Every state looks at all. */
  #attend(states: Float32Array, length: number, { query, key, value, out }: Attention): Float32Array {
    const [queries, keys, values] = this.#matrices.multiplyAll(states, [query, key, value]);
    for (const rows of [queries, keys]) rotate(rows, this.#width, this.#headSize, this.#weights.turns, 0);
    const seen = new Float32Array(length * this.#width);
    for (let head = 0; head < HEADS; head++)
      this.#matrices.borrow(() => {
        const at = this.#packHead(keys, values, length, head);
        this.#lookFrom(queries, length, head, { length, ...at }, seen);
      });
    return this.#matrices.multiply(seen, out);
  }

  /** Keys and values of a head as columns, at the addresses it returns. */
  #packHead(keys: Float32Array, values: Float32Array, length: number, head: number) {
    const [width, size] = [this.#width, this.#headSize];
    const padded = roundUp(length, 4);
    const [key, value] = [0, 1].map(() => this.#matrices.take(4 * padded * size));
    const from = head * size;
    const [ofKeys, ofValues] = [
      { outputs: length, inputs: size },
      { outputs: size, inputs: length },
    ];
    this.#matrices.packFloats(key, ofKeys, keys, { output: width, input: 1 }, from);
    this.#matrices.packFloats(value, ofValues, values, { output: 1, input: width }, from);
    return { key, value };
  }

  #lookFrom(
    queries: Float32Array,
    rows: number,
    head: number,
    { length, key, value }: { length: number; key: number; value: number },
    seen: Float32Array,
  ): void {
    const [width, size] = [this.#width, this.#headSize];
    const padded = roundUp(length, 4);
    const { floats } = this.#matrices;
    this.#matrices.borrow(() => {
      const from = this.#matrices.take(4 * rows * size);
      const weights = this.#matrices.take(4 * rows * padded);
      const factor = 1 / Math.sqrt(size);
      for (let row = 0, to = from >> 2; row < rows; row++)
        for (let i = row * width + head * size, end = i + size; i < end; i++)
          floats[to++] = factor * queries[i];
      this.#matrices.multiplyFloats(
        { address: from, step: size, rows },
        { address: key, outputs: length, inputs: size },
        { address: weights, step: padded },
      );
      this.#matrices.share({ address: weights, step: padded, rows }, length);
      // The queries are no longer needed: their place is taken by what was seen.
      this.#matrices.multiplyFloats(
        { address: weights, step: padded, rows },
        { address: value, outputs: size, inputs: length },
        { address: from, step: size },
      );
      for (let row = 0, at = from >> 2; row < rows; row++)
        for (let i = row * width + head * size, end = i + size; i < end; i++) seen[i] = floats[at++];
    });
  }

  /** Keys and values of what was heard, for every layer of the decoder. */
  #prepare(states: Float32Array): Listening {
    const length = states.length / this.#width;
    const layers = this.#weights.decoder.map(({ cross }) => {
      const [keys, values] = this.#matrices.multiplyAll(states, [cross.key, cross.value]);
      return Array.from({ length: HEADS }, (_, head) => this.#packHead(keys, values, length, head));
    });
    return {
      length,
      keys: layers.map((heads) => heads.map(({ key }) => key)),
      values: layers.map((heads) => heads.map(({ value }) => value)),
      past: layers.map(() => ({ keys: [], values: [] })),
    };
  }

  #look(state: Float32Array, { query, out }: Attention, listening: Listening, layer: number): Float32Array {
    const asked = this.#matrices.multiply(state, query);
    const seen = new Float32Array(this.#width);
    for (let head = 0; head < HEADS; head++) {
      const at = { key: listening.keys[layer][head], value: listening.values[layer][head] };
      this.#lookFrom(asked, 1, head, { length: listening.length, ...at }, seen);
    }
    return this.#matrices.multiply(seen, out);
  }

  /** A token looks at itself and all before it. */
  #recall(
    state: Float32Array,
    { query, key, value, out }: Attention,
    past: Listening['past'][number],
    place: number,
  ): Float32Array {
    const size = this.#headSize;
    const [asked, newKey, newValue] = this.#matrices.multiplyAll(state, [query, key, value]);
    for (const row of [asked, newKey]) rotate(row, this.#width, size, this.#weights.turns, place);
    past.keys.push(newKey);
    past.values.push(newValue);
    const seen = new Float32Array(this.#width);
    const weights = new Float32Array(past.keys.length);
    for (let from = 0; from < this.#width; from += size) {
      past.keys.forEach((row, t) => {
        let sum = 0;
        for (let i = from; i < from + size; i++) sum += asked[i] * row[i];
        weights[t] = sum / Math.sqrt(size);
      });
      softmax(weights);
      past.values.forEach((row, t) => {
        for (let i = from; i < from + size; i++) seen[i] += weights[t] * row[i];
      });
    }
    return this.#matrices.multiply(seen, out);
  }
}

const countRows = (length: number, { kernel, step }: Shape) =>
  Math.max(0, Math.floor((length - kernel) / step) + 1);
