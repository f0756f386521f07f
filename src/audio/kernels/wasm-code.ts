/**
 * A small assembler for WebAssembly, so that the innermost loops can use its vectors (two doubles, four floats or whole
 * numbers), which JavaScript has no words for. Expressions and statements are lists of bytes; opcodes are those of the WebAssembly
 * 2.0 specification. Vector arithmetic is exact to the bit on every machine, so results do not depend on it.
 */

/** Bytes that leave a value on the stack, or none, when run. */
export type Code = readonly number[];
type ValueType = 'i32' | 'f32' | 'f64' | 'v128';

const TYPES: Record<ValueType, number> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const VOID_BLOCK = 0x40;

/** LEB128, unsigned and signed. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
function signed(value: number): number[] {
  const rest = value >> 7;
  const done = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return done ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
}

const vector = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), 0xfd, ...unsigned(opcode)];
/** Alignment hint 0: any address will do. */
const memory = (opcode: number, address: Code, offset: number): Code => [
  ...vector(opcode, address),
  0,
  ...unsigned(offset),
];
const binary = (opcode: number) => (a: Code, b: Code) => vector(opcode, a, b);
const unary = (opcode: number) => (a: Code) => vector(opcode, a);

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => [...a, ...b, 0x6a],
  sub: (a: Code, b: Code): Code => [...a, ...b, 0x6b],
  mul: (a: Code, b: Code): Code => [...a, ...b, 0x6c],
  half: (a: Code): Code => [...a, 0x41, 1, 0x76],
  /** Below, as unsigned numbers. */
  below: (a: Code, b: Code): Code => [...a, ...b, 0x49],
};

export const v128 = {
  load: (address: Code, offset = 0) => memory(0, address, offset),
  /** One double in both lanes. */
  loadSplat: (address: Code, offset = 0) => memory(10, address, offset),
  /** One float in all four lanes. */
  loadFloatSplat: (address: Code, offset = 0) => memory(9, address, offset),
  /** One float, and zeros above. */
  loadFloat: (address: Code, offset = 0) => memory(92, address, offset),
  store: (address: Code, value: Code, offset = 0): Code => memory(11, [...address, ...value], offset),
  /** The lower two floats of a vector. */
  storeHalf: (address: Code, value: Code, offset = 0): Code => [
    ...memory(91, [...address, ...value], offset),
    0,
  ],
  /** The lowest float of a vector. */
  storeFloat: (address: Code, value: Code, offset = 0): Code => [
    ...memory(90, [...address, ...value], offset),
    0,
  ],
  zero: [0xfd, 12, ...new Array<number>(16).fill(0)] as Code,
  /** The same float in all four lanes. */
  floats: (value: number): Code => [0xfd, 12, ...new Uint8Array(new Float32Array(4).fill(value).buffer)],
  /** The same whole number in all four lanes. */
  wholes: (value: number): Code => [0xfd, 12, ...new Uint8Array(new Int32Array(4).fill(value).buffer)],
  /** Of `a` where the mask is set, of `b` elsewhere. */
  choose: (a: Code, b: Code, mask: Code): Code => vector(82, a, b, mask),
  /** Four of the lanes 0 to 3 of `a` and 4 to 7 of `b`. */
  pick: (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
    ...vector(13, a, b),
    ...lanes.flatMap((lane) => [0, 1, 2, 3].map((i) => 4 * lane + i)),
  ],
};

/** Sixteen bytes, from twice eight whole numbers. */
export const i8x16 = { narrow: binary(101) };

/** Eight whole numbers. */
export const i16x8 = {
  add: binary(142),
  /** From twice four. */
  narrow: binary(133),
  /** Products of the lower or the upper eight of sixteen bytes. */
  mulLow: binary(156),
  mulHigh: binary(157),
};

/** Four whole numbers. */
export const i32x4 = {
  add: binary(174),
  /** Eight whole numbers, neighbours added. */
  addPairs: unary(126),
  /** Of floats without what is behind the point. */
  truncate: unary(248),
  shiftLeft: binary(171),
  /** Products of bytes, four neighbours added to each of `sum`; of the relaxed vectors, so not everywhere. */
  addProducts: (a: Code, b: Code, sum: Code): Code => vector(0x113, a, b, sum),
};

/** Four floats. */
export const f32x4 = {
  add: binary(228),
  sub: binary(229),
  mul: binary(230),
  div: binary(231),
  max: binary(233),
  abs: unary(224),
  nearest: unary(106),
  /** A mask of where `a` is above `b`. */
  above: binary(68),
  splat: unary(19),
  /** Of whole numbers. */
  convert: unary(250),
};

/** Two doubles. */
export const f64x2 = {
  add: binary(240),
  sub: binary(241),
  mul: binary(242),
  max: binary(245),
  abs: unary(236),
  sqrt: unary(239),
  splat: unary(20),
  /** The lower two floats of a vector as doubles. */
  promote: unary(95),
  /** As floats, in the lower half. */
  demote: unary(94),
  /** Lanes 0 and 1 are those of `a`, 2 and 3 those of `b`. */
  shuffle: (a: Code, b: Code, low: number, high: number): Code => [
    ...vector(13, a, b),
    ...[low, high].flatMap((lane) => Array.from({ length: 8 }, (_, i) => 8 * lane + i)),
  ],
};

export interface Local {
  get: Code;
  set(value: Code): Code;
}

export class WasmFunction {
  readonly #locals: ValueType[] = [];
  #body: number[] = [];

  constructor(
    readonly name: string,
    readonly parameters: readonly ValueType[],
    readonly result?: ValueType,
  ) {}

  /** Parameters first, then locals, as the specification counts them. */
  parameter(index: number): Local {
    return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
  }

  local(type: ValueType): Local {
    this.#locals.push(type);
    return this.parameter(this.parameters.length + this.#locals.length - 1);
  }

  emit(...statements: Code[]): void {
    // One at a time: a long list of arguments would not fit on the stack.
    for (const statement of statements) for (const byte of statement) this.#body.push(byte);
  }

  /** Writes `body` once for each step of `counter` from where it is to below `end`; at least once. */
  repeat(counter: Local, step: Code, end: Code, body: () => void): void {
    this.emit([0x03, VOID_BLOCK]);
    body();
    this.emit(counter.set(i32.add(counter.get, step)), [...i32.below(counter.get, end), 0x0d, 0, 0x0b]);
  }

  encode(): { type: Code; code: Code } {
    const types = (list: readonly ValueType[]) => [
      ...unsigned(list.length),
      ...list.map((type) => TYPES[type]),
    ];
    const locals = [...unsigned(this.#locals.length), ...this.#locals.flatMap((type) => [1, TYPES[type]])];
    const code = [...locals, ...this.#body, 0x0b];
    return {
      type: [0x60, ...types(this.parameters), ...types(this.result ? [this.result] : [])],
      code: [...unsigned(code.length), ...code],
    };
  }
}

/** A module of these functions over one memory of so many pages of 64 KB, both exported by name. */
export function assemble(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: readonly Code[]): number[] => {
    const body = [...unsigned(items.length), ...items.flat()];
    return [id, ...unsigned(body.length), ...body];
  };
  const name = (text: string) => [...unsigned(text.length), ...new TextEncoder().encode(text)];
  const encoded = functions.map((fn) => fn.encode());
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      encoded.map(({ type }) => type),
    ),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(5, [[1, ...unsigned(pages), ...unsigned(pages)]]),
    ...section(7, [
      [...name('memory'), 2, 0],
      ...functions.map((fn, i) => [...name(fn.name), 0, ...unsigned(i)]),
    ]),
    ...section(
      10,
      encoded.map(({ code }) => code),
    ),
  ]);
}
