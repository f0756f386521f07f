/**
 * One pass over both channels of a stretch of sound, left and right in the two lanes of a vector: everything that is
 * summed sample by sample for loudness, dynamics, stereo and waveform, and the mix of both channels.
 */
import { assemble, type Code, f64x2, i32, type Local, v128, WasmFunction } from './wasm-code.ts';

const { add, sub, mul } = f64x2;
const FLOAT = i32.const(4);

/** Vectors in the kernel's memory, in this order: coefficients, what the filters remember, and the sums. */
export const COEFFICIENTS = ['b0', 'b1', 'b2', 'a1', 'a2', 'c1', 'c2', 'bass'] as const;
export const MEMORIES = ['s1', 's2', 'p1', 'p2', 'low'] as const;
export const SUMS = ['weighted', 'energy', 'product', 'bassEnergy', 'bassProduct', 'peak'] as const;
const ALL = [...COEFFICIENTS, ...MEMORIES, ...SUMS];
type Name = (typeof ALL)[number];
export const VECTOR_BYTES = 16;
export const STATE_BYTES = VECTOR_BYTES * ALL.length;
/** Where a vector lies, counted in doubles. */
export const placeOf = (name: Name): number => 2 * ALL.indexOf(name);

const swapped = (value: Code): Code => f64x2.shuffle(value, value, 1, 0);

/** pass(left, right, mixed, bytes): adds to the sums; samples are floats. */
function makePass(): WasmFunction {
  const fn = new WasmFunction('pass', ['i32', 'i32', 'i32', 'i32']);
  const [left, right, mixed, bytes] = [0, 1, 2, 3].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const [x, y, z] = [fn.local('v128'), fn.local('v128'), fn.local('v128')];
  const v = Object.fromEntries(ALL.map((name) => [name, fn.local('v128')])) as Record<Name, Local>;
  const address = (name: Name) => 8 * placeOf(name);
  const increase = (name: Name, by: Code) => v[name].set(add(v[name].get, by));
  const sample = (base: Local) => f64x2.promote(v128.loadFloat(i32.add(base.get, at.get)));
  for (const name of ALL) fn.emit(v[name].set(v128.load(i32.const(0), address(name))));
  fn.repeat(at, FLOAT, bytes.get, () => {
    fn.emit(
      x.set(f64x2.shuffle(sample(left), sample(right), 0, 2)),
      v128.storeFloat(
        i32.add(mixed.get, at.get),
        f64x2.demote(mul(f64x2.splat(HALF), add(x.get, swapped(x.get)))),
      ),
      increase('energy', mul(x.get, x.get)),
      increase('product', mul(x.get, swapped(x.get))),
      v.peak.set(f64x2.max(v.peak.get, f64x2.abs(x.get))),
      ...weigh(v, x, y, z),
      increase('weighted', mul(z.get, z.get)),
      increase('low', mul(v.bass.get, sub(x.get, v.low.get))),
      increase('bassEnergy', mul(v.low.get, v.low.get)),
      increase('bassProduct', mul(v.low.get, swapped(v.low.get))),
    );
  });
  for (const name of [...MEMORIES, ...SUMS]) fn.emit(v128.store(i32.const(0), v[name].get, address(name)));
  return fn;
}

/** K-weighting (k-weighting.ts): two biquads in transposed direct form II; the second has the numerator 1, -2, 1. */
function weigh(v: Record<Name, Local>, x: Local, y: Local, z: Local): Code[] {
  const by = (name: Name, value: Local) => mul(v[name].get, value.get);
  return [
    y.set(add(by('b0', x), v.s1.get)),
    v.s1.set(add(sub(by('b1', x), by('a1', y)), v.s2.get)),
    v.s2.set(sub(by('b2', x), by('a2', y))),
    z.set(add(y.get, v.p1.get)),
    v.p1.set(add(sub(mul(f64x2.splat(MINUS_TWO), y.get), by('c1', z)), v.p2.get)),
    v.p2.set(sub(y.get, by('c2', z))),
  ];
}

/** As doubles. */
const HALF: Code = [0x44, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f];
const MINUS_TWO: Code = [0x44, 0, 0, 0, 0, 0, 0, 0x00, 0xc0];

export interface LevelKernel {
  memory: WebAssembly.Memory;
  pass(left: number, right: number, mixed: number, bytes: number): void;
}

/** Of 64 KB. */
const PAGES = 2;
let assembled: WebAssembly.Module | undefined;

export function makeLevelKernel(): LevelKernel {
  assembled ??= new WebAssembly.Module(assemble([makePass()], PAGES));
  return new WebAssembly.Instance(assembled).exports as unknown as LevelKernel;
}
