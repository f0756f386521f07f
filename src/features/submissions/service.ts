/** Writes submissions: the row, its recording and the job come and go together. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { agreeToTexts } from '#features/notices/service-consent.ts';
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
import type { Visitor } from '#platform/http/route.ts';
import { type CountryCode, normalisePhone } from '#platform/phone.ts';
import type { UploadFields } from './contract.ts';
import type { AiDisclosure } from './contract-ai.ts';
import { notFound } from './queries.ts';
import { listSha256s } from './queries-versions.ts';
import { hasLiveTicket } from './service-ticket.ts';
import { submissionOwners, submissions } from './table.ts';

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'tokens' | 'campaign' | 'log'>;

export interface Sender {
  browserId: string;
  visitor: Visitor;
  /** Agreed to be texted at the number given. */
  texts: boolean;
  /** What was stated about AI. */
  aiUse?: AiDisclosure | null;
}

/** Refuses what is no MP3 of the allowed size; then stores recording, row and job, or nothing. */
export async function createSubmission(
  deps: UploadDeps,
  fields: UploadFields,
  file: UploadedFile,
  sender: Sender,
): Promise<{ id: number; lane: Lane }> {
  await refuseBadFile(file, 'audioFile');
  const { browserId, visitor, texts } = sender;
  const phoneE164 = normalisePhone(fields.phoneNumber, deps.campaign.defaultCountry as CountryCode);
  const isProven = phoneE164 !== null && visitor.person?.phone === phoneE164;
  return addRecordings(deps, [bytesOf(file)], async (tx, [audioSha256]) => {
    const [row] = await tx
      .insert(submissions)
      .values({
        ...fields,
        phoneE164,
        texts: texts && phoneE164 !== null,
        provenSender: isProven,
        audioSha256,
        aiUse: sender.aiUse,
        createdAt: deps.clock.now(),
      })
      .returning({ id: submissions.id });
    await tx
      .insert(submissionOwners)
      .values({ submissionId: row.id, browserDigest: ownerDigest(deps, browserId) });
    if (texts && phoneE164) await agreeToTexts(deps, tx, phoneE164, { givenIn: 'upload', isProven });
    const priority = (await hasLiveTicket(deps, tx, browserId)) ? PRIORITY.front : PRIORITY.normal;
    await requestMeasuring(deps, tx, audioSha256, priority);
    return { id: row.id, lane: laneOf(priority) };
  });
}

/** `actor`: the member of staff who does it, or null for the artist. The bytes go when nobody else has them. */
export async function deleteSubmission(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log' | 'recordingUsers'>,
  id: number,
): Promise<void> {
  const gone = await deps.db.transaction(async (tx) => {
    const sha256s = await listSha256s(tx, [id]);
    if (sha256s.length === 0) throw notFound();
    await lockRecordings(tx, sha256s);
    await tx.delete(submissions).where(eq(submissions.id, id));
    return forgetRecordings(deps, tx, sha256s);
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

/**
 * Whether a track is the visitor's to delete: theirs, and not by a link that staff fetched. Such a link lets an artist back
 * in; it must not let staff delete what only an owner may, and as nobody.
 */
export async function mayDelete(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: number,
  visitor: Visitor,
): Promise<boolean> {
  const digest = visitor.browserId === null ? null : ownerDigest({ tokens }, visitor.browserId);
  const rows = await db
    .select({ one: sql`1` })
    .from(submissions)
    .where(
      and(
        eq(submissions.id, id),
        sql`(${submissions.phoneE164} = ${visitor.person?.phone ?? null}::text OR EXISTS (
          SELECT FROM ${submissionOwners} o LEFT JOIN private_links l ON l.id = o.link_id
          WHERE o.submission_id = ${submissions.id} AND o.browser_digest = ${digest}::text AND l.staff_id IS NULL))`,
      ),
    );
  return rows.length > 0;
}

/** A condition on submissions: entered or claimed in this browser, or under the number this person proved. */
export function isTheirs({ tokens }: Pick<Deps, 'tokens'>, { browserId, person }: Visitor): SQL {
  const digest = browserId === null ? null : ownerDigest({ tokens }, browserId);
  return sql`(${submissions.phoneE164} = ${person?.phone ?? null}::text OR EXISTS (
    SELECT FROM ${submissionOwners} WHERE ${submissionOwners.submissionId} = ${submissions.id}
      AND ${submissionOwners.browserDigest} = ${digest}::text))`;
}

export function ownerDigest({ tokens }: Pick<Deps, 'tokens'>, browserId: string): string {
  return tokens.digest('owner', browserId);
}
