/** Writes submissions: row, audio and job come and go together. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import { checkMp3 } from '#audio/decode/mp3-frames.ts';
import type { Deps } from '#deps.ts';
import { LISTEN_JOB, PRIORITY } from '#features/scoring/rules-lanes.ts';
import { AppError } from '#platform/errors.ts';
import { type CountryCode, normalisePhone } from '#platform/phone.ts';
import { newObjectName } from '#ports/storage.ts';
import { COPY, MAX_FILE_BYTES, type UploadFields } from './contract.ts';
import { notFound } from './queries.ts';
import { AUDIO_FOLDER } from './rules.ts';
import { hasLiveTicket } from './service-ticket.ts';
import { analysisRuns, submissionOwners, submissions } from './table.ts';

export interface UploadedFile {
  path: string;
  bytes: number;
  tooBig: boolean;
}

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'tokens' | 'campaign' | 'log'>;

/** Refuses what is no MP3 of the allowed size; then stores file, row and job, or nothing. */
export async function createSubmission(
  deps: UploadDeps,
  fields: UploadFields,
  file: UploadedFile,
  browserId: string,
): Promise<{ id: number; lane: 'normal' | 'front' }> {
  await refuseBadFile(file);
  const audioKey = AUDIO_FOLDER + newObjectName('mp3');
  const stored = await deps.storage.putObject(audioKey, createReadStream(file.path), {
    contentType: 'audio/mpeg',
    maxBytes: MAX_FILE_BYTES,
  });
  try {
    return await insertSubmission(deps, { ...fields, audioKey, ...stored }, browserId);
  } catch (error) {
    await deps.storage.deleteObject(audioKey);
    throw error;
  }
}

async function refuseBadFile(file: UploadedFile): Promise<void> {
  if (file.tooBig || file.bytes > MAX_FILE_BYTES)
    throw new AppError('too_large', COPY.fileTooBig, { fields: { audioFile: COPY.fileTooBig } });
  const checked = checkMp3(await readFile(file.path));
  if (checked.ok) return;
  throw new AppError('not_audio', `${COPY.fileType}. ${checked.message}`, {
    reason: checked.reason,
    fields: { audioFile: checked.message },
  });
}

interface NewSubmission extends UploadFields {
  audioKey: string;
  size: number;
  sha256: string;
}

function insertSubmission(deps: UploadDeps, made: NewSubmission, browserId: string) {
  const browserDigest = ownerDigest(deps, browserId);
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(submissions)
      .values({
        artistName: made.artistName,
        phoneNumber: made.phoneNumber,
        phoneE164: normalisePhone(made.phoneNumber, deps.campaign.defaultCountry as CountryCode),
        trackTitle: made.trackTitle,
        audioKey: made.audioKey,
        audioBytes: made.size,
        audioSha256: made.sha256,
        createdAt: deps.clock.now(),
      })
      .returning({ id: submissions.id });
    await tx.insert(submissionOwners).values({ submissionId: row.id, browserDigest });
    const lane = (await hasLiveTicket(deps, tx, browserId)) ? 'front' : 'normal';
    await enqueueListening(deps, tx, row.id, lane);
    return { id: row.id, lane } as const;
  });
}

/** Puts a submission in line; what it said before of a failure is forgotten. */
export async function enqueueListening(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Parameters<Parameters<Deps['db']['transaction']>[0]>[0],
  submissionId: number,
  lane: 'normal' | 'front',
  priority = PRIORITY[lane],
): Promise<void> {
  const jobId = await queue.enqueue(tx, LISTEN_JOB, { submissionId }, { priority });
  const fresh = {
    jobId,
    lane,
    stage: 'queued' as const,
    fraction: 0,
    attempt: 0,
    queuedAt: clock.now(),
    startedAt: null,
    finishedAt: null,
  };
  await tx
    .insert(analysisRuns)
    .values({ submissionId, ...fresh })
    .onConflictDoUpdate({ target: analysisRuns.submissionId, set: fresh });
}

/** The artist asks to be heard again after a failure. */
export async function retrySubmission(deps: Pick<Deps, 'db' | 'queue' | 'clock'>, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ state: submissions.state })
      .from(submissions)
      .where(eq(submissions.id, id))
      .for('update');
    if (!row) throw notFound();
    if (row.state !== 'failed') throw new AppError('conflict', 'This track is not waiting for a retry.');
    await tx
      .update(submissions)
      .set({ state: 'queued', failureCode: null, failureMessage: null })
      .where(eq(submissions.id, id));
    await enqueueListening(deps, tx, id, 'normal');
  });
}

export async function deleteSubmission(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  id: number,
): Promise<void> {
  const [row] = await db
    .delete(submissions)
    .where(eq(submissions.id, id))
    .returning({ audioKey: submissions.audioKey });
  if (!row) throw notFound();
  // The row is gone for good; a file that cannot be deleted now is found by the sweep of unowned objects.
  await storage
    .deleteObject(row.audioKey)
    .catch((error) => log.warn({ err: error, submissionId: id }, 'audio left behind'));
}

export async function isOwner(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: number,
  browserId: string | null,
): Promise<boolean> {
  if (!browserId) return false;
  const rows = await db
    .select({ one: sql`1` })
    .from(submissionOwners)
    .where(
      and(
        eq(submissionOwners.submissionId, id),
        eq(submissionOwners.browserDigest, ownerDigest({ tokens }, browserId)),
      ),
    );
  return rows.length > 0;
}

/** A private link opened on another device makes that browser an owner as well. */
export async function claimSubmission(
  { db, tokens, clock }: Pick<Deps, 'db' | 'tokens' | 'clock'>,
  id: number,
  token: string,
  browserId: () => string,
): Promise<void> {
  const claims = tokens.verify('owner', token, clock.now());
  if (claims?.subject !== String(id))
    throw new AppError('forbidden', 'This private link is not valid for this track.');
  const browserDigest = ownerDigest({ tokens }, browserId());
  const exists = await db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id));
  if (exists.length === 0) throw notFound();
  await db.insert(submissionOwners).values({ submissionId: id, browserDigest }).onConflictDoNothing();
}

export function privateLink({ tokens }: Pick<Deps, 'tokens'>, id: number): string {
  return `/submission/${id}?owner=${tokens.sign('owner', { subject: String(id) })}`;
}

function ownerDigest({ tokens }: Pick<Deps, 'tokens'>, browserId: string): string {
  return tokens.digest('owner', browserId);
}
