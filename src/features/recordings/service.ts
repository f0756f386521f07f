/** Takes in recordings and forgets them: bytes and the rows that point to them come and go together. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { newObjectName, type ObjectBody } from '#ports/storage.ts';
import { AUDIO_FOLDER, FILE_COPY, MAX_FILE_BYTES } from './rules-file.ts';
import { checkInThread } from './service-check.ts';
import { forgetFingerprints } from './service-fingerprint.ts';
import { recordings } from './table.ts';

export interface UploadedFile {
  path: string;
  bytes: number;
  tooBig: boolean;
}

/** Throws if the file is too big or no MP3; `field` is where the page shows the message. */
export async function refuseBadFile(file: UploadedFile, field: string): Promise<void> {
  if (file.tooBig || file.bytes > MAX_FILE_BYTES) throw tooLarge(field);
  await refuseBadBytes(() => readFile(file.path), field);
}

export const tooLarge = (field: string) =>
  new AppError('too_large', FILE_COPY.tooBig, { fields: { [field]: FILE_COPY.tooBig } });

export async function refuseBadBytes(read: () => Promise<Uint8Array>, field: string): Promise<void> {
  const checked = await checkInThread(read);
  if (checked.ok) return;
  throw new AppError('not_audio', `${FILE_COPY.type}. ${checked.message}`, {
    reason: checked.reason,
    fields: { [field]: checked.message },
  });
}

export const bytesOf = ({ path }: Pick<UploadedFile, 'path'>) => createReadStream(path);

type StoreDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * Stores bytes and, in one transaction, their recordings and what `write` makes point to them; or nothing at all. Bytes
 * that are here already are kept once.
 */
export async function addRecordings<T>(
  deps: StoreDeps,
  bodies: readonly ObjectBody[],
  write: (tx: Tx, sha256s: string[]) => Promise<T>,
): Promise<T> {
  const stored: Stored[] = [];
  const kept = new Set<string>();
  const store = async () => {
    for (const body of bodies) stored.push(await storeBytes(deps, body));
    return deps.db.transaction(async (tx) => {
      // Always in the same order, so that two albums with the same songs cannot deadlock.
      for (const one of stored.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)))
        kept.add(await insertRecording(deps, tx, one));
      return write(
        tx,
        stored.map(({ sha256 }) => sha256),
      );
    });
  };
  const made = await store().catch(async (error) => {
    await removeAudio(deps, keysOf(stored));
    throw error;
  });
  await removeAudio(deps, keysOf(stored.filter(({ audioKey }) => !kept.has(audioKey))));
  return made;
}

interface Stored {
  audioKey: string;
  sha256: string;
  size: number;
}

const keysOf = (stored: readonly Stored[]) => stored.map(({ audioKey }) => audioKey);

async function storeBytes({ storage }: Pick<Deps, 'storage'>, body: ObjectBody): Promise<Stored> {
  const audioKey = AUDIO_FOLDER + newObjectName('mp3');
  const put = await storage.putObject(audioKey, body, {
    contentType: 'audio/mpeg',
    maxBytes: MAX_FILE_BYTES,
  });
  return { audioKey, ...put };
}

/** Returns the key the bytes are kept under, which is an older one if they were here before. The row stays locked. */
async function insertRecording({ clock }: StoreDeps, tx: Tx, { sha256, audioKey, size }: Stored) {
  const [row] = await tx
    .insert(recordings)
    .values({ audioSha256: sha256, audioKey, bytes: size, createdAt: clock.now() })
    .onConflictDoUpdate({ target: recordings.audioSha256, set: { audioSha256: sha256 } })
    .returning({ audioKey: recordings.audioKey });
  return row.audioKey;
}

/**
 * Whoever changes or deletes what points to recordings takes this lock first, and then that of the rows: a job that ends
 * takes them in the same order, and nobody begins to point to a recording while it is being forgotten.
 */
export async function lockRecordings(tx: Tx, sha256s: readonly string[]): Promise<void> {
  await tx
    .select({ audioSha256: recordings.audioSha256 })
    .from(recordings)
    .where(inArray(recordings.audioSha256, [...sha256s]))
    .orderBy(asc(recordings.audioSha256))
    .for('update');
}

type ForgetDeps = Pick<Deps, 'recordingUsers'>;

/** Deletes the recordings among these that nobody points to any more. Returns the keys of their bytes, for removeAudio. */
export async function forgetRecordings(
  deps: ForgetDeps,
  tx: Tx,
  sha256s: readonly string[],
): Promise<string[]> {
  if (sha256s.length === 0) return [];
  await lockRecordings(tx, sha256s);
  const unused = await listUnused(deps, tx, inArray(recordings.audioSha256, [...sha256s]));
  if (unused.length === 0) return [];
  await forgetFingerprints(tx, unused);
  const gone = await tx
    .delete(recordings)
    .where(inArray(recordings.audioSha256, unused))
    .returning({ audioKey: recordings.audioKey });
  return gone.map(({ audioKey }) => audioKey);
}

/** Recordings forgotten in one sweep; the rest wait for the next. */
const MOST_AT_ONCE = 500;

export async function listUnused(
  { recordingUsers }: ForgetDeps,
  reader: DbOrTx,
  which: SQL | undefined,
): Promise<string[]> {
  const used = recordingUsers.flatMap(({ isUsed }) => isUsed?.(sql`${recordings.audioSha256}`) ?? []);
  const rows = await reader
    .select({ audioSha256: recordings.audioSha256 })
    .from(recordings)
    .where(and(which, ...used.map(not)))
    .limit(MOST_AT_ONCE);
  return rows.map(({ audioSha256 }) => audioSha256);
}

/** Call it once the rows are gone for good. Whatever cannot be deleted now is left to the sweep. */
export async function removeAudio(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await storage.deleteObject(key).catch((error) => log.warn({ err: error, key }, 'audio left behind'));
}

export async function findByKey({ db }: Pick<Deps, 'db'>, audioKey: string): Promise<string | null> {
  const [row] = await db
    .select({ audioSha256: recordings.audioSha256 })
    .from(recordings)
    .where(eq(recordings.audioKey, audioKey));
  return row?.audioSha256 ?? null;
}
