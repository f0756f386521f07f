/**
 * Writes tiles into the object store, from the batches in the database: one that is lost, or was half written by a
 * process that died, comes out the same again.
 */
import type { Deps } from '#deps.ts';
import { sha256 } from '#platform/signing.ts';
import { joinBytes, sameBytes } from './format-bytes.ts';
import type { Checkpoint } from './format-note.ts';
import {
  countAt,
  type Edge,
  edgeRoot,
  growTree,
  readNodesFromTiles,
  splitHashes,
  TILE_WIDTH,
  type TileName,
  writeBundle,
} from './format-tile.ts';
import { keyOfCheckpoint, keyOfTile, readEntries, readTile } from './queries-tiles.ts';
import { hashLeaf, rangeRoot } from './rules-tree.ts';

export type TileDeps = Pick<Deps, 'db' | 'storage' | 'campaign'>;

async function writeTile(
  deps: Pick<Deps, 'storage' | 'campaign'>,
  tile: Pick<TileName, 'level' | 'index'>,
  bytes: Uint8Array,
): Promise<void> {
  await deps.storage.putObject(keyOfTile(deps, tile), bytes, { contentType: 'application/octet-stream' });
}

export async function keepPublished(deps: Pick<Deps, 'storage' | 'campaign'>, note: string): Promise<void> {
  await deps.storage.putObject(keyOfCheckpoint(deps), Buffer.from(note), { contentType: 'text/plain' });
}

type Tree = Pick<Checkpoint, 'size' | 'root'>;

/** Writes what the tree of this size needs beyond the one before, and returns its root. */
export async function writeTiles(deps: TileDeps, before: Tree, size: number): Promise<Uint8Array> {
  const edge = await readEdge(deps, before.size);
  const grown = edge && (await growTiles(deps, edge, before, size));
  // Something in the store is missing or damaged: from the beginning, then.
  const root = grown ?? (await growTiles(deps, [], { ...before, from: 0 }, size));
  if (!root) throw new Error(`The entries do not give the root published for ${before.size} of them.`);
  return root;
}

/** The root of the first entries, from the tiles of the whole. */
export async function readRoot(deps: TileDeps, size: number, whole: number): Promise<Uint8Array> {
  const read = async (tile: TileName) => (await readTile(deps, tile)) ?? new Uint8Array();
  return rangeRoot(sha256, readNodesFromTiles(sha256, read, whole), 0, size);
}

/** The newest tiles above the lowest level, as they were at that size; null when one is not there. */
async function readEdge(deps: TileDeps, size: number): Promise<Edge | null> {
  const edge: Edge = [];
  for (let level = 1; countAt(size, level) > 0; level++) {
    const width = countAt(size, level) % TILE_WIDTH;
    const index = Math.floor(countAt(size, level) / TILE_WIDTH);
    const bytes = width === 0 ? new Uint8Array() : await readTile(deps, { level, index, width });
    if (!bytes) return null;
    edge[level] = splitHashes(bytes);
  }
  edge[0] = [];
  return edge;
}

/** Null when the entries up to the size before do not give the root it had. */
async function growTiles(
  deps: TileDeps,
  edge: Edge,
  { size: known, root, from = Math.floor(known / TILE_WIDTH) * TILE_WIDTH }: Tree & { from?: number },
  size: number,
): Promise<Uint8Array | null> {
  let at = from;
  let open: Uint8Array[] = [];
  // Only what is full: a tile that is still growing is written once, in its last width, never a narrower one before.
  const add = async (entries: readonly Uint8Array[]) => {
    const leaves = entries.map((entry) => hashLeaf(sha256, entry));
    const tiles = growTree(sha256, edge, at, leaves).filter(({ hashes }) => hashes.length === TILE_WIDTH);
    const first = Math.floor(at / TILE_WIDTH);
    const bundles = splitBundles([...open, ...entries]);
    open = bundles.rest;
    at += entries.length;
    await Promise.all([
      ...tiles.map((tile) => writeTile(deps, tile, joinBytes(...tile.hashes))),
      ...bundles.full.map((held, n) =>
        writeTile(deps, { level: 'entries', index: first + n }, writeBundle(held)),
      ),
    ]);
  };
  for await (const entries of readEntries(deps, from, size)) {
    // Stop at the size before, to see whether we came the same way.
    const ahead = Math.max(0, known - at);
    if (at <= known) {
      await add(entries.slice(0, ahead));
      if (at === known && known > 0 && !sameBytes(edgeRoot(sha256, edge), root)) return null;
      await add(entries.slice(ahead));
    } else await add(entries);
  }
  if (at !== size) throw new Error(`Only ${at} of ${size} entries are there.`);
  await writeGrowing(deps, edge, open, size);
  return edgeRoot(sha256, edge);
}

/** The tiles the tree ends in. */
async function writeGrowing(
  deps: TileDeps,
  edge: Edge,
  open: readonly Uint8Array[],
  size: number,
): Promise<void> {
  const indexAt = (level: number) => Math.floor(countAt(size, level) / TILE_WIDTH);
  const growing = edge.map((hashes, level) => ({ level, hashes })).filter(({ hashes }) => hashes.length > 0);
  await Promise.all([
    ...growing.map(({ level, hashes }) =>
      writeTile(deps, { level, index: indexAt(level) }, joinBytes(...hashes)),
    ),
    ...(open.length > 0 ? [writeTile(deps, { level: 'entries', index: indexAt(0) }, writeBundle(open))] : []),
  ]);
}

function splitBundles(entries: readonly Uint8Array[]) {
  const full: Uint8Array[][] = [];
  let at = 0;
  for (; at + TILE_WIDTH <= entries.length; at += TILE_WIDTH) full.push(entries.slice(at, at + TILE_WIDTH));
  return { full, rest: entries.slice(at) };
}
