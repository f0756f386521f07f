/**
 * Private links: whoever opens one acts for the track. A link ends after some weeks; the artist can renew theirs, and
 * those that staff fetched end with their account, together with the browsers that came in by them.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity, Visitor } from '#platform/http/route.ts';
import { notFound } from './queries.ts';
import { LINK_DAYS, LINK_REFUSED } from './rules.ts';
import { mayDelete, ownerDigest } from './service.ts';
import { privateLinks, submissionOwners, submissions } from './table.ts';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;
type LinkRow = typeof privateLinks.$inferSelect;

export interface PrivateLink {
  privateLink: string;
  expiresAt: Date;
}

interface Asking {
  staff: StaffIdentity | null;
  /** Absent for whoever has just sent the track. */
  visitor?: Visitor;
}

/** The link that counts, or a new one. When staff ask for it, it is their own and the audit trail says so. */
export async function handOutLink(
  deps: LinkDeps,
  submissionId: number,
  { staff: actor, visitor }: Asking,
  { renew = false } = {},
): Promise<PrivateLink> {
  const staffId = actor?.id ?? (visitor ? await findStaffBehind(deps, submissionId, visitor) : null);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const link = await keepLink(tx, { submissionId, staffId, now, renew });
    const action = renew ? 'submission.renew-link' : 'submission.private-link';
    const subject = { type: 'submission', id: submissionId };
    if (actor) await recordAudit(tx, { at: now, actor, action, subject });
    return signLink(deps, link);
  });
}

/**
 * Whoever came in by a link of staff passes on that member's link and never the artist's: it would outlive the account, and let
 * staff delete as nobody.
 */
async function findStaffBehind(deps: LinkDeps, id: number, visitor: Visitor): Promise<number | null> {
  if (await mayDelete(deps, id, visitor)) return null;
  const browserDigest = ownerDigest(deps, visitor.browserId ?? '');
  const [link] = await deps.db
    .select({ staffId: privateLinks.staffId })
    .from(submissionOwners)
    .innerJoin(privateLinks, eq(privateLinks.id, submissionOwners.linkId))
    .where(and(eq(submissionOwners.submissionId, id), eq(submissionOwners.browserDigest, browserDigest)));
  return link?.staffId ?? null;
}

interface Wanted {
  submissionId: number;
  staffId: number | null;
  now: Date;
  renew: boolean;
}

async function keepLink(tx: Tx, { submissionId, staffId, now, renew }: Wanted): Promise<LinkRow> {
  // One at a time for a track: two who ask at once are given the same link.
  const [track] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for('no key update');
  if (!track) throw notFound();
  const isLive = and(
    eq(privateLinks.submissionId, submissionId),
    sql`${privateLinks.staffId} IS NOT DISTINCT FROM ${staffId}::int`,
    isNull(privateLinks.revokedAt),
  );
  const [live] = await tx.select().from(privateLinks).where(isLive);
  if (live && !renew && live.expiresAt > now) return live;
  await tx.update(privateLinks).set({ revokedAt: now }).where(isLive);
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 86_400_000);
  const [made] = await tx
    .insert(privateLinks)
    .values({ submissionId, staffId, madeAt: now, expiresAt })
    .returning();
  return made;
}

function signLink({ tokens }: Pick<Deps, 'tokens'>, { id, submissionId, expiresAt }: LinkRow): PrivateLink {
  const claims = { subject: String(submissionId), extra: String(id), expiresAt: expiresAt.getTime() };
  return { privateLink: `/submission/${submissionId}?owner=${tokens.sign('owner', claims)}`, expiresAt };
}

/** A private link opened on another device makes that browser an owner as well. */
export async function claimSubmission(
  { db, tokens, clock }: LinkDeps,
  id: number,
  token: string,
  browserId: () => string,
): Promise<void> {
  const claims = tokens.verify('owner', token, clock.now());
  const linkId = Number(claims?.extra);
  if (claims?.subject !== String(id) || !Number.isSafeInteger(linkId))
    throw new AppError('forbidden', LINK_REFUSED);
  await db.transaction(async (tx) => {
    const [link] = await tx
      .select({ id: privateLinks.id })
      .from(privateLinks)
      .where(
        and(eq(privateLinks.id, linkId), eq(privateLinks.submissionId, id), isNull(privateLinks.revokedAt)),
      )
      // Until this is written nobody ends it: whoever does finds this browser too.
      .for('share');
    if (!link) throw new AppError('forbidden', LINK_REFUSED);
    const browserDigest = ownerDigest({ tokens }, browserId());
    await tx
      .insert(submissionOwners)
      .values({ submissionId: id, browserDigest, linkId: link.id })
      .onConflictDoNothing();
  });
}

/** The account has ended. Nobody can tell whose browsers came in by its links, so they go too: artists have their number. */
export async function revokeLinksOf(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .update(privateLinks)
    .set({ revokedAt: now })
    .where(and(eq(privateLinks.staffId, staffId), isNull(privateLinks.revokedAt)));
  await tx.execute(sql`
    DELETE FROM ${submissionOwners} WHERE link_id IN (SELECT id FROM private_links WHERE staff_id = ${staffId})`);
}
