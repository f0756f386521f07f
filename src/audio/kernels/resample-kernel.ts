/** The inner loop of the resampler, in vectors of two doubles: each output sample is a dot product with one phase of the filter. */
import { assemble, f64x2, i32, v128, WasmFunction } from './wasm-code.ts';

const { add, mul } = f64x2;

/**
 * resample(samples, phases, phase, phases an output is further, bytes a whole turn of phases is further, phases, bytes of a phase,
 * out, bytes of floats put out): four sums side by side, since one alone would wait for each addition before the next.
 */
function makeResample(): WasmFunction {
  const fn = new WasmFunction('resample', new Array<'i32'>(9).fill('i32'));
  const [samples, phases, phase, rest, whole, up, bytes, out, outBytes] = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (i) => fn.parameter(i),
  );
  const [made, at, row, carry] = [0, 1, 2, 3].map(() => fn.local('i32'));
  const [low, high] = [fn.local('v128'), fn.local('v128')];
  fn.repeat(made, i32.const(4), outBytes.get, () => {
    fn.emit(row.set(i32.add(phases.get, i32.mul(phase.get, bytes.get))));
    fn.emit(at.set(i32.const(0)), low.set(v128.zero), high.set(v128.zero));
    const product = (offset: number) =>
      mul(v128.load(i32.add(samples.get, at.get), offset), v128.load(i32.add(row.get, at.get), offset));
    fn.repeat(at, i32.const(32), bytes.get, () => {
      fn.emit(low.set(add(low.get, product(0))), high.set(add(high.get, product(16))));
    });
    // First the neighbours, then both pairs.
    const [even, odd] = [0, 1].map((lane) => f64x2.shuffle(low.get, high.get, lane, 2 + lane));
    fn.emit(low.set(add(even, odd)));
    fn.emit(low.set(f64x2.demote(add(low.get, f64x2.shuffle(low.get, low.get, 1, 1)))));
    fn.emit(v128.storeFloat(i32.add(out.get, made.get), low.get));
    fn.emit(phase.set(i32.add(phase.get, rest.get)));
    fn.emit(carry.set(i32.sub(i32.const(1), i32.below(phase.get, up.get))));
    fn.emit(phase.set(i32.sub(phase.get, i32.mul(carry.get, up.get))));
    fn.emit(samples.set(i32.add(samples.get, i32.add(whole.get, i32.mul(carry.get, i32.const(8))))));
  });
  return fn;
}

export interface ResampleKernel {
  memory: WebAssembly.Memory;
  resample(...values: number[]): void;
}

const PAGE = 65_536;

export function startResample(bytes: number): ResampleKernel {
  const module = new WebAssembly.Module(assemble([makeResample()], Math.ceil(bytes / PAGE)));
  return new WebAssembly.Instance(module).exports as unknown as ResampleKernel;
}
