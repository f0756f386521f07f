/** Writes submissions: the row, its recording and the job come and go together. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type Lane, laneOf, PRIORITY } from '#features/recordings/rules-run.ts';
import {
  addRecordings,
  bytesOf,
  forgetRecordings,
  lockRecordings,
  refuseBadFile,
  removeAudio,
  type UploadedFile,
} from '#features/recordings/service.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity, Visitor } from '#platform/http/route.ts';
import { type CountryCode, normalisePhone } from '#platform/phone.ts';
import type { UploadFields } from './contract.ts';
import { notFound } from './queries.ts';
import { hasLiveTicket } from './service-ticket.ts';
import { submissionOwners, submissions } from './table.ts';

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'tokens' | 'campaign' | 'log'>;

/** Refuses what is no MP3 of the allowed size; then stores recording, row and job, or nothing. */
export async function createSubmission(
  deps: UploadDeps,
  fields: UploadFields,
  file: UploadedFile,
  browserId: string,
): Promise<{ id: number; lane: Lane }> {
  await refuseBadFile(file, 'audioFile');
  return addRecordings(deps, [bytesOf(file)], async (tx, [audioSha256]) => {
    const [row] = await tx
      .insert(submissions)
      .values({
        ...fields,
        phoneE164: normalisePhone(fields.phoneNumber, deps.campaign.defaultCountry as CountryCode),
        audioSha256,
        createdAt: deps.clock.now(),
      })
      .returning({ id: submissions.id });
    await tx
      .insert(submissionOwners)
      .values({ submissionId: row.id, browserDigest: ownerDigest(deps, browserId) });
    const priority = (await hasLiveTicket(deps, tx, browserId)) ? PRIORITY.front : PRIORITY.normal;
    await requestMeasuring(deps, tx, audioSha256, priority);
    return { id: row.id, lane: laneOf(priority) };
  });
}

/** `actor`: the member of staff who does it, or null for the artist. The bytes go when nobody else has them. */
export async function deleteSubmission(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log' | 'recordingUsers'>,
  id: number,
  actor: StaffIdentity | null,
): Promise<void> {
  const gone = await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(submissions).where(eq(submissions.id, id));
    if (!row) throw notFound();
    await lockRecordings(tx, [row.audioSha256]);
    await tx.delete(submissions).where(eq(submissions.id, id));
    if (actor)
      await recordAudit(tx, {
        at: deps.clock.now(),
        actor,
        action: 'submission.delete',
        subject: { type: 'submission', id },
      });
    return forgetRecordings(deps, tx, [row.audioSha256]);
  });
  await removeAudio(deps, gone);
}

export async function isOwner(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: number,
  visitor: Visitor,
): Promise<boolean> {
  if (!visitor.browserId && !visitor.person) return false;
  const rows = await db
    .select({ one: sql`1` })
    .from(submissions)
    .where(and(eq(submissions.id, id), isTheirs({ tokens }, visitor)));
  return rows.length > 0;
}

/** A condition on submissions: entered or claimed in this browser, or under the number this person proved. */
export function isTheirs({ tokens }: Pick<Deps, 'tokens'>, { browserId, person }: Visitor): SQL {
  const digest = browserId === null ? null : ownerDigest({ tokens }, browserId);
  return sql`(${submissions.phoneE164} = ${person?.phone ?? null}::text OR EXISTS (
    SELECT FROM ${submissionOwners} WHERE ${submissionOwners.submissionId} = ${submissions.id}
      AND ${submissionOwners.browserDigest} = ${digest}::text))`;
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

/** The private link. When staff ask for it, the audit trail says so. */
export async function handOutLink(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  id: number,
  actor: StaffIdentity | null,
): Promise<string> {
  const entry = { action: 'submission.private-link', subject: { type: 'submission', id } } as const;
  if (actor) await deps.db.transaction((tx) => recordAudit(tx, { at: deps.clock.now(), actor, ...entry }));
  return privateLink(deps, id);
}

export function privateLink({ tokens }: Pick<Deps, 'tokens'>, id: number): string {
  return `/submission/${id}?owner=${tokens.sign('owner', { subject: String(id) })}`;
}

function ownerDigest({ tokens }: Pick<Deps, 'tokens'>, browserId: string): string {
  return tokens.digest('owner', browserId);
}
