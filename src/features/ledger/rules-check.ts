/**
 * Checks a whole log from its files alone: the signature, every tile, every entry, and that the tallies in it are what
 * the entries before them give. Stops at the first thing that is wrong and names it. Runs on a site, on a copy, and in
 * the browser.
 */
import { sameBytes } from './format-bytes.ts';
import { digestStandings, type Entry, type EntryType, readEntry } from './format-entry.ts';
import type { Checkpoint, Note, NoteKey, Verify } from './format-note.ts';
import { openCheckpoint } from './format-proof.ts';
import {
  type Edge,
  edgeRoot,
  growTree,
  listTiles,
  readBundle,
  splitHashes,
  TILE_WIDTH,
  type TileName,
  widthOf,
  writeTilePath,
} from './format-tile.ts';
import { createFold } from './rules-fold.ts';
import { type Hash, hashLeaf } from './rules-tree.ts';

export interface Checks {
  hash: Hash;
  verify: Verify;
}

/** A file of the log by its path; null when there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>;

export interface CheckOptions {
  key: NoteKey;
  /** A checkpoint kept from before: the log must still begin with it. */
  earlier?: string;
  /** Called with each entry, in order. */
  onEntry?(entry: Entry, leaf: number): void;
  onProgress?(done: number, size: number): void;
}

export interface CheckedLog {
  checkpoint: Checkpoint;
  note: Note;
  fold: ReturnType<typeof createFold>;
  counts: Partial<Record<EntryType, number>>;
}

/** What is wrong with a log, in a sentence that names the place. */
export class LedgerProblem extends Error {
  override name = 'LedgerProblem';
}

export async function checkLog(checks: Checks, read: ReadFile, options: CheckOptions): Promise<CheckedLog> {
  const opened = await openSigned(checks, await requireText(read, 'checkpoint'), options.key);
  const { size, root } = opened.checkpoint;
  const milestone = options.earlier ? await openEarlier(checks, options.earlier, options.key, size) : null;
  const reading = createReading(checks, options);
  const tree = createTree(checks.hash, read, size, milestone);
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const entries = await readEntriesAt(read, index, size);
    await tree.add(index, entries);
    for (const entry of entries) reading.add(entry);
    options.onProgress?.(Math.min(size, (index + 1) * TILE_WIDTH), size);
  }
  await tree.finish(root);
  reading.finish();
  return { ...opened, fold: reading.fold, counts: reading.counts };
}

async function openSigned({ verify }: Checks, text: string, key: NoteKey) {
  const opened = await openCheckpoint(verify, text, key);
  if ('refused' in opened) throw new LedgerProblem(opened.refused);
  return opened;
}

async function openEarlier(checks: Checks, text: string, key: NoteKey, size: number): Promise<Checkpoint> {
  const { checkpoint } = await openSigned(checks, text, key);
  if (checkpoint.size > size)
    throw new LedgerProblem(
      `The log shrank: ${checkpoint.size} entries were signed before, now there are ${size}.`,
    );
  return checkpoint;
}

async function requireText(read: ReadFile, path: string): Promise<string> {
  return new TextDecoder().decode(await requireFile(read, path));
}

async function requireFile(read: ReadFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (!bytes) throw new LedgerProblem(`${path} is missing.`);
  return bytes;
}

async function readEntriesAt(read: ReadFile, index: number, size: number): Promise<Uint8Array[]> {
  const width = widthOf({ level: 'entries', index }, size);
  const path = writeTilePath({ level: 'entries', index, width });
  const entries = readBundle(await requireFile(read, path));
  if (entries?.length !== width)
    throw new LedgerProblem(
      `${path} should hold ${width} entries; it holds ${entries?.length ?? 'something else'}.`,
    );
  return entries;
}

/** Grows the tree anew from the entries and holds every tile against it. */
function createTree(hash: Hash, read: ReadFile, size: number, milestone: Checkpoint | null) {
  const edge: Edge = [];
  let at = 0;
  const compare = async (tile: TileName, hashes: readonly Uint8Array[]) => {
    const path = writeTilePath(tile);
    const stored = splitHashes(await requireFile(read, path));
    const wrong = hashes.findIndex((own, i) => !stored[i] || !sameBytes(own, stored[i]));
    if (wrong >= 0 && tile.level === 0)
      throw new LedgerProblem(`Entry ${tile.index * TILE_WIDTH + wrong} is not the one hashed in ${path}.`);
    if (wrong >= 0 || stored.length !== hashes.length)
      throw new LedgerProblem(`${path} does not follow from the entries below it.`);
  };
  const grow = async (leaves: readonly Uint8Array[]) => {
    for (const { level, index, hashes } of growTree(hash, edge, at, leaves)) {
      // A tile that is still growing is looked at when it is done.
      if (hashes.length === widthOf({ level, index }, size))
        await compare({ level, index, width: hashes.length }, hashes);
    }
    at += leaves.length;
    if (at === milestone?.size && !sameBytes(edgeRoot(hash, edge), milestone.root))
      throw new LedgerProblem(
        `Two histories: the ${at} entries signed before are not the first ${at} of this log.`,
      );
  };
  return {
    async add(index: number, entries: readonly Uint8Array[]) {
      const leaves = entries.map((entry) => hashLeaf(hash, entry));
      const ahead = Math.max(0, (milestone?.size ?? 0) - index * TILE_WIDTH);
      await grow(leaves.slice(0, ahead));
      await grow(leaves.slice(ahead));
    },
    async finish(root: Uint8Array) {
      if (!sameBytes(edgeRoot(hash, edge), root))
        throw new LedgerProblem(`The ${size} entries do not give the root that was signed.`);
    },
  };
}

/** Reads entries as words: each is one to the letter, and says nothing that contradicts those before it. */
function createReading({ hash }: Checks, { onEntry }: CheckOptions) {
  const fold = createFold();
  const counts: Partial<Record<EntryType, number>> = {};
  /** The free votes of each tag. */
  const tags = new Map<string, number[]>();
  let leaf = 0;
  const refuse = (entry: Entry): string | null => {
    if (entry.type === 'vote' && entry.kind === 'free')
      tags.set(entry.once, [...(tags.get(entry.once) ?? []), leaf]);
    if (entry.type !== 'tally' && entry.type !== 'final') return null;
    const standings = fold.rank();
    const votes = standings.reduce((sum, standing) => sum + standing.votes, 0);
    const isSame = Number(entry.tracks) === standings.length && Number(entry.votes) === votes;
    return isSame && entry.standings === digestStandings(hash, standings)
      ? null
      : `says ${entry.votes} votes for ${entry.tracks} tracks; the entries before it give ${votes} for ${standings.length}, or another order`;
  };
  const add = (bytes: Uint8Array) => {
    const entry = readEntry(bytes);
    const wrong = entry ? refuse(entry) : 'is not written as entries are';
    if (!entry || wrong) throw new LedgerProblem(`Entry ${leaf} ${wrong}.`);
    try {
      fold.add(entry);
    } catch (error) {
      throw new LedgerProblem((error as Error).message);
    }
    counts[entry.type] = (counts[entry.type] ?? 0) + 1;
    onEntry?.(entry, leaf);
    leaf++;
  };
  /** Of one phone, one vote a track and day counts. */
  const finish = () => {
    for (const leaves of tags.values()) {
      const second = leaves.filter((of) => fold.isCounting(of))[1];
      if (second !== undefined)
        throw new LedgerProblem(
          `Entry ${second} is a second free vote of one phone for one track and day, and counts.`,
        );
    }
  };
  return { add, finish, fold, counts };
}

/** Every file a copy of a log of this size needs, besides its key. */
export const listFiles = (size: number): string[] => [
  'checkpoint',
  ...listTiles(size).flatMap((tile) =>
    tile.level === 0
      ? [writeTilePath(tile), writeTilePath({ ...tile, level: 'entries' })]
      : [writeTilePath(tile)],
  ),
];
