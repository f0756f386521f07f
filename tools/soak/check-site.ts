/** What the site's own programs and its files say: check-money, the ledger as a stranger checks it, ranks, and who owns what is stored. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sweepIncoming } from '../../src/app/sweep-incoming.ts';
import { sweepPieces } from '../../src/features/albums/service-draft-sweep.ts';
import { sweepUnownedAudio } from '../../src/features/recordings/service-sweep.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { connect } from '../../src/platform/db/connect.ts';
import type { ObjectStorage } from '../../src/ports/storage.ts';
import { openFolderStorage } from '../../src/providers/storage/embedded.ts';
import { openS3Storage } from '../../src/providers/storage/s3.ts';
import type { Site } from './site.ts';

/** Past the hour for which bytes without a row are left alone: they may belong to an upload under way. */
const LATER_MS = 2 * 3_600_000;

async function runProgram(site: Site, words: string[]): Promise<string[]> {
  try {
    await promisify(execFile)(process.execPath, words, { env: site.env });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return [`${words.join(' ')} says: ${(stderr || stdout).trim()}`];
  }
}

/** Ranks as visitors are told them, beside the rows in order. */
async function checkRanks({ url, sql }: Site): Promise<string[]> {
  const rows = await sql<{ id: number }>(
    `SELECT id FROM submissions WHERE analyzed ORDER BY vote_count DESC, score DESC, created_at, id`,
  );
  const problems: string[] = [];
  for (const [index, { id }] of rows.entries()) {
    const answer = await fetch(`${url}/api/submissions/${id}/rank-simulation`);
    const { currentRank } = (await answer.json()) as { currentRank?: number };
    if (currentRank !== index + 1)
      problems.push(`Track ${id} is number ${index + 1} and shown as ${currentRank}.`);
  }
  return problems;
}

async function listAll(storage: ObjectStorage, folder: string): Promise<string[]> {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(folder, { after });
    keys.push(...objects.map(({ key }) => key));
    after = next ?? undefined;
  } while (after);
  return keys;
}

/** After the sweeps of two hours later each file has an owner, and each owner its file, whole. */
async function checkFiles(site: Site): Promise<string[]> {
  const { storage: kind } = loadConfig(site.env);
  const storage = kind.kind === 's3' ? openS3Storage(kind) : await openFolderStorage(kind.folder);
  const { db, close } = connect(site.env.DATABASE_URL);
  const later = { now: () => new Date(Date.now() + LATER_MS) };
  await sweepUnownedAudio({ db, clock: later, storage });
  await sweepPieces({ db, clock: later, storage });
  await sweepIncoming({ dataDir: site.dataDir }, Date.now() + LATER_MS);
  await close();
  const rows = await site.sql<{ key: string; sha256: string }>(
    `SELECT audio_key AS key, audio_sha256 AS sha256 FROM recordings WHERE bytes > 1`,
  );
  const owned = new Set(rows.map(({ key }) => key));
  const problems: string[] = [];
  for (const key of await listAll(storage, 'audio/'))
    if (!owned.has(key)) problems.push(`Nobody owns ${key}.`);
  for (const { key, sha256 } of rows)
    if ((await hash(storage, key)) !== sha256) problems.push(`${key} is missing or not what was sent.`);
  const incoming = readdirSync(join(site.dataDir, 'incoming'), { recursive: true });
  if (incoming.length > 0) problems.push(`${incoming.length} unfinished uploads were never swept.`);
  return problems;
}

async function hash(storage: ObjectStorage, key: string): Promise<string | null> {
  try {
    const { stream } = await storage.getObject(key);
    const digest = createHash('sha256');
    for await (const piece of stream) digest.update(piece);
    return digest.digest('hex');
  } catch {
    return null;
  }
}

export async function checkSite(site: Site): Promise<string[]> {
  return [
    ...(await runProgram(site, ['dist/server/check-money.js'])),
    ...(await runProgram(site, ['dist/server/verify-ledger.js', site.url])),
    ...(await checkRanks(site)),
    ...(await checkFiles(site)),
  ];
}
