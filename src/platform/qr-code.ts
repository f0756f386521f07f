/**
 * QR codes as ISO/IEC 18004 has them: bytes, error correction M, versions 1 to 10 (213 bytes), which is every address of
 * ours. Pure, and small enough to own: pages and the cards the server draws make them with the same code.
 */

/** By version, from 1: code words in all, blocks, and how many words of each block correct errors (level M). */
const VERSIONS = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
  [196, 4, 18],
  [242, 4, 22],
  [292, 5, 22],
  [346, 5, 26],
] as const;
/** Clear modules a reader needs on each side. */
export const QUIET_ZONE = 4;

/** Rows of modules, true is dark. Throws on more than 213 bytes. */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex((_, index) => bytes.length <= capacityOf(index + 1)) + 1;
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code of this size`);
  const words = interleave(packData(bytes, version), version);
  const candidates = MASKS.map((mask, index) => paint(version, words, mask, index));
  const scores = candidates.map(scorePattern);
  return candidates[scores.indexOf(Math.min(...scores))];
}

/** One path of all dark modules, in a box as wide as the code has modules; the quiet zone is the caller's. */
export function drawQr(code: readonly (readonly boolean[])[]): string {
  return code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

const countBits = (version: number) => (version < 10 ? 8 : 16);

function dataWords(version: number): number {
  const [total, blocks, correcting] = VERSIONS[version - 1];
  return total - blocks * correcting;
}

const capacityOf = (version: number) => Math.floor((dataWords(version) * 8 - 4 - countBits(version)) / 8);

/** Mode, length, the bytes, and filling up to the room there is. */
function packData(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, countBits(version));
  for (const byte of bytes) push(byte, 8);
  const room = dataWords(version) * 8;
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let fill = 0; bits.length < room; fill += 1) push(fill % 2 ? 0x11 : 0xec, 8);
  return Array.from({ length: room / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );
}

/** Powers of 2 in the field of 256 with x^8 + x^4 + x^3 + x^2 + 1, and back. */
const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const multiply = (a: number, b: number) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

/** Coefficients after the leading 1, highest first. */
function generatorOf(degree: number): number[] {
  let generator = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...generator, 0];
    generator.forEach((coefficient, at) => {
      next[at + 1] ^= multiply(coefficient, EXP[root]);
    });
    generator = next;
  }
  return generator.slice(1);
}

/** What is left of the block divided by the generator (Reed–Solomon). */
function correct(block: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    generator.forEach((coefficient, at) => {
      rest[at] ^= multiply(coefficient, factor);
    });
  }
  return rest;
}

/** Blocks one word each in turn, first the data, then what corrects it; the longer blocks come last. */
function interleave(data: readonly number[], version: number): number[] {
  const [, count, correcting] = VERSIONS[version - 1];
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const generator = generatorOf(correcting);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = short + (index >= count - longer ? 1 : 0);
    from += length;
    return data.slice(from - length, from);
  });
  const inTurn = (parts: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
  const corrections = blocks.map((block) => correct(block, generator));
  return [...inTurn(blocks, short + 1), ...inTurn(corrections, correcting)];
}

type Mask = (x: number, y: number) => boolean;
const MASKS: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

function paint(version: number, words: readonly number[], mask: Mask, maskIndex: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  paintPatterns(grid, version);
  paintFormat(grid, maskIndex);
  if (version >= 7) paintVersion(grid, version);
  const bits = words.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((word >> bit) & 1) === 1));
  let next = 0;
  for (const [x, y] of walk(size)) {
    if (grid[y][x] !== null) continue;
    // Modules left over at the end are 0.
    grid[y][x] = (bits[next] ?? false) !== mask(x, y);
    next += 1;
  }
  return grid as boolean[][];
}

/** Two columns at a time from the right, up and down in turn; the column of the timing pattern is left out. */
function* walk(size: number): Generator<[number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
    isUp = !isUp;
  }
}

/** Finders with their white border, timing, and alignment. */
function paintPatterns(grid: Grid, version: number): void {
  const size = grid.length;
  const square = (middleX: number, middleY: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let y = middleY - reach; y <= middleY + reach; y += 1)
      for (let x = middleX - reach; x <= middleX + reach; x += 1)
        if (grid[y]?.[x] !== undefined)
          grid[y][x] = isDark(Math.max(Math.abs(x - middleX), Math.abs(y - middleY)));
  };
  for (let at = 0; at < size; at += 1) {
    grid[6][at] = at % 2 === 0;
    grid[at][6] = at % 2 === 0;
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  places.forEach((x, column) => {
    places.forEach((y, row) => {
      const isFinder =
        (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0);
      if (!isFinder) square(x, y, 2, (ring) => ring !== 1);
    });
  });
}

/** Up to version 10 they lie evenly between both ends. */
function alignmentPlaces(version: number): number[] {
  if (version === 1) return [];
  const end = 10 + 4 * version;
  return version < 7 ? [6, end] : [6, (6 + end) / 2, end];
}

/** The rest of a division by a binary polynomial, `degree` bits long. */
function remainder(value: number, degree: number, polynomial: number): number {
  let rest = value << degree;
  for (let bit = 31 - degree; bit >= 0; bit -= 1) if (rest & (1 << (bit + degree))) rest ^= polynomial << bit;
  return rest;
}

/** Level M is 00; the fifteen bits stand twice. */
function paintFormat(grid: Grid, maskIndex: number): void {
  const size = grid.length;
  const bits = ((maskIndex << 10) | remainder(maskIndex, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    // Down beside the finder at the top left, over the timing row; then along its foot.
    if (at < 8) grid[at < 6 ? at : at + 1][8] = dark;
    else grid[8][at === 8 ? 7 : 14 - at] = dark;
    if (at < 8) grid[8][size - 1 - at] = dark;
    else grid[size - 15 + at][8] = dark;
  }
  grid[size - 8][8] = true;
}

function paintVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [grid.length - 11 + (at % 3), Math.floor(at / 3)];
    const dark = ((bits >> at) & 1) === 1;
    grid[near][far] = dark;
    grid[far][near] = dark;
  }
}

const FINDER_LIKE = [true, false, true, true, true, false, true];

/** The four penalties of the standard: the mask with the least is the easiest to read. */
function scorePattern(grid: readonly boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x]));
  let score = 0;
  for (const line of [...grid, ...columns]) score += scoreLine(line);
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = grid[y][x];
      if (dark === grid[y - 1][x] && dark === grid[y][x - 1] && dark === grid[y - 1][x - 1]) score += 3;
    }
  const share = grid.flat().filter(Boolean).length / (size * size);
  return score + 10 * Math.floor(Math.abs(share * 20 - 10));
}

/** Runs of five and more, and what looks like a finder with four clear modules on a side. */
function scoreLine(line: readonly boolean[]): number {
  let score = 0;
  let run = 0;
  line.forEach((dark, at) => {
    run = at > 0 && dark === line[at - 1] ? run + 1 : 1;
    if (run === 5) score += 3;
    else if (run > 5) score += 1;
    if (!FINDER_LIKE.every((wanted, step) => line[at + step] === wanted)) return;
    const isClear = (from: number) => [0, 1, 2, 3].every((step) => !line[from + step]);
    if (isClear(at - 4) || isClear(at + 7)) score += 40;
  });
  return score;
}
