/**
 * The inner loops of the two symmetric low-pass filters that lower the sample rate, in vectors of two doubles. Each
 * rate is lowered by a whole number, so the samples are first dealt out into as many rows; then the samples that any
 * one coefficient meets in neighbouring outputs lie side by side.
 */
import { assemble, type Code, f64x2, i32, type Local, v128, WasmFunction } from './wasm-code.ts';

const VECTOR = i32.const(16);
const { add, mul } = f64x2;

/** deal(floats, even, odd, bytes of floats): every other float as a double into one row, the rest into the other. */
function makeDeal(): WasmFunction {
  const fn = new WasmFunction('deal', ['i32', 'i32', 'i32', 'i32']);
  const [from, even, odd, bytes] = [0, 1, 2, 3].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const [floats, low, high] = [0, 1, 2].map(() => fn.local('v128'));
  fn.repeat(at, VECTOR, bytes.get, () => {
    fn.emit(
      floats.set(v128.load(i32.add(from.get, at.get))),
      low.set(f64x2.promote(floats.get)),
      high.set(f64x2.promote(f64x2.shuffle(floats.get, floats.get, 1, 1))),
      v128.store(i32.add(even.get, at.get), f64x2.shuffle(low.get, high.get, 0, 2)),
      v128.store(i32.add(odd.get, at.get), f64x2.shuffle(low.get, high.get, 1, 3)),
    );
  });
  return fn;
}

/** dealAgain(doubles, even, odd, bytes of a row): the same from doubles. */
function makeDealAgain(): WasmFunction {
  const fn = new WasmFunction('dealAgain', ['i32', 'i32', 'i32', 'i32']);
  const [from, even, odd, bytes] = [0, 1, 2, 3].map((i) => fn.parameter(i));
  const [at, place] = [fn.local('i32'), fn.local('i32')];
  const [low, high] = [fn.local('v128'), fn.local('v128')];
  fn.repeat(at, VECTOR, bytes.get, () => {
    fn.emit(
      place.set(i32.add(i32.add(from.get, at.get), at.get)),
      low.set(v128.load(place.get)),
      high.set(v128.load(place.get, 16)),
      v128.store(i32.add(even.get, at.get), f64x2.shuffle(low.get, high.get, 0, 2)),
      v128.store(i32.add(odd.get, at.get), f64x2.shuffle(low.get, high.get, 1, 3)),
    );
  });
  return fn;
}

/** Where a coefficient finds its sample: which row, and how many places on from the output's own. */
export interface Tap {
  row: number;
  place: number;
}

export interface Pairing {
  /** What the middle sample is times, and where it is. */
  centre: Tap;
  /** One coefficient each: the samples it is times. */
  pairs: readonly (readonly [Tap, Tap])[];
}

/**
 * filter(row addresses, weights, out, bytes of doubles put out): the first weight is that of the centre. Two sums side
 * by side: one alone would wait for each addition before the next.
 */
function makeFilter(rows: number, { centre, pairs }: Pairing): WasmFunction {
  const fn = new WasmFunction('filter', new Array<'i32'>(rows + 3).fill('i32'));
  const [weights, out, bytes] = [rows, rows + 1, rows + 2].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const sums = [fn.local('v128'), fn.local('v128')];
  const bases: Local[] = Array.from({ length: rows }, () => fn.local('i32'));
  const load = ({ row, place }: Tap): Code => v128.load(bases[row].get, 8 * place);
  const weight = (index: number): Code => v128.loadSplat(weights.get, 8 * index);
  fn.repeat(at, VECTOR, bytes.get, () => {
    bases.forEach((base, row) => {
      fn.emit(base.set(i32.add(fn.parameter(row).get, at.get)));
    });
    fn.emit(sums[0].set(mul(weight(0), load(centre))), sums[1].set(v128.zero));
    pairs.forEach(([left, right], i) => {
      const sum = sums[i % 2];
      fn.emit(sum.set(add(sum.get, mul(weight(i + 1), add(load(left), load(right))))));
    });
    const total = f64x2.demote(add(sums[0].get, sums[1].get));
    fn.emit(v128.storeHalf(i32.add(out.get, i32.half(at.get)), total));
  });
  return fn;
}

type Call = (...values: number[]) => void;
export interface FirKernel {
  memory: WebAssembly.Memory;
  deal: Call;
  dealAgain: Call;
  filter: Call;
}

/** Pages of 64 KB: room for some thousand samples of each row. */
const PAGES = 3;

export function assembleFir(rows: number, pairing: Pairing): WebAssembly.Module {
  return new WebAssembly.Module(assemble([makeDeal(), makeDealAgain(), makeFilter(rows, pairing)], PAGES));
}

export const startFir = (module: WebAssembly.Module): FirKernel =>
  new WebAssembly.Instance(module).exports as unknown as FirKernel;
