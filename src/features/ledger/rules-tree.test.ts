/**
 * The tree against values published in the repository transparency-dev/merkle (rfc6962/rfc6962_test.go and
 * testdata/inclusion, testdata/consistency: the happy paths, and the ways they are spoiled), and against itself.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#platform/sha256.ts';
import { fromBase64, toBase64, toHex, toUtf8 } from './format-bytes.ts';
import {
  type Growth,
  type Hash,
  hashLeaf,
  hashNode,
  type Inclusion,
  isGrowth,
  isIncluded,
  proveGrowth,
  proveInclusion,
  type ReadNode,
  rangeRoot,
  rootOf,
} from './rules-tree.ts';

const hash: Hash = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const bytes = (base64: string) => fromBase64(base64)!;

/** The eight leaves of Certificate Transparency's reference tree, in hexadecimal. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
LEAVES.push('606162636465666768696a6b6c6d6e6f');
const entries = LEAVES.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
const hashes = entries.map((entry) => hashLeaf(hash, entry));

/** Roots of its first n leaves, as far as the published proofs name them. */
const ROOTS: Record<number, string> = {
  1: 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=',
  2: '+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU=',
  3: 'rra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=',
  5: 'Tju7H3tHjc/nH7YxYxUZo7yhLJrvyhYSv85ME6hiZNQ=',
  6: 'duZ9rbzfHhDht03cYIq9L5jfsW+851J3tSMqEn8gh+8=',
  7: '3bib5AOAnjJXUNPSY814kpwpQreUKjS3fhIslZSnTIw=',
  8: 'XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=',
};

const LEAF_1 = 'lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=';
const LEAF_4 = 'vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=';
const NODE_23 = 'Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=';
const NODE_45 = 'DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=';
const NODE_67 = 'yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=';
const NODE_0123 = '037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=';
const NODE_4567 = 'a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=';

const INCLUSIONS: [index: number, size: number, leaf: string, proof: string[]][] = [
  [0, 1, ROOTS[1], []],
  [0, 8, ROOTS[1], [LEAF_1, NODE_23, NODE_4567]],
  [5, 8, 'QnGia+DYqE8L1UyMMC58s6O10fpngKQLzOKHNHfatlg=', [LEAF_4, NODE_67, NODE_0123]],
  [2, 3, 'ApjRIpBtz8EIkstTpzmS/FufST6kybrbJ7eRtBJ6f+c=', [ROOTS[2]]],
  [1, 5, LEAF_1, [ROOTS[1], NODE_23, LEAF_4]],
];

const GROWTHS: [from: number, to: number, proof: string[]][] = [
  [1, 1, []],
  [1, 8, [LEAF_1, NODE_23, NODE_4567]],
  [6, 8, [NODE_45, NODE_67, NODE_0123]],
  [2, 5, [NODE_23, LEAF_4]],
  [6, 7, [NODE_45, 'sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=', NODE_0123]],
];

/** Nodes of a tree held in memory. */
const nodesOf = (leaves: readonly Uint8Array[]): ReadNode => {
  return async (level, index) => rootOf(hash, leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
};

test('LE-1 hashes are those of RFC 6962', () => {
  expect(toHex(rootOf(hash, []))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(toHex(hashLeaf(hash, new Uint8Array()))).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  );
  expect(toHex(hashLeaf(hash, toUtf8('L123456')))).toBe(
    '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
  );
  expect(toHex(hashNode(hash, toUtf8('N123'), toUtf8('N456')))).toBe(
    'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
  );
  for (const [size, root] of Object.entries(ROOTS))
    expect(toBase64(rootOf(hash, hashes.slice(0, Number(size)))), `${size} leaves`).toBe(root);
});

test('our own SHA-256 gives what Node gives', () => {
  for (let length = 0; length < 300; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(toHex(sha256(message))).toBe(toHex(hash(message)));
  }
});

/** Each as the published files spoil it: what must not verify. */
function spoil(proof: readonly Uint8Array[]): [string, Uint8Array[]][] {
  const flipped = (at: number) =>
    proof.map((part, i) => (i === at ? part.map((b, j) => (j === 0 ? b ^ 16 : b)) : part));
  return [
    ...proof.map((_, i): [string, Uint8Array[]] => [`bit of hash ${i}`, flipped(i)]),
    ['garbage after', [...proof, new Uint8Array(32)]],
    ['garbage before', [new Uint8Array(32), ...proof]],
    ['an empty hash after', [...proof, new Uint8Array()]],
    ...(proof.length > 0 ? [['one short', proof.slice(0, -1)] as [string, Uint8Array[]]] : []),
    ...(proof.length > 0 ? [['none', []] as [string, Uint8Array[]]] : []),
  ];
}

describe('published proofs', () => {
  test.each(INCLUSIONS)('LE-1 leaf %i of %i', async (index, size, leaf, proof) => {
    const good: Inclusion = {
      index,
      size,
      leaf: bytes(leaf),
      proof: proof.map(bytes),
      root: bytes(ROOTS[size]),
    };
    expect(isIncluded(hash, good)).toBe(true);
    const nodes = nodesOf(hashes.slice(0, size));
    expect((await proveInclusion(hash, nodes, index, size)).map(toBase64)).toEqual(proof);
    for (const [how, bad] of spoil(good.proof))
      expect(isIncluded(hash, { ...good, proof: bad }), how).toBe(false);
    for (const other of [index - 1, index + 1, index ^ 2])
      expect(isIncluded(hash, { ...good, index: other }), `index ${other}`).toBe(false);
    for (const other of [0, Math.floor(size / 2), size * 2])
      expect(isIncluded(hash, { ...good, size: other }), `size ${other}`).toBe(false);
    expect(isIncluded(hash, { ...good, leaf: hash(good.leaf) })).toBe(false);
    expect(isIncluded(hash, { ...good, root: hash(good.root) })).toBe(false);
  });

  test.each(GROWTHS)('LE-1 from %i to %i', async (from, to, proof) => {
    const roots = { fromRoot: bytes(ROOTS[from]), toRoot: bytes(ROOTS[to]) };
    const good: Growth = { from, to, ...roots, proof: proof.map(bytes) };
    expect(isGrowth(hash, good)).toBe(true);
    expect((await proveGrowth(hash, nodesOf(hashes.slice(0, to)), from, to)).map(toBase64)).toEqual(proof);
    for (const [how, bad] of spoil(good.proof))
      expect(isGrowth(hash, { ...good, proof: bad }), how).toBe(false);
    expect(isGrowth(hash, { ...good, from: to + 1 })).toBe(false);
    expect(isGrowth(hash, { ...good, fromRoot: hash(good.fromRoot) })).toBe(false);
    expect(isGrowth(hash, { ...good, toRoot: hash(good.toRoot) })).toBe(false);
    if (from < to) expect(isGrowth(hash, { ...good, fromRoot: good.toRoot })).toBe(false);
  });
});

test('LE-1 an empty tree and an empty leaf prove nothing, as published', () => {
  const empty = new Uint8Array();
  const nothing = { fromRoot: rootOf(hash, []), toRoot: bytes(ROOTS[1]), proof: [] };
  expect(isGrowth(hash, { from: 0, to: 1, ...nothing })).toBe(false);
  expect(isGrowth(hash, { from: 0, to: 0, ...nothing, toRoot: nothing.fromRoot })).toBe(false);
  expect(isIncluded(hash, { index: 0, size: 1, leaf: empty, proof: [], root: empty })).toBe(false);
});

test('every leaf and every earlier tree of 70 leaves is proven, and none of another tree', async () => {
  const leaves = Array.from({ length: 70 }, (_, i) => hashLeaf(hash, Uint8Array.of(i)));
  const nodes = nodesOf(leaves);
  for (let size = 1; size <= leaves.length; size++) {
    const root = rootOf(hash, leaves.slice(0, size));
    expect(await rangeRoot(hash, nodes, 0, size)).toEqual(root);
    for (let index = 0; index < size; index++) {
      const proof = await proveInclusion(hash, nodes, index, size);
      expect(isIncluded(hash, { index, size, leaf: leaves[index], proof, root })).toBe(true);
      expect(isIncluded(hash, { index, size, leaf: leaves[(index + 1) % 70], proof, root })).toBe(false);
    }
    for (let from = 1; from <= size; from++) {
      const growth = { from, to: size, fromRoot: rootOf(hash, leaves.slice(0, from)), toRoot: root };
      const proof = await proveGrowth(hash, nodes, from, size);
      expect(isGrowth(hash, { ...growth, proof }), `${from} to ${size}`).toBe(true);
      expect(isGrowth(hash, { ...growth, fromRoot: hash(growth.fromRoot), proof })).toBe(false);
    }
  }
});
