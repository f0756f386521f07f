/** Reads of the ledger: what its page shows, where a receipt's vote is, a proof, and a tile as far as it is published. */
import { desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { CHECKS, sha256 } from '#platform/signing.ts';
import type { Ledger } from './contract.ts';
import { toHex } from './format-bytes.ts';
import { isSignedBy, readKey, readNote } from './format-note.ts';
import { writePolicy, writeProof } from './format-proof.ts';
import { readBundle, readNodesFromTiles, TILE_WIDTH, type TileName, widthOf } from './format-tile.ts';
import { readTile } from './queries-tiles.ts';
import { proveInclusion } from './rules-tree.ts';
import {
  type CheckpointRow,
  ledgerCheckpoints,
  ledgerCounts,
  ledgerLeaves,
  ledgerLog,
  ledgerOutbox,
  ledgerRules,
} from './table.ts';

type ReadDeps = Pick<Deps, 'db' | 'storage' | 'campaign'>;

/** So many checkpoints are listed. */
const LISTED = 6;

const absent = (message = 'The ledger has no such thing.') => new AppError('not_found', message);

export async function findLatest({ db }: Pick<Deps, 'db'>): Promise<CheckpointRow | null> {
  const [latest] = await db.select().from(ledgerCheckpoints).orderBy(desc(ledgerCheckpoints.size)).limit(1);
  return latest ?? null;
}

async function requireLatest(deps: Pick<Deps, 'db'>) {
  const latest = await findLatest(deps);
  if (!latest) throw absent('Nothing was sealed yet.');
  return latest;
}

async function readLog({ db }: Pick<Deps, 'db'>) {
  const [log] = await db.select().from(ledgerLog);
  return log ?? null;
}

export async function readNewestNote(deps: Pick<Deps, 'db'>): Promise<string> {
  return (await requireLatest(deps)).note;
}

export async function readVkey(deps: Pick<Deps, 'db'>): Promise<string> {
  const log = await readLog(deps);
  if (!log) throw absent('Nothing was sealed yet.');
  return `${log.vkey}\n`;
}

export async function readPolicy(deps: Pick<Deps, 'db' | 'campaign' | 'config' | 'site'>): Promise<string> {
  const key = readKey(sha256, await readVkey(deps))!;
  const { witnesses, quorum } = deps.campaign.ledger;
  return writePolicy(key, `${deps.config.publicUrl ?? deps.site.url}/ledger`, witnesses, quorum);
}

export async function readRules({ db }: Pick<Deps, 'db'>, digest: string): Promise<string> {
  const [rules] = await db.select().from(ledgerRules).where(eq(ledgerRules.digest, digest));
  if (!rules) throw absent();
  return rules.document;
}

/** Nothing beyond the latest checkpoint is handed out, though its tile may be written. */
export async function readPublishedTile(deps: ReadDeps, tile: TileName): Promise<Uint8Array> {
  const latest = await findLatest(deps);
  const isPublished = latest !== null && tile.width <= widthOf(tile, latest.size);
  const bytes = isPublished ? await readTile(deps, tile) : null;
  if (!bytes) throw absent();
  return bytes;
}

export async function readProofOf(deps: ReadDeps, leaf: number): Promise<string> {
  const { size, note } = await requireLatest(deps);
  if (leaf >= size) throw absent();
  const read = (tile: TileName) => readPublishedTile(deps, tile);
  const index = Math.floor(leaf / TILE_WIDTH);
  const bundle = { level: 'entries', index, width: widthOf({ level: 'entries', index }, size) } as const;
  const entry = readBundle(await read(bundle))![leaf % TILE_WIDTH];
  const hashes = await proveInclusion(sha256, readNodesFromTiles(sha256, read, size), leaf, size);
  return writeProof({ entry, index: leaf, hashes, checkpoint: note });
}

/** A vote that has a place but is not in the checkpoint yet still waits. */
export async function findReceipt(
  deps: Pick<Deps, 'db'>,
  digest: string,
): Promise<{ leaf: number | null; decision: number | null }> {
  const receipt = Buffer.from(digest, 'base64url');
  const [row] = await deps.db
    .select({ leaf: ledgerLeaves.leaf, decision: ledgerLeaves.decision })
    .from(ledgerLeaves)
    .where(eq(ledgerLeaves.receipt, receipt));
  const latest = await findLatest(deps);
  const published = (leaf: number | null) => (leaf !== null && latest && leaf < latest.size ? leaf : null);
  if (row) return { leaf: published(row.leaf), decision: published(row.decision) };
  const [waiting] = await deps.db
    .select({ id: ledgerOutbox.id })
    .from(ledgerOutbox)
    .where(eq(ledgerOutbox.receipt, receipt))
    .limit(1);
  if (!waiting) throw absent('There is no such receipt in the log.');
  return { leaf: null, decision: null };
}

export async function readLedger(deps: Pick<Deps, 'db' | 'campaign' | 'clock'>): Promise<Ledger> {
  const { db, campaign, clock } = deps;
  const log = await readLog(deps);
  const rows = await db.select().from(ledgerCheckpoints).orderBy(desc(ledgerCheckpoints.size)).limit(LISTED);
  const cosigners = await Promise.all(rows.map(({ note }) => listCosigners(deps, note)));
  const size = rows[0]?.size ?? 0;
  const counts = await db.select().from(ledgerCounts);
  const { rows: outbox } = await db.execute<{ count: number }>(sql`SELECT count(*) FROM ledger_outbox`);
  return {
    origin: log ? readKey(sha256, log.vkey)!.name : null,
    vkey: log?.vkey ?? null,
    size,
    waiting: outbox[0].count + (log?.size ?? 0) - size,
    trouble: log?.trouble ?? null,
    checkpoints: rows.map(({ size: of, root, publishedAt }, index) => ({
      size: of,
      root: toHex(root),
      publishedAt: publishedAt.toISOString(),
      witnesses: cosigners[index].length,
    })),
    counts: Object.fromEntries(counts.map(({ name, count }) => [name, count])),
    witnesses: campaign.ledger.witnesses.map(({ name, runBy, vkey, independent }) => ({
      name,
      runBy,
      vkey,
      independent,
      size: rows[cosigners.findIndex((names) => names.includes(name))]?.size ?? null,
    })),
    rules: log?.rulesDigest ?? null,
    serverTime: clock.now().toISOString(),
  };
}

/** Whether a whole tile's worth waits: then nobody has to wait for the minute to end. */
export async function hasManyWaiting({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const rows = await db.select({ id: ledgerOutbox.id }).from(ledgerOutbox).limit(TILE_WIDTH);
  return rows.length === TILE_WIDTH;
}

/** The names of the witnesses that signed a published note. */
export async function listCosigners({ campaign }: Pick<Deps, 'campaign'>, text: string): Promise<string[]> {
  const note = readNote(text);
  if (!note) return [];
  const signed = await Promise.all(
    campaign.ledger.witnesses.map(({ vkey }) => {
      const key = readKey(sha256, vkey);
      return key !== null && isSignedBy(CHECKS.verify, note, key);
    }),
  );
  return campaign.ledger.witnesses.filter((_, index) => signed[index]).map(({ name }) => name);
}
