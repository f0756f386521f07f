/** Tiles: the paths of the specification's examples, and a tree that grows in uneven steps. */
import { expect, test } from 'vitest';
import { sha256 } from '#platform/signing.ts';
import { joinBytes, toUtf8 } from './format-bytes.ts';
import {
  cutTile,
  type Edge,
  edgeRoot,
  growTree,
  listTiles,
  readBundle,
  readNodesFromTiles,
  readTilePath,
  type TileName,
  widthOf,
  writeBundle,
  writeTilePath,
} from './format-tile.ts';
import { type Hash, hashLeaf, isIncluded, proveInclusion, rangeRoot, rootOf } from './rules-tree.ts';

const hash: Hash = (bytes) => new Uint8Array(sha256(bytes));

test('LE-1 paths are spelt as the specification spells them', () => {
  expect(writeTilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(writeTilePath({ level: 'entries', index: 0, width: 17 })).toBe('tile/entries/000.p/17');
  for (const path of ['tile/0/000', 'tile/63/x001/000.p/255', 'tile/entries/x001/x234/067'])
    expect(writeTilePath(readTilePath(path)!)).toBe(path);
  const bad = [
    'tile/0/0',
    'tile/64/000',
    'tile/00/000',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
  ];
  for (const path of [
    ...bad,
    'tile/0/000.p/017',
    'tile/0/1000',
    'tile/0/../000',
    'tile/0/000/',
    'checkpoint',
  ])
    expect(readTilePath(path), path).toBeNull();
});

test('LE-1 a tree of 70,000 has the tiles of the specification’s example', () => {
  const tiles = listTiles(70_000);
  const widths = (level: number) => tiles.filter((tile) => tile.level === level).map(({ width }) => width);
  expect(widths(0)).toEqual([...Array(273).fill(256), 112]);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect(listTiles(256)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ]);
  expect(listTiles(0)).toEqual([]);
});

test('bundles are read back, cut, and refused when their lengths lie', () => {
  const entries = [toUtf8('one'), toUtf8(''), toUtf8('x'.repeat(300))];
  const bundle = writeBundle(entries);
  expect(readBundle(bundle)).toEqual(entries);
  expect(cutTile('entries', bundle, 2)).toEqual(writeBundle(entries.slice(0, 2)));
  expect(cutTile('entries', bundle, 4)).toBeNull();
  expect(readBundle(bundle.subarray(0, -1))).toBeNull();
  expect(readBundle(Uint8Array.of(0))).toBeNull();
});

test('LE-1 growing in uneven steps gives the same tiles and roots as growing at once', async () => {
  const total = 66_000;
  const leaves = Array.from({ length: total }, (_, i) => hashLeaf(hash, toUtf8(String(i))));
  const roots = new Map<number, Uint8Array>();
  /** Worked out once: sizes are met twice. */
  const rootAt = (size: number) => {
    const known = roots.get(size) ?? rootOf(hash, leaves.slice(0, size));
    roots.set(size, known);
    return known;
  };
  const stored = new Map<string, Uint8Array>();
  const edge: Edge = [];
  const key = ({ level, index }: Pick<TileName, 'level' | 'index'>) => `${level}/${index}`;
  let size = 0;
  for (const step of [1, 254, 1, 1, 255, 512, 3000, 61_511, 1, total]) {
    const added = leaves.slice(size, size + step);
    for (const { level, index, hashes } of growTree(hash, edge, size, added))
      stored.set(key({ level, index }), joinBytes(...hashes));
    size += added.length;
    expect(edgeRoot(hash, edge), `${size} leaves`).toEqual(rootAt(size));
  }
  const readTile = async (tile: TileName) => cutTile(tile.level, stored.get(key(tile))!, tile.width)!;
  for (const tile of listTiles(total)) {
    expect(stored.get(key(tile))!.length).toBe(32 * tile.width);
    expect(widthOf(tile, total)).toBe(tile.width);
  }
  // Smaller trees are read from the tiles of the larger one.
  for (const earlier of [1, 255, 256, 257, 65_535, 65_536, total]) {
    const nodes = readNodesFromTiles(hash, readTile, earlier);
    const root = rootAt(earlier);
    expect(await rangeRoot(hash, nodes, 0, earlier)).toEqual(root);
    for (const index of [0, Math.floor(earlier / 3), earlier - 1]) {
      const proof = await proveInclusion(hash, nodes, index, earlier);
      expect(isIncluded(hash, { index, size: earlier, leaf: leaves[index], proof, root })).toBe(true);
    }
  }
});
