/**
 * The inner loops of the Fourier transform, in vectors of two doubles: Stockham's radix-4 steps, which need no bit
 * reversal (Swarztrauber 1984), over real and imaginary parts kept apart.
 */
import { assemble, type Code, f64x2, i32, type Local, v128, WasmFunction } from './wasm-code.ts';

/** Bytes of a double and of a vector. */
const DOUBLE = i32.const(8);
const VECTOR = i32.const(16);
const { add, sub, mul } = f64x2;

interface Complex {
  re: Code;
  im: Code;
}
const plus = (a: Complex, b: Complex): Complex => ({ re: add(a.re, b.re), im: add(a.im, b.im) });
const minus = (a: Complex, b: Complex): Complex => ({ re: sub(a.re, b.re), im: sub(a.im, b.im) });
const times = (a: Complex, b: Complex): Complex => ({
  re: sub(mul(a.re, b.re), mul(a.im, b.im)),
  im: add(mul(a.re, b.im), mul(a.im, b.re)),
});

/** Keeps a value that is needed more than once. */
function keep(fn: WasmFunction, { re, im }: Complex): Complex {
  const [a, b] = [fn.local('v128'), fn.local('v128')];
  fn.emit(a.set(re), b.set(im));
  return { re: a.get, im: b.get };
}

/** The four results of one radix-4 step, before and after their twiddle factors. */
function butterfly(fn: WasmFunction, x: readonly Complex[], w: readonly Complex[]): Complex[] {
  const sum = keep(fn, plus(x[0], x[2]));
  const difference = keep(fn, minus(x[0], x[2]));
  const otherSum = keep(fn, plus(x[1], x[3]));
  const { re, im } = keep(fn, minus(x[1], x[3]));
  // i times the other difference.
  const first = keep(fn, { re: add(difference.re, im), im: sub(difference.im, re) });
  const third = keep(fn, { re: sub(difference.re, im), im: add(difference.im, re) });
  const second = keep(fn, minus(sum, otherSum));
  return [
    plus(sum, otherSum),
    keep(fn, times(first, w[0])),
    keep(fn, times(second, w[1])),
    keep(fn, times(third, w[2])),
  ];
}

/** windowed(samples, window, re, im, bytes of samples): pairs of samples, each times its window, as complex numbers. */
function makeWindowed(): WasmFunction {
  const fn = new WasmFunction('windowed', ['i32', 'i32', 'i32', 'i32', 'i32']);
  const [samples, window, re, im, bytes] = [0, 1, 2, 3, 4].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const [floats, weights, low, high] = ['v128', 'v128', 'v128', 'v128'].map(() => fn.local('v128'));
  const upper = (value: Code) => f64x2.promote(f64x2.shuffle(value, value, 1, 1));
  fn.repeat(at, VECTOR, bytes.get, () => {
    fn.emit(
      floats.set(v128.load(i32.add(samples.get, at.get))),
      weights.set(v128.load(i32.add(window.get, at.get))),
      low.set(mul(f64x2.promote(floats.get), f64x2.promote(weights.get))),
      high.set(mul(upper(floats.get), upper(weights.get))),
      // Four floats make two complex numbers: as many bytes of real parts as of floats.
      v128.store(i32.add(re.get, at.get), f64x2.shuffle(low.get, high.get, 0, 2)),
      v128.store(i32.add(im.get, at.get), f64x2.shuffle(low.get, high.get, 1, 3)),
    );
  });
  return fn;
}

const RE_AND_IM = ['i32', 'i32', 'i32', 'i32'] as const;

/**
 * firstStep(re, im, to re, to im, twiddles, bytes of a quarter): the step in which neighbours are two butterflies. The
 * real and imaginary parts of each of three factors follow one another, a quarter each.
 */
function makeFirstStep(): WasmFunction {
  const fn = new WasmFunction('firstStep', [...RE_AND_IM, 'i32', 'i32']);
  const [re, im, toRe, toIm, twiddles, quarter] = [0, 1, 2, 3, 4, 5].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const address = (base: Local, quarters: number) =>
    i32.add(i32.add(base.get, at.get), i32.mul(quarter.get, i32.const(quarters)));
  const to = fn.local('i32');
  fn.repeat(at, VECTOR, quarter.get, () => {
    const x = [0, 1, 2, 3].map((k) =>
      keep(fn, { re: v128.load(address(re, k)), im: v128.load(address(im, k)) }),
    );
    const w = [0, 1, 2].map((k) => ({
      re: v128.load(address(twiddles, 2 * k)),
      im: v128.load(address(twiddles, 2 * k + 1)),
    }));
    const y = butterfly(fn, x, w).map((value) => keep(fn, value));
    const store = (base: Local, part: 're' | 'im') => {
      fn.emit(to.set(i32.add(base.get, i32.mul(at.get, i32.const(4)))));
      [0, 1].forEach((lane) => {
        for (const pair of [0, 2]) {
          const value = f64x2.shuffle(y[pair][part], y[pair + 1][part], lane, 2 + lane);
          fn.emit(v128.store(to.get, value, 32 * lane + 8 * pair));
        }
      });
    };
    store(toRe, 're');
    store(toIm, 'im');
  });
  return fn;
}

/**
 * step(re, im, to re, to im, twiddles, bytes of a quarter, stride in bytes): every other step. The six parts of a
 * butterfly's three factors follow one another.
 */
function makeStep(): WasmFunction {
  const fn = new WasmFunction('step', [...RE_AND_IM, 'i32', 'i32', 'i32']);
  const [re, im, toRe, toIm, twiddles, quarter, stride] = [0, 1, 2, 3, 4, 5, 6].map((i) => fn.parameter(i));
  const [at, inner, to] = [fn.local('i32'), fn.local('i32'), fn.local('i32')];
  const w = [0, 1, 2].map(() => ({ re: fn.local('v128'), im: fn.local('v128') }));
  const from = (base: Local, k: number) =>
    i32.add(i32.add(base.get, inner.get), i32.mul(quarter.get, i32.const(k)));
  const target = (base: Local, k: number) =>
    i32.add(i32.add(base.get, to.get), i32.mul(stride.get, i32.const(k)));
  const end = fn.local('i32');
  fn.repeat(at, stride.get, quarter.get, () => {
    w.forEach((factor, k) => {
      fn.emit(factor.re.set(v128.loadSplat(twiddles.get, 16 * k)));
      fn.emit(factor.im.set(v128.loadSplat(twiddles.get, 16 * k + 8)));
    });
    fn.emit(
      twiddles.set(i32.add(twiddles.get, i32.const(48))),
      inner.set(at.get),
      end.set(i32.add(at.get, stride.get)),
      to.set(i32.mul(at.get, i32.const(4))),
    );
    fn.repeat(inner, VECTOR, end.get, () => {
      const x = [0, 1, 2, 3].map((k) => keep(fn, { re: v128.load(from(re, k)), im: v128.load(from(im, k)) }));
      const factors = w.map((factor) => ({ re: factor.re.get, im: factor.im.get }));
      butterfly(fn, x, factors).forEach((value, k) => {
        fn.emit(v128.store(target(toRe, k), value.re), v128.store(target(toIm, k), value.im));
      });
      fn.emit(to.set(i32.add(to.get, VECTOR)));
    });
  });
  return fn;
}

/** lastPair(re, im, to re, to im, bytes of a half): the radix-2 step that is left when the size is no power of four. */
function makeLastPair(): WasmFunction {
  const fn = new WasmFunction('lastPair', [...RE_AND_IM, 'i32']);
  const [re, im, toRe, toIm, half] = [0, 1, 2, 3, 4].map((i) => fn.parameter(i));
  const at = fn.local('i32');
  const [a, b] = [fn.local('v128'), fn.local('v128')];
  fn.repeat(at, VECTOR, half.get, () => {
    for (const [from, to] of [
      [re, toRe],
      [im, toIm],
    ]) {
      const [low, high] = [i32.add(from.get, at.get), i32.add(to.get, at.get)];
      fn.emit(
        a.set(v128.load(low)),
        b.set(v128.load(i32.add(low, half.get))),
        v128.store(high, add(a.get, b.get)),
        v128.store(i32.add(high, half.get), sub(a.get, b.get)),
      );
    }
  });
  return fn;
}

/**
 * unpack(re, im, cos, sin, out, bytes of re): from the transform of the pairs to magnitudes of that of the samples, k
 * and size - k together (Press et al., Numerical Recipes, section 12.3), for all k from 1 on.
 */
function makeUnpack(): WasmFunction {
  const fn = new WasmFunction('unpack', [...RE_AND_IM, 'i32', 'i32']);
  const [re, im, cos, sin, out, bytes] = [0, 1, 2, 3, 4, 5].map((i) => fn.parameter(i));
  const [up, down, end] = [fn.local('i32'), fn.local('i32'), fn.local('i32')];
  const both = (address: (base: Local) => Code, turn: (value: Code) => Code): Complex =>
    keep(fn, { re: turn(v128.load(address(re))), im: turn(v128.load(address(im))) });
  const halved = (value: Complex): Complex =>
    keep(fn, { re: mul(f64x2.splat(HALF), value.re), im: mul(f64x2.splat(HALF), value.im) });
  const reversed = (value: Code) => f64x2.shuffle(value, value, 1, 0);
  fn.emit(up.set(DOUBLE), end.set(i32.half(bytes.get)));
  fn.repeat(up, VECTOR, end.get, () => {
    fn.emit(down.set(i32.sub(i32.sub(bytes.get, DOUBLE), up.get)));
    const z = both(
      (base) => i32.add(base.get, up.get),
      (value) => value,
    );
    const other = both((base) => i32.add(base.get, down.get), reversed);
    const even = halved({ re: add(z.re, other.re), im: sub(z.im, other.im) });
    const odd = halved({ re: add(z.im, other.im), im: sub(other.re, z.re) });
    const turn = keep(fn, {
      re: v128.load(i32.add(cos.get, up.get)),
      im: v128.load(i32.add(sin.get, up.get)),
    });
    const turned = keep(fn, {
      re: add(mul(odd.re, turn.re), mul(odd.im, turn.im)),
      im: sub(mul(odd.im, turn.re), mul(odd.re, turn.im)),
    });
    const store = (at: Local, value: Code) => v128.storeHalf(i32.add(out.get, i32.half(at.get)), value);
    fn.emit(store(up, f64x2.demote(lengthOf(fn, plus(even, turned)))));
    fn.emit(store(down, f64x2.demote(reversed(lengthOf(fn, minus(even, turned))))));
  });
  return fn;
}

/** 0.5 as a double. */
const HALF: Code = [0x44, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f];

function lengthOf(fn: WasmFunction, value: Complex): Code {
  const { re, im } = keep(fn, value);
  return f64x2.sqrt(add(mul(re, re), mul(im, im)));
}

type Call = (...values: number[]) => void;
export interface FftKernel {
  memory: WebAssembly.Memory;
  windowed: Call;
  firstStep: Call;
  step: Call;
  lastPair: Call;
  unpack: Call;
}

/** Pages of 64 KB: room for the buffers and tables of a transform of 4,096 samples. */
const PAGES = 5;
let assembled: WebAssembly.Module | undefined;

/** A new memory with the loops over it. */
export function makeFftKernel(): FftKernel {
  assembled ??= new WebAssembly.Module(
    assemble([makeWindowed(), makeFirstStep(), makeStep(), makeLastPair(), makeUnpack()], PAGES),
  );
  return new WebAssembly.Instance(assembled).exports as unknown as FftKernel;
}
