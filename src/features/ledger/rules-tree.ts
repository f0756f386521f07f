/** The tree of RFC 6962, section 2.1: its hashes, and what proves that a leaf is in it or that it only grew. */
import { joinBytes, sameBytes } from './format-bytes.ts';

/** SHA-256. Handed in: Node's own is the faster one, the browser needs ours (platform/sha256.ts). */
export type Hash = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const hashLeaf = (hash: Hash, entry: Uint8Array): Uint8Array => hash(joinBytes(LEAF, entry));

export const hashNode = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(joinBytes(NODE, left, right));

/** The largest power of two below `n`: where a tree of n leaves is split. */
export function splitPoint(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The root over these hashes. Of none: the hash of nothing. */
export function rootOf(hash: Hash, leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hash(new Uint8Array());
  let row = leaves;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) above.push(hashNode(hash, row[i], row[i + 1]));
    // One left over rises as it is, and meets its neighbour further up.
    if (row.length % 2 === 1) above.push(row[row.length - 1]);
    row = above;
  }
  return row[0];
}

export interface Inclusion {
  index: number;
  size: number;
  leaf: Uint8Array;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}

/** RFC 9162, section 2.1.3.2, which proves the same trees and spells out the steps. */
export function isIncluded(hash: Hash, { index, size, leaf, proof, root }: Inclusion): boolean {
  const climbed = climb(hash, index, size, leaf, proof);
  return climbed !== null && sameBytes(climbed, root);
}

/** The root these hashes lead to from the leaf; null when they are too many or too few. */
export function climb(
  hash: Hash,
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size) return null;
  if (!isHash(leaf) || !proof.every(isHash)) return null;
  let [at, last, climbed] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      climbed = hashNode(hash, sibling, climbed);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else climbed = hashNode(hash, climbed, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? climbed : null;
}

export interface Growth {
  from: number;
  to: number;
  fromRoot: Uint8Array;
  toRoot: Uint8Array;
  proof: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.4.2: the smaller tree is the beginning of the larger one. Of an empty tree nothing is proven. */
export function isGrowth(hash: Hash, { from, to, fromRoot, toRoot, proof }: Growth): boolean {
  if (!isCount(from) || !isCount(to) || from < 1 || from > to || !proof.every(isHash)) return false;
  if (from === to) return proof.length === 0 && sameBytes(fromRoot, toRoot);
  if (proof.length === 0) return false;
  const isWhole = splitPoint(from + 1) === from;
  const [first, ...rest] = isWhole ? [fromRoot, ...proof] : proof;
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [small, large] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      small = hashNode(hash, sibling, small);
      large = hashNode(hash, sibling, large);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else large = hashNode(hash, large, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameBytes(small, fromRoot) && sameBytes(large, toRoot);
}

const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === HASH_BYTES;

/** The hash over leaves `index` × 2^level to (`index` + 1) × 2^level, all of which the tree has. */
export type ReadNode = (level: number, index: number) => Promise<Uint8Array>;

/** The root over leaves `start` to `end`, where they make a part of the tree that is split as RFC 6962 does. */
export async function rangeRoot(
  hash: Hash,
  readNode: ReadNode,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const count = end - start;
  if (count === 0) return rootOf(hash, []);
  const split = splitPoint(count);
  if (count === 1 || split * 2 === count) return readNode(Math.log2(count), start / count);
  const left = await rangeRoot(hash, readNode, start, start + split);
  return hashNode(hash, left, await rangeRoot(hash, readNode, start + split, end));
}

/** PATH of RFC 6962, section 2.1.1: from the leaf's sibling up to the root's child. */
export async function proveInclusion(
  hash: Hash,
  readNode: ReadNode,
  index: number,
  size: number,
): Promise<Uint8Array[]> {
  const path: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    const isLeft = index < middle;
    path.push(await rangeRoot(hash, readNode, isLeft ? middle : start, isLeft ? end : middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return path.reverse();
}

/** PROOF of RFC 6962, section 2.1.2. */
export async function proveGrowth(
  hash: Hash,
  readNode: ReadNode,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  if (from === 0 || from === to) return [];
  const proof: Uint8Array[] = [];
  let [start, end] = [0, to];
  // Down to where the smaller tree ends on a whole part.
  while (from !== end) {
    const middle = start + splitPoint(end - start);
    const isLeft = from <= middle;
    proof.push(await rangeRoot(hash, readNode, isLeft ? middle : start, isLeft ? end : middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  if (start > 0) proof.push(await rangeRoot(hash, readNode, start, end));
  return proof.reverse();
}
