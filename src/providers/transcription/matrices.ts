/**
 * Products with the model's matrices. Its weights are bytes and stay bytes; what they are multiplied by is rounded to bytes
 * as well, as its authors measured it, but row by row, which is finer. Whole numbers add up exactly, so the same sound gives
 * the same words on every machine.
 */
import { BLOCK, type DotKernel, startDots } from './dot-kernel.ts';

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
/** What is multiplied is rounded to whole numbers up to this, or up to `FINE` and then taken apart into two bytes. */
const LARGEST = 127;
const FINE = 8127;
const HIGHER = 128;
const PAGE = 65_536;

export const roundUp = (value: number, to: number) => Math.ceil(value / to) * to;

export class Matrices {
  readonly floats: Float32Array;
  readonly #bytes: Int8Array;
  readonly #sums: Int32Array;
  readonly #kernel: DotKernel;
  #used = 0;

  constructor(size: number) {
    this.#kernel = startDots(Math.ceil(size / PAGE));
    const { buffer } = this.#kernel.memory;
    this.floats = new Float32Array(buffer);
    this.#bytes = new Int8Array(buffer);
    this.#sums = new Int32Array(buffer);
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
    let at = address;
    for (let block = 0; block < outputs; block += BLOCK)
      for (let from = 0; from < inputs; from += BYTES_AT_ONCE)
        for (let output = block; output < block + BLOCK; output++)
          for (let input = from; input < from + BYTES_AT_ONCE; input++)
            bytes[at++] = weights[output * step.output + input * step.input] - least;
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

  /** Floats as columns of a product, filled up with zeros to whole blocks. */
  packFloats(
    address: number,
    outputs: number,
    inputs: number,
    read: (output: number, input: number) => number,
  ): void {
    const { floats } = this;
    let at = address >> 2;
    for (let block = 0; block < outputs; block += BLOCK)
      for (let from = 0; from < inputs; from += FLOATS_AT_ONCE)
        for (let output = block; output < block + BLOCK; output++)
          for (let input = from; input < from + FLOATS_AT_ONCE; input++)
            floats[at++] = output < outputs && input < inputs ? read(output, input) : 0;
  }

  /** `rows` products with floats at addresses; steps in floats. */
  multiplyFloats(
    from: { address: number; step: number; rows: number },
    columns: { address: number; outputs: number; inputs: number },
    out: { address: number; step: number },
  ): void {
    const { floats1, floats2 } = this.#kernel;
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
    const even = from.rows - (from.rows % 2);
    if (even > 0) run(floats2, 0, even);
    if (even < from.rows) run(floats1, even, 1);
  }

  /** Rows of `values` times the matrix, plus `bias`; row after row. */
  multiply(values: Float32Array, { matrix, bias }: Linear): Float32Array {
    return this.borrow(() => {
      const { inputs, outputs } = matrix;
      const rows = values.length / inputs;
      const address = this.take(values.length);
      const units = new Float64Array(rows);
      for (let row = 0; row < rows; row++) {
        const part = values.subarray(row * inputs, (row + 1) * inputs);
        units[row] = findPeak(part) / LARGEST;
        const factor = 1 / units[row];
        const bytes = this.#bytes.subarray(address + row * inputs, address + (row + 1) * inputs);
        for (let i = 0; i < inputs; i++) bytes[i] = Math.floor(part[i] * factor + 0.5);
      }
      const out = new Float32Array(rows * outputs);
      this.#addSums({ address, rows, step: inputs }, matrix, units, out);
      return bias ? addBias(out, bias) : out;
    });
  }

  /** The same for rows that overlap, each `step` further on than the one before, and more finely: in two goes. */
  slide(values: Float32Array, rows: number, step: number, { matrix, bias }: Linear): Float32Array {
    return this.borrow(() => {
      const [high, low] = [this.take(values.length), this.take(values.length)];
      const unit = findPeak(values) / FINE;
      const bytes = this.#bytes;
      for (let i = 0; i < values.length; i++) {
        const whole = Math.floor(values[i] / unit + 0.5);
        const upper = Math.round(whole / HIGHER);
        bytes[high + i] = upper;
        bytes[low + i] = whole - HIGHER * upper;
      }
      const out = new Float32Array(rows * matrix.outputs);
      this.#addSums({ address: high, rows, step }, matrix, new Float64Array(rows).fill(HIGHER * unit), out);
      this.#addSums({ address: low, rows, step }, matrix, new Float64Array(rows).fill(unit), out);
      return bias ? addBias(out, bias) : out;
    });
  }

  /** Adds to `out` the products of rows of bytes, in units of one each. */
  #addSums(
    { address, rows, step }: { address: number; rows: number; step: number },
    { address: columns, inputs, outputs, scale, offset }: Matrix,
    units: Float64Array,
    out: Float32Array,
  ): void {
    this.borrow(() => {
      const at = this.take(4 * rows * outputs);
      const { bytes1, bytes2 } = this.#kernel;
      const run = (dots: typeof bytes1, row: number, count: number) =>
        dots(
          address + row * step,
          step,
          columns,
          at + 4 * row * outputs,
          4 * outputs,
          count,
          outputs,
          inputs,
        );
      const even = rows - (rows % 2);
      if (even > 0) run(bytes2, 0, even);
      if (even < rows) run(bytes1, even, 1);
      const [bytes, sums] = [this.#bytes, this.#sums];
      for (let row = 0, from = at >> 2, to = 0; row < rows; row++) {
        let total = 0;
        for (let i = address + row * step, end = i + inputs; i < end; i++) total += bytes[i];
        const [factor, shift] = [scale * units[row], offset * units[row] * total];
        for (let i = 0; i < outputs; i++) out[to++] += factor * sums[from++] + shift;
      }
    });
  }
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
