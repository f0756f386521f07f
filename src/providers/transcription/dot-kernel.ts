/**
 * The inner loops of the model, in vectors: sums of products of rows with columns, four columns at a time and one or two
 * rows. Columns lie in blocks of four, a vector of each in turn, so that reading them is one walk through memory.
 */
import {
  assemble,
  type Code,
  f32,
  f32x4,
  i16x8,
  i32,
  i32x4,
  type Local,
  v128,
  WasmFunction,
} from '#audio/kernels/wasm-code.ts';

/** Columns of a block. */
export const BLOCK = 4;
const VECTOR = 16;
const lanes = [0, 1, 2, 3];

interface Kind {
  name: string;
  addProduct(sum: Code, row: Code, column: Code): Code;
  storeSum(address: Code, sum: Code, offset: number): Code;
}

/** Of bytes, with sums of 32 bits. Two products of bytes fit into 16 bits, if one of them is above -128. */
const BYTES: Kind = {
  name: 'bytes',
  addProduct: (sum, row, column) =>
    i32x4.add(i32x4.addPairs(i16x8.add(i16x8.mulLow(row, column), i16x8.mulHigh(row, column))), sum),
  storeSum: (address, sum, offset) => {
    const [a, b, c, d] = lanes.map((lane) => i32x4.lane(sum, lane));
    return i32.store(address, i32.add(i32.add(a, b), i32.add(c, d)), offset);
  },
};

const FLOATS: Kind = {
  name: 'floats',
  addProduct: (sum, row, column) => f32x4.add(sum, f32x4.mul(row, column)),
  storeSum: (address, sum, offset) => {
    const [a, b, c, d] = lanes.map((lane) => f32x4.lane(sum, lane));
    return f32.store(address, f32.add(f32.add(a, b), f32.add(c, d)), offset);
  },
};

/**
 * (rows, bytes from row to row, columns, sums, bytes from row to row of sums, how many rows, how many columns, bytes of a
 * row that count): the columns are a multiple of four, the bytes one of sixteen, the rows one of `height`.
 */
function makeDots({ name, addProduct, storeSum }: Kind, height: number): WasmFunction {
  const fn = new WasmFunction(`${name}${height}`, new Array<'i32'>(8).fill('i32'));
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
  const weights = fn.local('v128');
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
        lanes.forEach((c) => {
          fn.emit(storeSum(places[r].get, list[c].get, 4 * c));
        });
        fn.emit(places[r].set(i32.add(places[r].get, i32.const(4 * BLOCK))));
      });
    });
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

export interface DotKernel {
  memory: WebAssembly.Memory;
  bytes1: Dots;
  bytes2: Dots;
  floats1: Dots;
  floats2: Dots;
}

export function startDots(pages: number): DotKernel {
  const functions = [BYTES, FLOATS].flatMap((kind) => [makeDots(kind, 1), makeDots(kind, 2)]);
  return new WebAssembly.Instance(new WebAssembly.Module(assemble(functions, pages)))
    .exports as unknown as DotKernel;
}
