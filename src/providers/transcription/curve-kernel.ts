/** What the model does to numbers between its products, in vectors: shares that add up to one, and bent lines. */
import { type Code, f32x4, i32, i32x4, type Local, v128, WasmFunction } from '#audio/kernels/wasm-code.ts';

const VECTOR = 16;
/** Below this e^x is nothing. */
const LEAST = -87;
/** Coefficients of e^x around 0, the highest first: right to the seventh place as far as half of ln 2. */
const POWERS = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];
/** ln 2 in two parts, so that multiples of it are exact. */
const LN2 = [0.693359375, -2.1219444e-4];

const { add, sub, mul } = f32x4;
const polynomial = (x: Code, coefficients: readonly number[]): Code =>
  coefficients.slice(1).reduce((sum, c) => add(mul(sum, x), v128.floats(c)), v128.floats(coefficients[0]));

/** e^x for x of 0 and less; `whole` is overwritten, and so is `x`. */
function exponential(fn: WasmFunction, x: Local, whole: Local): Code {
  fn.emit(x.set(f32x4.max(x.get, v128.floats(LEAST))));
  fn.emit(whole.set(f32x4.nearest(mul(x.get, v128.floats(Math.LOG2E)))));
  for (const part of LN2) fn.emit(x.set(sub(x.get, mul(whole.get, v128.floats(part)))));
  // A power of two is its exponent, 23 bits up.
  const power = i32x4.shiftLeft(i32x4.add(i32x4.truncate(whole.get), v128.wholes(127)), i32.const(23));
  return mul(polynomial(x.get, POWERS), power);
}

/** (rows, bytes from row to row, how many rows): each row, of a multiple of sixteen bytes, as shares by e^x; in place. */
export function makeSoftmax(): WasmFunction {
  const fn = new WasmFunction('softmax', ['i32', 'i32', 'i32']);
  const [rows, step, count] = [0, 1, 2].map((i) => fn.parameter(i));
  const [row, at] = [fn.local('i32'), fn.local('i32')];
  const [peak, sum, x, whole] = [0, 1, 2, 3].map(() => fn.local('v128'));
  const place = i32.add(rows.get, at.get);
  const each = (body: () => void) => {
    fn.emit(at.set(i32.const(0)));
    fn.repeat(at, i32.const(VECTOR), step.get, body);
  };
  const fold = (value: Local, join: typeof add) =>
    fn.emit(
      value.set(join(value.get, v128.pick(value.get, value.get, [2, 3, 0, 1]))),
      value.set(join(value.get, v128.pick(value.get, value.get, [1, 0, 3, 2]))),
    );
  fn.repeat(row, i32.const(1), count.get, () => {
    fn.emit(peak.set(v128.floats(-1e30)), sum.set(v128.zero));
    each(() => fn.emit(peak.set(f32x4.max(peak.get, v128.load(place)))));
    fold(peak, f32x4.max);
    each(() => {
      fn.emit(x.set(sub(v128.load(place), peak.get)));
      fn.emit(x.set(exponential(fn, x, whole)), sum.set(add(sum.get, x.get)), v128.store(place, x.get));
    });
    fold(sum, add);
    fn.emit(sum.set(f32x4.div(v128.floats(1), sum.get)));
    each(() => fn.emit(v128.store(place, mul(v128.load(place), sum.get))));
    fn.emit(rows.set(i32.add(rows.get, step.get)));
  });
  return fn;
}

/** The error function after Abramowitz and Stegun, 7.1.26, for numbers in units of a normal distribution's spread. */
const ERROR = {
  turn: 0.3275911 * Math.SQRT1_2,
  powers: [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592, 0],
};

/** (address, bytes, a multiple of sixteen): each number times the share of a normal distribution below it; in place. */
export function makeGelu(): WasmFunction {
  const fn = new WasmFunction('gelu', ['i32', 'i32']);
  const [from, bytes] = [fn.parameter(0), fn.parameter(1)];
  const at = fn.local('i32');
  const [value, x, whole, t, tail] = [0, 1, 2, 3, 4].map(() => fn.local('v128'));
  const one = v128.floats(1);
  fn.repeat(at, i32.const(VECTOR), bytes.get, () => {
    const place = i32.add(from.get, at.get);
    fn.emit(value.set(v128.load(place)));
    fn.emit(t.set(f32x4.div(one, add(one, mul(f32x4.abs(value.get), v128.floats(ERROR.turn))))));
    fn.emit(x.set(mul(mul(value.get, value.get), v128.floats(-0.5))));
    fn.emit(tail.set(mul(mul(exponential(fn, x, whole), v128.floats(0.5)), polynomial(t.get, ERROR.powers))));
    const below = v128.choose(sub(one, tail.get), tail.get, f32x4.above(value.get, v128.zero));
    fn.emit(v128.store(place, mul(value.get, below)));
  });
  return fn;
}
