/**
 * Tiles as in c2sp.org/tlog-tiles: the tree in files of up to 256 hashes, the entries in bundles beside them. A tile of
 * a smaller tree is the beginning of the same tile of a larger one, so any width can be cut from the newest.
 */
import { HASH_BYTES, type Hash, type ReadNode, rootOf } from './rules-tree.ts';

export const TILE_WIDTH = 256;
/** 256 is 2 to the power of this. */
const TILE_HEIGHT = 8;

export interface TileName {
  level: number | 'entries';
  index: number;
  /** 1 to 256; 256 for a full one. */
  width: number;
}

/** 1234067 is x001/x234/067. */
export function writeTilePath({ level, index, width }: TileName): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  const partial = width < TILE_WIDTH ? `.p/${width}` : '';
  return `tile/${level}/${groups.join('/')}${partial}`;
}

const PATH =
  /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** Null for a path that is no tile's, or not in the one spelling it has. */
export function readTilePath(path: string): TileName | null {
  const found = PATH.exec(path);
  if (!found) return null;
  const [, level, groups, partial] = found;
  const tile: TileName = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: partial ? Number(partial) : TILE_WIDTH,
  };
  return writeTilePath(tile) === path ? tile : null;
}

/** How many hashes of a level a tree of this size has. */
export const countAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);

/** How wide a tile is in a tree of this size; 0: it has none of that index. */
export function widthOf({ level, index }: Pick<TileName, 'level' | 'index'>, size: number): number {
  const count = countAt(size, level === 'entries' ? 0 : level);
  return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}

/** Every tile of a tree of this size, bundles of entries left out. */
export function listTiles(size: number): TileName[] {
  const tiles: TileName[] = [];
  for (let level = 0; countAt(size, level) > 0; level++)
    for (let index = 0; index * TILE_WIDTH < countAt(size, level); index++)
      tiles.push({ level, index, width: widthOf({ level, index }, size) });
  return tiles;
}

export function splitHashes(tile: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = [];
  for (let at = 0; at + HASH_BYTES <= tile.length; at += HASH_BYTES)
    hashes.push(tile.subarray(at, at + HASH_BYTES));
  return hashes;
}

/** Each entry after its length, two bytes, the higher first. */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    bundle.set([entry.length >> 8, entry.length & 255], at);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** Null when the lengths do not add up. */
export function readBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const length = (bundle[at] << 8) | bundle[at + 1];
    const end = at + 2 + length;
    if (!(end <= bundle.length)) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** The bytes of the first `width` hashes, or entries, of a tile that may have more; null: it has fewer. */
export function cutTile(level: TileName['level'], bytes: Uint8Array, width: number): Uint8Array | null {
  if (level !== 'entries')
    return bytes.length >= width * HASH_BYTES ? bytes.subarray(0, width * HASH_BYTES) : null;
  let at = 0;
  for (let n = 0; n < width; n++) {
    if (at + 2 > bytes.length) return null;
    at += 2 + ((bytes[at] << 8) | bytes[at + 1]);
  }
  return at <= bytes.length ? bytes.subarray(0, at) : null;
}

/** Reads a tile in exactly this width. */
export type ReadTile = (tile: TileName) => Promise<Uint8Array>;

/** Nodes of a tree of this size, by way of its tiles. Each tile is read once. */
export function readNodesFromTiles(hash: Hash, readTile: ReadTile, size: number): ReadNode {
  const read = new Map<string, Promise<Uint8Array[]>>();
  const hashesOf = (level: number, index: number) => {
    const tile = { level, index, width: widthOf({ level, index }, size) };
    const path = writeTilePath(tile);
    if (!read.has(path)) read.set(path, readTile(tile).then(splitHashes));
    return read.get(path)!;
  };
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const span = 2 ** (level % TILE_HEIGHT);
    const first = index * span;
    const hashes = await hashesOf(tileLevel, Math.floor(first / TILE_WIDTH));
    const at = first % TILE_WIDTH;
    return rootOf(hash, hashes.slice(at, at + span));
  };
}

/** The newest tile of each level that is not full yet: all that is needed to add leaves. */
export type Edge = Uint8Array[][];

export interface GrownTile {
  level: number;
  index: number;
  hashes: Uint8Array[];
}

/** Adds leaves to a tree of this size; `edge` grows in place. Gives every tile that changed, in its newest width. */
export function growTree(hash: Hash, edge: Edge, size: number, leaves: Iterable<Uint8Array>): GrownTile[] {
  const grown: GrownTile[] = [];
  const touched = new Set<number>();
  let count = size;
  const push = (level: number, leaf: Uint8Array): void => {
    edge[level] ??= [];
    edge[level].push(leaf);
    touched.add(level);
    if (edge[level].length < TILE_WIDTH) return;
    const index = countAt(count, level) / TILE_WIDTH - 1;
    grown.push({ level, index, hashes: edge[level] });
    const root = rootOf(hash, edge[level]);
    edge[level] = [];
    push(level + 1, root);
  };
  for (const leaf of leaves) {
    count++;
    push(0, leaf);
  }
  for (const level of touched)
    if (edge[level].length > 0)
      grown.push({ level, index: Math.floor(countAt(count, level) / TILE_WIDTH), hashes: edge[level] });
  return grown;
}

/** The root of the tree that ends in this edge: what hangs over from below is the last and lowest part of each level. */
export function edgeRoot(hash: Hash, edge: Edge): Uint8Array {
  let below: Uint8Array | null = null;
  for (const hashes of edge) {
    const row: Uint8Array[] = below ? [...(hashes ?? []), below] : (hashes ?? []);
    if (row.length > 0) below = rootOf(hash, row);
  }
  return below ?? rootOf(hash, []);
}
