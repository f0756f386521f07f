/**
 * The inner loops of the model, in vectors: rows of floats rounded to bytes, and sums of products of rows with columns, four
 * columns at a time and one or more rows. Columns lie in blocks of four, a vector of each in turn, so that reading them is
 * one walk through memory.
 */
import { setFlagsFromString } from 'node:v8';
import {
  assemble,
  type Code,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Local,
  v128,
  WasmFunction,
} from '#audio/kernels/wasm-code.ts';
import { makeGelu, makeSoftmax } from './curve-kernel.ts';

/** Columns of a block. */
export const BLOCK = 4;
/** What rows are rounded to: -127 to 127. */
export const LARGEST = 127;
/** Rows of floats that are multiplied at once. */
export const FLOAT_ROWS = 4;
const VECTOR = 16;
const lanes = [0, 1, 2, 3];

type AddProduct = (sum: Code, row: Code, column: Code) => Code;

/** Of bytes, with sums of 32 bits. Two products of bytes fit into 16 bits, if one of them is above -128. */
const addPairs: AddProduct = (sum, row, column) =>
  i32x4.add(i32x4.addPairs(i16x8.add(i16x8.mulLow(row, column), i16x8.mulHigh(row, column))), sum);
const addFours: AddProduct = (sum, row, column) => i32x4.addProducts(row, column, sum);
const addFloats: AddProduct = (sum, row, column) => f32x4.add(sum, f32x4.mul(row, column));

/** What is known where the sums of a row are stored: the row, of which the tile's first is `first`, the first column, and what they add up to. */
interface RowSums {
  first: Local;
  r: number;
  column: Local;
  place: Local;
  /** Of four sums one vector, by the way they are added. */
  join(add: Sum): Code;
}

type Sum = (a: Code, b: Code) => Code;

/**
 * (rows, bytes from row to row, columns, sums, bytes from row to row of sums, how many rows, how many columns, bytes of a
 * row that count, ...): the columns are a multiple of four, the bytes one of sixteen, the rows one of `height`.
 */
function makeDots(
  fn: WasmFunction,
  height: number,
  addProduct: AddProduct,
  store: (sums: RowSums) => Code,
): WasmFunction {
  const [rows, rowStep, columns, out, outStep, rowCount, columnCount, bytes] = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => fn.parameter(i),
  );
  const [row, column, at, place] = [0, 1, 2, 3].map(() => fn.local('i32'));
  const starts: Local[] = Array.from({ length: height }, () => fn.local('i32'));
  const places: Local[] = Array.from({ length: height }, () => fn.local('i32'));
  const [values, sums] = [
    starts.map(() => fn.local('v128')),
    starts.map(() => lanes.map(() => fn.local('v128'))),
  ];
  const [weights, low, high] = [0, 1, 2].map(() => fn.local('v128'));
  /** Each sum is in four parts. */
  const joinParts = ([a, b, c, d]: readonly Local[], add: Sum): Code => {
    const halve = (x: Local, y: Local) =>
      add(v128.pick(x.get, y.get, [0, 4, 1, 5]), v128.pick(x.get, y.get, [2, 6, 3, 7]));
    fn.emit(low.set(halve(a, b)), high.set(halve(c, d)));
    return add(v128.pick(low.get, high.get, [0, 1, 4, 5]), v128.pick(low.get, high.get, [2, 3, 6, 7]));
  };
  fn.repeat(row, i32.const(height), rowCount.get, () => {
    starts.forEach((start, r) => {
      const index = i32.add(row.get, i32.const(r));
      fn.emit(
        start.set(i32.add(rows.get, i32.mul(index, rowStep.get))),
        places[r].set(i32.add(out.get, i32.mul(index, outStep.get))),
      );
    });
    fn.emit(place.set(columns.get), column.set(i32.const(0)));
    fn.repeat(column, i32.const(BLOCK), columnCount.get, () => {
      for (const sum of sums.flat()) fn.emit(sum.set(v128.zero));
      fn.emit(at.set(i32.const(0)));
      fn.repeat(at, i32.const(VECTOR), bytes.get, () => {
        starts.forEach((start, r) => {
          fn.emit(values[r].set(v128.load(i32.add(start.get, at.get))));
        });
        lanes.forEach((c) => {
          fn.emit(weights.set(v128.load(place.get, VECTOR * c)));
          sums.forEach((list, r) => {
            fn.emit(list[c].set(addProduct(list[c].get, values[r].get, weights.get)));
          });
        });
        fn.emit(place.set(i32.add(place.get, i32.const(BLOCK * VECTOR))));
      });
      sums.forEach((list, r) => {
        const join = (add: Sum) => joinParts(list, add);
        fn.emit(store({ first: row, r, column, place: places[r], join }));
        fn.emit(places[r].set(i32.add(places[r].get, i32.const(4 * BLOCK))));
      });
    });
  });
  return fn;
}

const makeFloatDots = (height: number) =>
  makeDots(
    new WasmFunction(`floats${height}`, new Array<'i32'>(8).fill('i32')),
    height,
    addFloats,
    ({ place, join }) => v128.store(place.get, join(f32x4.add)),
  );

/**
 * With six more parameters: addresses of a float for each row that its sums are in units of, and of the units its bytes add
 * up to; the address of what is added to the columns, and bytes from one to the next; what a weight is times, and what is
 * added to it. Sums come out as floats.
 */
function makeByteDots(name: string, height: number, addProduct: AddProduct): WasmFunction {
  const fn = new WasmFunction(name, [...new Array<'i32'>(12).fill('i32'), 'f32', 'f32']);
  const [units, totals, bias, biasStep, scale, offset] = [8, 9, 10, 11, 12, 13].map((i) => fn.parameter(i));
  return makeDots(fn, height, addProduct, ({ first, r, column, place, join }) => {
    const ofRow = (list: Local) =>
      v128.loadFloatSplat(i32.add(list.get, i32.mul(first.get, i32.const(4))), 4 * r);
    const factor = f32x4.mul(ofRow(units), f32x4.splat(scale.get));
    const shift = f32x4.mul(ofRow(totals), f32x4.splat(offset.get));
    const value = f32x4.mul(f32x4.convert(join(i32x4.add)), factor);
    const added = v128.load(i32.add(bias.get, i32.mul(column.get, biasStep.get)));
    return v128.store(place.get, f32x4.add(f32x4.add(value, shift), added));
  });
}

/**
 * (rows of floats, rows of bytes, units, totals, how many rows, floats of a row, a multiple of sixteen): each row in whole
 * units of its own, as fine as bytes allow.
 */
function makeRounding(): WasmFunction {
  const fn = new WasmFunction('round', new Array<'i32'>(6).fill('i32'));
  const [from, to, units, totals, rows, inputs] = [0, 1, 2, 3, 4, 5].map((i) => fn.parameter(i));
  const [row, at] = [fn.local('i32'), fn.local('i32')];
  const [peak, factor, total] = [fn.local('v128'), fn.local('v128'), fn.local('v128')];
  const wholes = lanes.map(() => fn.local('v128'));
  const fold = (value: Local, join: Sum) =>
    fn.emit(
      value.set(join(value.get, v128.pick(value.get, value.get, [2, 3, 0, 1]))),
      value.set(join(value.get, v128.pick(value.get, value.get, [1, 0, 3, 2]))),
    );
  const each = (body: () => void) => {
    fn.emit(at.set(i32.const(0)));
    fn.repeat(at, i32.const(VECTOR), inputs.get, body);
  };
  const load = (lane: number) => v128.load(i32.add(from.get, i32.mul(at.get, i32.const(4))), VECTOR * lane);
  const walk = (address: Local, bytes: Code) => fn.emit(address.set(i32.add(address.get, bytes)));
  fn.repeat(row, i32.const(1), rows.get, () => {
    fn.emit(peak.set(v128.floats(1e-9)), total.set(v128.zero));
    each(() => {
      for (const lane of lanes) fn.emit(peak.set(f32x4.max(peak.get, f32x4.abs(load(lane)))));
    });
    fold(peak, f32x4.max);
    fn.emit(factor.set(f32x4.div(v128.floats(LARGEST), peak.get)));
    each(() => {
      wholes.forEach((whole, lane) => {
        fn.emit(whole.set(i32x4.truncate(f32x4.nearest(f32x4.mul(load(lane), factor.get)))));
        fn.emit(total.set(i32x4.add(total.get, whole.get)));
      });
      const [a, b, c, d] = wholes.map(({ get }) => get);
      fn.emit(v128.store(i32.add(to.get, at.get), i8x16.narrow(i16x8.narrow(a, b), i16x8.narrow(c, d))));
    });
    fold(total, i32x4.add);
    fn.emit(peak.set(f32x4.div(peak.get, v128.floats(LARGEST))));
    fn.emit(v128.storeFloat(units.get, peak.get));
    fn.emit(v128.storeFloat(totals.get, f32x4.mul(peak.get, f32x4.convert(total.get))));
    walk(from, i32.mul(inputs.get, i32.const(4)));
    walk(to, inputs.get);
    walk(units, i32.const(4));
    walk(totals, i32.const(4));
  });
  return fn;
}

type Dots = (
  rows: number,
  rowStep: number,
  columns: number,
  out: number,
  outStep: number,
  rowCount: number,
  columnCount: number,
  bytes: number,
) => void;

type ByteDots = (
  ...parameters: [
    ...Parameters<Dots>,
    units: number,
    totals: number,
    bias: number,
    biasStep: number,
    scale: number,
    offset: number,
  ]
) => void;

export interface DotKernel {
  memory: WebAssembly.Memory;
  /** Rows that are multiplied at once by `bytesMany`. */
  height: number;
  bytesOne: ByteDots;
  bytesMany: ByteDots;
  floats1: Dots;
  floats4: Dots;
  round(from: number, to: number, units: number, totals: number, rows: number, inputs: number): void;
  softmax(rows: number, step: number, count: number): void;
  gelu(from: number, bytes: number): void;
}

export function startDots(pages: number, fours = hasExactFours()): DotKernel {
  const [height, addProduct] = fours ? [4, addFours] : [2, addPairs];
  const functions = [
    makeByteDots('bytesOne', 1, addProduct),
    makeByteDots('bytesMany', height, addProduct),
    makeFloatDots(1),
    makeFloatDots(FLOAT_ROWS),
    makeRounding(),
    makeSoftmax(),
    makeGelu(),
  ];
  return { ...(start(functions, pages) as unknown as Omit<DotKernel, 'height'>), height };
}

const start = (functions: readonly WasmFunction[], pages: number) =>
  new WebAssembly.Instance(new WebAssembly.Module(assemble(functions, pages))).exports;

/**
 * Whether products of sixteen bytes can be added in one instruction, and exactly: some processors leave the sign of one side
 * open, and there they are not used. The version of Node has them but behind a flag, later ones without.
 */
export function hasExactFours(): boolean {
  const probe = new WasmFunction('probe', ['i32']);
  const { get } = probe.parameter(0);
  probe.emit(v128.store(get, addFours(v128.zero, v128.load(get), v128.load(get, VECTOR))));
  const module = assemble([probe], 1);
  if (!WebAssembly.validate(module)) setFlagsFromString('--experimental-wasm-relaxed-simd');
  if (!WebAssembly.validate(module)) return false;
  const { memory, probe: run } = start([probe], 1) as unknown as {
    memory: WebAssembly.Memory;
    probe(at: number): void;
  };
  const [bytes, sums] = [new Int8Array(memory.buffer), new Int32Array(memory.buffer)];
  return [-LARGEST, LARGEST].every((row) =>
    [-128, 127].every((column) => {
      bytes.fill(row, 0, VECTOR).fill(column, VECTOR, 2 * VECTOR);
      run(0);
      return sums.subarray(0, 4).every((sum) => sum === 4 * row * column);
    }),
  );
}
