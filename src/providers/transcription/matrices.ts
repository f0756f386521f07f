/**
 * Products with the model's matrices. Its weights are bytes and stay bytes; what they are multiplied by is rounded to bytes
 * as well, as its authors measured it, but row by row, which is finer. Whole numbers add up exactly, so the same sound gives
 * the same words on every machine.
 */
import { BLOCK, type DotKernel, FLOAT_ROWS, startDots } from './dot-kernel.ts';
import { addTo } from './layer-parts.ts';

/** A matrix of bytes, packed in blocks: a weight is its byte times `scale` plus `offset`. */
export interface Matrix {
  address: number;
  inputs: number;
  outputs: number;
  scale: number;
  offset: number;
}

/** A matrix, and what is added to its products. */
export interface Linear {
  matrix: Matrix;
  bias?: Float32Array;
}

/** Numbers of a column that are multiplied at once: bytes, and floats. */
const BYTES_AT_ONCE = 16;
const FLOATS_AT_ONCE = 4;
/** What is multiplied is rounded to bytes, or to whole numbers up to this that are then taken apart into two bytes. */
const FINE = 8127;
const HIGHER = 128;
/** e^x of it is nothing. */
const NOTHING = -1e30;
const PAGE = 65_536;

export const roundUp = (value: number, to: number) => Math.ceil(value / to) * to;

export class Matrices {
  readonly floats: Float32Array;
  readonly #bytes: Int8Array;
  readonly #kernel: DotKernel;
  #used = 0;

  constructor(size: number, kernel = startDots(Math.ceil(size / PAGE))) {
    this.#kernel = kernel;
    this.floats = new Float32Array(kernel.memory.buffer);
    this.#bytes = new Int8Array(kernel.memory.buffer);
  }

  /** The address of so many bytes of memory. */
  take(bytes: number): number {
    const address = this.#used;
    this.#used += roundUp(bytes, 16);
    if (this.#used > this.#bytes.length) throw new RangeError('The sound is too long for the model.');
    return address;
  }

  /** Runs `work`; what it took is free again afterwards. */
  borrow<T>(work: () => T): T {
    const before = this.#used;
    try {
      return work();
    } finally {
      this.#used = before;
    }
  }

  /** `weights`: -128 to 127, or 0 to 255 for the same from `least` on; the steps lead from one output or input to the next. */
  store(
    { inputs, outputs, scale, offset }: Omit<Matrix, 'address'>,
    weights: ArrayLike<number>,
    step: { output: number; input: number },
    least = 0,
  ): Matrix {
    const address = this.take(inputs * outputs);
    const bytes = this.#bytes;
    const { output: across, input: along } = step;
    let at = address;
    for (let block = 0; block < outputs; block += BLOCK)
      for (let from = 0; from < inputs; from += BYTES_AT_ONCE)
        for (let output = block; output < block + BLOCK; output++)
          for (let input = from; input < from + BYTES_AT_ONCE; input++)
            bytes[at++] = weights[output * across + input * along] - least;
    return { address, inputs, outputs, scale, offset };
  }

  /** One output's weights, as floats. */
  readRow({ address, inputs, scale, offset }: Matrix, output: number): Float32Array {
    const block = address + (output - (output % BLOCK)) * inputs;
    return Float32Array.from({ length: inputs }, (_, input) => {
      const step = Math.floor(input / BYTES_AT_ONCE) * BLOCK + (output % BLOCK);
      return scale * this.#bytes[block + step * BYTES_AT_ONCE + (input % BYTES_AT_ONCE)] + offset;
    });
  }

  /** Floats as columns of a product, filled up with zeros to whole blocks; the steps lead from one output or input to the next. */
  packFloats(
    address: number,
    { outputs, inputs }: Pick<Matrix, 'outputs' | 'inputs'>,
    values: Float32Array,
    step: { output: number; input: number },
    first = 0,
  ): void {
    const { floats } = this;
    const { output: across, input: along } = step;
    let at = address >> 2;
    for (let block = 0; block < outputs; block += BLOCK)
      for (let from = 0; from < inputs; from += FLOATS_AT_ONCE)
        for (let output = block; output < block + BLOCK; output++, at += FLOATS_AT_ONCE) {
          const place = first + output * across + from * along;
          const count = output < outputs ? Math.min(FLOATS_AT_ONCE, inputs - from) : 0;
          if (count === FLOATS_AT_ONCE) {
            floats[at] = values[place];
            floats[at + 1] = values[place + along];
            floats[at + 2] = values[place + 2 * along];
            floats[at + 3] = values[place + 3 * along];
          } else
            for (let i = 0; i < FLOATS_AT_ONCE; i++)
              floats[at + i] = i < count ? values[place + i * along] : 0;
        }
  }

  /** `rows` products with floats at addresses; steps in floats. */
  multiplyFloats(
    from: { address: number; step: number; rows: number },
    columns: { address: number; outputs: number; inputs: number },
    out: { address: number; step: number },
  ): void {
    const { floats1, floats4 } = this.#kernel;
    const bytes = 4 * roundUp(columns.inputs, FLOATS_AT_ONCE);
    const run = (dots: typeof floats1, row: number, rows: number) =>
      dots(
        from.address + 4 * row * from.step,
        4 * from.step,
        columns.address,
        out.address + 4 * row * out.step,
        4 * out.step,
        rows,
        roundUp(columns.outputs, BLOCK),
        bytes,
      );
    const many = from.rows - (from.rows % FLOAT_ROWS);
    if (many > 0) run(floats4, 0, many);
    for (let row = many; row < from.rows; row++) run(floats1, row, 1);
  }

  /** Rows of floats as shares by e^x, in place; what fills a row of `length` up to a block has no share. */
  share({ address, step, rows }: { address: number; step: number; rows: number }, length: number): void {
    for (let row = 0; row < rows; row++) {
      const from = (address >> 2) + row * step;
      this.floats.fill(NOTHING, from + length, from + step);
    }
    this.#kernel.softmax(address, 4 * step, rows);
  }

  /** Each number times the share of a normal distribution below it, in place. */
  bend(values: Float32Array): Float32Array {
    return this.borrow(() => {
      const bytes = roundUp(4 * values.length, 16);
      const from = this.take(bytes);
      this.floats.set(values, from >> 2);
      this.#kernel.gelu(from, bytes);
      values.set(this.floats.subarray(from >> 2, (from >> 2) + values.length));
      return values;
    });
  }

  /** Rows of `values` times the matrix, plus `bias`; row after row. */
  multiply(values: Float32Array, linear: Linear): Float32Array {
    return this.multiplyAll(values, [linear])[0];
  }

  /** The same with several matrices; what is multiplied is rounded once. */
  multiplyAll(values: Float32Array, linears: readonly Linear[]): Float32Array[] {
    return this.borrow(() => {
      const rows = this.#round(this.#put(values), values.length, linears[0].matrix.inputs);
      return linears.map((linear) =>
        this.borrow(() => this.#read(this.#multiplyBytes(rows, linear), rows, linear)),
      );
    });
  }

  /** Rows of `values` times the first matrix, bent, times the second. */
  multiplyBent(values: Float32Array, first: Linear, second: Linear): Float32Array {
    return this.borrow(() => {
      const { inputs, outputs } = first.matrix;
      const inner = this.#multiplyBytes(this.#round(this.#put(values), values.length, inputs), first);
      const count = (values.length / inputs) * outputs;
      this.#kernel.gelu(inner, 4 * count);
      const rows = this.#round(inner, count, outputs);
      return this.#read(this.#multiplyBytes(rows, second), rows, second);
    });
  }

  /** The address of a copy. */
  #put(values: Float32Array): number {
    const address = this.take(4 * values.length);
    this.floats.set(values, address >> 2);
    return address;
  }

  #read(address: number, { rows }: ByteRows, { matrix: { outputs } }: Linear): Float32Array {
    return this.floats.slice(address >> 2, (address >> 2) + rows * outputs);
  }

  /** So many floats as rows of bytes. */
  #round(from: number, count: number, inputs: number): ByteRows {
    const rows = count / inputs;
    const [address, units, totals] = [count, 4 * rows, 4 * rows].map((size) => this.take(size));
    this.#kernel.round(from, address, units, totals, rows, inputs);
    return { address, rows, step: inputs, units, totals };
  }

  /** The same for rows that overlap, each `step` further on than the one before, and more finely: in two goes. */
  slide(values: Float32Array, rows: number, step: number, { matrix, bias }: Linear): Float32Array {
    return this.borrow(() => {
      const [high, low] = [this.take(values.length), this.take(values.length)];
      const [units, totals] = [this.take(4 * rows), this.take(4 * rows)];
      const unit = findPeak(values) / FINE;
      this.#takeApart(values, unit, high, low);
      const go = (address: number, of: number) => {
        this.floats.fill(of, units >> 2, (units >> 2) + rows);
        for (let row = 0; row < rows; row++)
          this.floats[(totals >> 2) + row] =
            matrix.offset === 0 ? 0 : of * this.#addBytes(address + row * step, matrix.inputs);
        const from = { address, rows, step, units, totals };
        return this.#read(this.#multiplyBytes(from, { matrix }), from, { matrix });
      };
      const out = addTo(go(high, HIGHER * unit), go(low, unit));
      return bias ? addBias(out, bias) : out;
    });
  }

  /** Into whole units, and these into a higher and a lower byte. */
  #takeApart(values: Float32Array, unit: number, high: number, low: number): void {
    const bytes = this.#bytes;
    const factor = 1 / unit;
    for (let i = 0; i < values.length; i++) {
      const whole = Math.trunc(values[i] * factor + FINE + 1.5) - (FINE + 1);
      const upper = (whole + HIGHER / 2) >> 7;
      bytes[high + i] = upper;
      bytes[low + i] = whole - HIGHER * upper;
    }
  }

  #addBytes(from: number, count: number): number {
    const bytes = this.#bytes;
    let total = 0;
    for (let i = from; i < from + count; i++) total += bytes[i];
    return total;
  }

  /** The address of products of rows of bytes, each in units of its own. */
  #multiplyBytes(from: ByteRows, { matrix, bias }: Linear): number {
    const { address, inputs, outputs, scale, offset } = matrix;
    const out = this.take(4 * from.rows * outputs);
    const added = this.#put(bias ?? NO_BIAS);
    const { bytesOne, bytesMany, height } = this.#kernel;
    const run = (dots: typeof bytesOne, row: number, rows: number) =>
      dots(
        from.address + row * from.step,
        from.step,
        address,
        out + 4 * row * outputs,
        4 * outputs,
        rows,
        outputs,
        inputs,
        from.units + 4 * row,
        from.totals + 4 * row,
        added,
        bias ? 4 : 0,
        scale,
        offset,
      );
    const many = from.rows - (from.rows % height);
    if (many > 0) run(bytesMany, 0, many);
    for (let row = many; row < from.rows; row++) run(bytesOne, row, 1);
    return out;
  }
}

/** What is added to each four products where there is no bias. */
const NO_BIAS = new Float32Array(BLOCK);

/** Addresses of bytes, of a float for each row that they are units of, and of what they add up to in these. */
interface ByteRows {
  address: number;
  rows: number;
  step: number;
  units: number;
  totals: number;
}

function findPeak(values: Float32Array): number {
  let peak = 1e-9;
  for (let i = 0; i < values.length; i++) peak = Math.max(peak, Math.abs(values[i]));
  return peak;
}

function addBias(rows: Float32Array, bias: Float32Array): Float32Array {
  for (let row = 0; row < rows.length; row += bias.length)
    for (let i = 0; i < bias.length; i++) rows[row + i] += bias[i];
  return rows;
}
