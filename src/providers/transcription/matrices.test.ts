/** The model's arithmetic against the same sums done plainly. */
import { expect, test } from 'vitest';
import { hasExactFours, startDots } from './dot-kernel.ts';
import { normalise, rotate, silu, softmax } from './layer-parts.ts';
import { Matrices } from './matrices.ts';
import { readOnnx } from './onnx-file.ts';

const wave = (length: number, turn: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin(turn * i + 1));
const round = (value: number) => Math.round(1e4 * value) / 1e4;
const INPUTS = 64;
const OUTPUTS = 8;
const SCALE = 0.02;
const OFFSET = 0.3;
const weights = Int8Array.from({ length: INPUTS * OUTPUTS }, (_, i) => ((i * 37) % 256) - 128);
const weight = (output: number, input: number) => SCALE * weights[output * INPUTS + input] + OFFSET;

function open(fours = hasExactFours()) {
  const matrices = new Matrices(1e6, startDots(16, fours));
  const shape = { inputs: INPUTS, outputs: OUTPUTS, scale: SCALE, offset: OFFSET };
  return { matrices, matrix: matrices.store(shape, weights, { output: INPUTS, input: 1 }) };
}

/** How far the products are off, as a share of what they come to. */
function compare(found: Float32Array, values: Float32Array, step: number, bias: number): number {
  let [off, all] = [0, 0];
  found.forEach((value, at) => {
    const [row, output] = [Math.floor(at / OUTPUTS), at % OUTPUTS];
    let sum = bias;
    for (let i = 0; i < INPUTS; i++) sum += values[row * step + i] * weight(output, i);
    off += (value - sum) ** 2;
    all += sum ** 2;
  });
  return Math.sqrt(off / all);
}

test.each([false, true].filter((fours) => !fours || hasExactFours()))(
  'products with a matrix of bytes are within a hundredth, for any number of rows (by fours: %s)',
  (fours) => {
    const { matrices, matrix } = open(fours);
    for (const rows of [1, 2, 5, 8]) {
      const values = wave(rows * INPUTS, 0.7);
      const found = matrices.multiply(values, { matrix, bias: new Float32Array(OUTPUTS).fill(2) });
      expect(found).toHaveLength(rows * OUTPUTS);
      expect(compare(found, values, INPUTS, 2)).toBeLessThan(0.01);
    }
  },
);

test('rows are rounded once for several matrices, and a row of zeros stays one', () => {
  const { matrices, matrix } = open();
  const values = wave(3 * INPUTS, 0.7).fill(0, 0, INPUTS);
  const bias = new Float32Array(OUTPUTS).fill(2);
  const [plain, moved] = matrices.multiplyAll(values, [{ matrix }, { matrix, bias }]);
  expect([...plain.subarray(0, OUTPUTS)]).toEqual(new Array(OUTPUTS).fill(0));
  expect(plain.map((value) => value + 2)).toEqual(moved);
});

test('two matrices with a bend between them are the same as one after the other', () => {
  const { matrices, matrix } = open();
  const wide = matrices.store(
    { inputs: 16, outputs: INPUTS, scale: SCALE, offset: OFFSET },
    weights.slice(0, 16 * INPUTS),
    { output: 16, input: 1 },
  );
  const [first, second] = [
    { matrix: wide, bias: wave(INPUTS, 0.2) },
    { matrix, bias: wave(OUTPUTS, 0.5) },
  ];
  const values = wave(5 * 16, 0.7);
  const found = matrices.multiplyBent(values, first, second);
  expect(found).toEqual(matrices.multiply(matrices.bend(matrices.multiply(values, first)), second));
  expect(new Set(found).size).toBe(5 * OUTPUTS);
});

test('rows that overlap are multiplied more finely', () => {
  const { matrices, matrix } = open();
  const values = wave(4 * 16 + INPUTS, 0.3);
  expect(compare(matrices.slide(values, 5, 16, { matrix }), values, 16, 0)).toBeLessThan(0.0005);
});

test('a stored row is read back, and memory that is not there is refused', () => {
  const { matrices, matrix } = open();
  const row = matrices.readRow(matrix, 5);
  expect([...row]).toEqual(Array.from({ length: INPUTS }, (_, i) => Math.fround(weight(5, i))));
  expect(() => matrices.take(1e7)).toThrow(RangeError);
});

test('products of floats, where neither rows nor columns fill a block', () => {
  const { matrices } = open();
  const [rows, columns, inputs] = [3, 6, 5];
  const [left, right] = [wave(rows * 8, 0.9), wave(columns * inputs, 0.4)];
  const [from, packed, out] = [0, 1, 2].map(() => matrices.take(4 * 64));
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < 8; i++) matrices.floats[from / 4 + row * 8 + i] = i < inputs ? left[row * 8 + i] : 9;
  const shape = { outputs: columns, inputs };
  matrices.packFloats(packed, shape, right, { output: inputs, input: 1 });
  matrices.multiplyFloats(
    { address: from, step: 8, rows },
    { address: packed, ...shape },
    { address: out, step: 8 },
  );
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += left[row * 8 + i] * right[column * inputs + i];
      expect(matrices.floats[out / 4 + row * 8 + column]).toBeCloseTo(sum, 5);
    }
});

test('what layers do beside multiplying', () => {
  const { matrices } = open();
  const bent = matrices.bend(Float32Array.of(-9, -1, 0, 1, 9));
  [0, -0.158655, 0, 0.841345, 9].forEach((value, i) => {
    expect(bent[i]).toBeCloseTo(value, 5);
  });
  expect(silu(Float32Array.of(2, 1))[0]).toBeCloseTo(2 / (1 + Math.exp(-1)), 6);
  const shares = Float32Array.of(7, 7 + Math.log(3));
  softmax(shares);
  expect([...shares].map(round)).toEqual([0.25, 0.75]);
  const address = matrices.take(4 * 16);
  matrices.floats.set([7, 7 + Math.log(3), 9, 9, 0, -50, 1, 1], address >> 2);
  matrices.share({ address, step: 4, rows: 2 }, 2);
  const rows = matrices.floats.subarray(address >> 2, (address >> 2) + 8);
  expect([...rows].map(round)).toEqual([0.25, 0.75, 0, 0, 1, 0, 0, 0]);
  const even = normalise(Float32Array.of(1, 3), Float32Array.of(1, 2));
  expect([...even].map(round)).toEqual([-1, 2]);
});

test('turned rows meet by their distance alone', () => {
  const dot = (a: number, b: number) => {
    const [one, other] = [wave(4, 0.5), wave(4, 1.5)];
    rotate(one, 4, 4, Float32Array.of(0.3, 0.01), a);
    rotate(other, 4, 4, Float32Array.of(0.3, 0.01), b);
    return one.reduce((sum, value, i) => sum + value * other[i], 0);
  };
  expect(dot(3, 7)).toBeCloseTo(dot(13, 17), 5);
  expect(dot(3, 7)).not.toBeCloseTo(dot(3, 8), 2);
});

test('tensors and what goes into nodes are read from an ONNX file, also inside a node', () => {
  const field = (number: number, body: number[]) => [(number << 3) | 2, body.length, ...body];
  const text = (value: string) => [...new TextEncoder().encode(value)];
  const tensor = [...[0x08, 2], ...[0x08, 1], ...field(8, text('w')), ...field(9, [5, 6])];
  const zero = [...field(8, text('z')), ...field(5, [0x80, 1])];
  const inner = field(1, [...field(1, text('x')), ...field(1, text('w')), ...field(3, text('inner'))]);
  const outer = field(1, [...field(3, text('outer')), ...field(5, field(6, inner))]);
  const graph = [...outer, ...field(5, tensor), ...field(5, zero)];
  const { tensors, inputs } = readOnnx(Buffer.from(field(7, graph)));
  expect(tensors.get('w')).toEqual({ dims: [2, 1], raw: Uint8Array.of(5, 6) });
  expect(tensors.get('z')?.raw).toEqual(Uint8Array.of(128));
  expect(inputs.get('inner')).toEqual(['x', 'w']);
});
