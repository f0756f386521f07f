/** Sealing: entries a second, bytes a vote, what a receipt's check fetches; and voting with and without the outbox. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadCampaign } from '../src/campaign/load-campaign.ts';
import {
  readNodesFromTiles,
  TILE_WIDTH,
  widthOf,
  writeTilePath,
} from '../src/features/ledger/format-tile.ts';
import { readTile } from '../src/features/ledger/queries-tiles.ts';
import { proveInclusion } from '../src/features/ledger/rules-tree.ts';
import { type SealDeps, sealLedger } from '../src/features/ledger/service.ts';
import { castFreeVote } from '../src/features/votes/service-free.ts';
import { systemClock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/platform/config.ts';
import { createLog } from '../src/platform/log.ts';
import { sha256 as ownSha256 } from '../src/platform/sha256.ts';
import { createTokens } from '../src/platform/tokens.ts';
import { openFolderStorage } from '../src/providers/storage/embedded.ts';
import type { BenchDatabase } from './bench-database.ts';
import { measureThroughput, printRatio } from './load.ts';
import type { BenchOptions } from './run.ts';
import { VOTE_EVERY_MS } from './vote-statements.ts';

const AT_ONCE = 16;
/** Votes with the outbox and without, in turns, so that a busy machine is busy for both. */
const TURNS = 8;

export async function benchLedger(
  database: BenchDatabase,
  { entries, seconds }: BenchOptions,
): Promise<void> {
  await compareVoting(database, seconds);
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-ledger-'));
  try {
    await measureSealing(database, folder, entries);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareVoting({ db, pool }: BenchDatabase, seconds: number): Promise<void> {
  const campaign = await loadCampaign('campaigns/demo.json');
  const tokens = createTokens('bench');
  const began = Date.now();
  let people = 0;
  const cast = async () => {
    const n = people++;
    const now = () => new Date(began + n * VOTE_EVERY_MS);
    const voter = { voterName: `Fan ${n}`, voterPhone: `+1646${2_000_000 + ((n * 7919) % 7_999_999)}` };
    const source = { address: `ledger-${n}`, browserId: `ledger-${n}` };
    await castFreeVote({ db, clock: { now }, campaign, tokens }, 1 + (n % 1000), voter, source);
  };
  const rates = { ENABLE: [] as number[], DISABLE: [] as number[] };
  await measureThroughput(AT_ONCE, seconds / 2, cast);
  for (let turn = 0; turn < TURNS; turn++)
    for (const state of turn % 2 === 0
      ? (['ENABLE', 'DISABLE'] as const)
      : (['DISABLE', 'ENABLE'] as const)) {
      await pool.query(`ALTER TABLE votes ${state} TRIGGER votes_ledger_cast`);
      rates[state].push(await measureThroughput(AT_ONCE, seconds / 2, cast));
    }
  await pool.query('ALTER TABLE votes ENABLE TRIGGER votes_ledger_cast');
  const [kept, free] = [median(rates.ENABLE), median(rates.DISABLE)];
  console.log(
    `  votes with the outbox ${kept.toFixed(0)}/s, without ${free.toFixed(0)}/s (medians of ${TURNS} turns)`,
  );
  printRatio('voting with the outbox to without (0.95 wanted)', kept, free);
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export async function measureSealing(
  { db, pool }: BenchDatabase,
  folder: string,
  votes: number,
): Promise<void> {
  await pool.query('TRUNCATE ledger_outbox');
  await pool.query(
    `INSERT INTO ledger_outbox (type, subject, detail, phone, receipt)
     SELECT 'vote', 100000000 + n, jsonb_build_object('track', (1 + n % 1000)::text, 'kind', 'free', 'votes', '1', 'state', 'counted',
       'proof', 'none', 'day', '2026-11-15'), '+1' || (2000000000 + n), sha256(n::text::bytea)
     FROM generate_series(1, $1::int) n`,
    [votes],
  );
  const campaign = await loadCampaign('campaigns/demo.json');
  const deps = {
    db,
    campaign,
    clock: systemClock,
    log: createLog('error'),
    tokens: createTokens('bench'),
    storage: await openFolderStorage(join(folder, 'objects')),
    config: loadConfig({ DATA_DIR: folder }),
    site: { url: 'http://bench.example' },
    contestRecords: [],
  } satisfies SealDeps;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const sealed = await sealLedger(deps);
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const added = sealed?.added ?? 0;
  console.log(
    `  sealed ${added} entries in ${took.toFixed(1)} s: ${(added / took).toFixed(0)}/s, ${((added * 1e6) / (user + system)).toFixed(0)} a second of our own processor time`,
  );
  await measureReading(deps, added);
}

/** All files of the log, and those a receipt in its middle needs. */
async function measureReading(deps: SealDeps, size: number): Promise<void> {
  let [plain, packed] = [0, 0];
  for (let index = 0; index * TILE_WIDTH < size; index += 50) {
    for (const level of ['entries', 0] as const) {
      const bytes = (await readTile(deps, { level, index, width: widthOf({ level, index }, size) }))!;
      plain += bytes.length;
      packed += level === 'entries' ? gzipSync(bytes).length : bytes.length;
    }
  }
  const read = Math.ceil(size / TILE_WIDTH / 50) * TILE_WIDTH;
  console.log(
    `  ${(plain / read).toFixed(0)} bytes a vote on the disk, ${(packed / read).toFixed(0)} on the way (entry and hash)`,
  );
  const began = performance.now();
  const fetched = new Map<string, number>();
  const leaf = Math.floor(size / 2) + 77;
  const nodes = readNodesFromTiles(
    ownSha256,
    async (tile) => {
      const bytes = (await readTile(deps, tile))!;
      fetched.set(writeTilePath(tile), bytes.length);
      return bytes;
    },
    size,
  );
  const proof = await proveInclusion(ownSha256, nodes, leaf, size);
  const bundle = (await readTile(deps, {
    level: 'entries',
    index: Math.floor(leaf / TILE_WIDTH),
    width: TILE_WIDTH,
  }))!;
  const bytes = [...fetched.values()].reduce((sum, n) => sum + n, gzipSync(bundle).length);
  console.log(
    `  a receipt: ${proof.length} hashes from ${fetched.size} tiles and a bundle, ${(bytes / 1000).toFixed(1)} kB, ${(performance.now() - began).toFixed(0)} ms without the network`,
  );
}
