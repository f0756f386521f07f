/** Reads tiles and entries: one object a tile, which grows; narrower ones are cut from it. */
import { desc, lte } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { StorageError } from '#ports/storage.ts';
import { cutTile, readBundle, type TileName } from './format-tile.ts';
import { ledgerBatches } from './table.ts';

const keyOf = ({ campaign }: Pick<Deps, 'campaign'>, name: string) => `ledger/log-${campaign.id}/${name}`;

export function keyOfTile(
  deps: Pick<Deps, 'campaign'>,
  { level, index }: Pick<TileName, 'level' | 'index'>,
): string {
  return keyOf(deps, `${level}/${String(index).padStart(12, '0')}.bin`);
}

/** Null when there is none so wide. */
export async function readTile(
  deps: Pick<Deps, 'storage' | 'campaign'>,
  tile: TileName,
): Promise<Uint8Array | null> {
  const bytes = await readObject(deps, keyOfTile(deps, tile));
  return bytes && cutTile(tile.level, bytes, tile.width);
}

export const keyOfCheckpoint = (deps: Pick<Deps, 'campaign'>) => keyOf(deps, 'checkpoint.txt');

/** The note as it was last published, from outside the database. */
export async function readPublished(deps: Pick<Deps, 'storage' | 'campaign'>): Promise<string | null> {
  const bytes = await readObject(deps, keyOfCheckpoint(deps));
  return bytes && new TextDecoder().decode(bytes);
}

async function readObject({ storage }: Pick<Deps, 'storage'>, key: string): Promise<Uint8Array | null> {
  try {
    const { stream } = await storage.getObject(key);
    return new Uint8Array(Buffer.concat(await stream.toArray()));
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'not_found') return null;
    throw error;
  }
}

/** Entries from one place up to another, a few thousand at a time. */
export async function* readEntries(
  { db }: { db: Pick<Deps['db'], 'select'> },
  from: number,
  to: number,
): AsyncGenerator<Uint8Array[]> {
  for (let at = from; at < to; ) {
    const [batch] = await db
      .select()
      .from(ledgerBatches)
      .where(lte(ledgerBatches.first, at))
      .orderBy(desc(ledgerBatches.first))
      .limit(1);
    if (!batch || batch.first + batch.entries <= at) return;
    const entries = readBundle(new Uint8Array(batch.bundle));
    if (entries?.length !== batch.entries)
      throw new Error(`The entries from ${batch.first} on cannot be read.`);
    yield entries.slice(at - batch.first, to - batch.first);
    at = batch.first + batch.entries;
  }
}
