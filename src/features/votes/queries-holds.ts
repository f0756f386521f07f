/** Held votes for staff: a page of them, and all that have something in common. */
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { HELD_PAGE, type HeldFilter, type HeldVote } from './contract-staff.ts';
import { HOLD_WORDS } from './rules-holds.ts';
import { votes } from './table.ts';

export function heldBy({ submissionId, network, device, because, proof }: HeldFilter): SQL | undefined {
  return and(
    eq(votes.state, 'held'),
    submissionId ? eq(votes.submissionId, submissionId) : undefined,
    network ? sql`starts_with(${votes.addressDigest}, ${network})` : undefined,
    device ? sql`starts_with(${votes.deviceDigest}, ${device})` : undefined,
    because ? sql`strpos(${votes.reason}, ${HOLD_WORDS[because]}) > 0` : undefined,
    proof ? (proof === 'none' ? eq(votes.proof, 'none') : sql`${votes.proof} <> 'none'`) : undefined,
  );
}

/** What a decision by this filter would touch: shown before it is made. */
export async function summariseHeld({ db }: Pick<Deps, 'db'>, filter: HeldFilter) {
  const [summary] = await db
    .select({
      total: sql<number>`count(*)::int`,
      votes: sql<number>`coalesce(sum(${votes.voteCount}), 0)::int`,
      tracks: sql<number>`count(DISTINCT ${votes.submissionId})::int`,
      networks: sql<number>`count(DISTINCT ${votes.addressDigest})::int`,
      devices: sql<number>`count(DISTINCT ${votes.deviceDigest})::int`,
      last: sql<number>`coalesce(max(${votes.id}), 0)::int`,
    })
    .from(votes)
    .where(heldBy(filter));
  return summary;
}

/** Digests are long and say nothing: eight characters tell rows apart. */
const shorten = (digest: string | null) => digest?.slice(0, 8) ?? null;

export async function listHeldVotes(
  { db }: Pick<Deps, 'db'>,
  { after, ...filter }: HeldFilter & { after: number },
) {
  const rows = await db
    .select({ vote: votes, artistName: submissions.artistName, trackTitle: submissions.trackTitle })
    .from(votes)
    .innerJoin(submissions, eq(submissions.id, votes.submissionId))
    .where(and(heldBy(filter), gt(votes.id, after)))
    .orderBy(asc(votes.id))
    .limit(HELD_PAGE + 1);
  const summary = await summariseHeld({ db }, filter);
  const shown: HeldVote[] = rows.slice(0, HELD_PAGE).map(({ vote, artistName, trackTitle }) => ({
    id: vote.id,
    submissionId: vote.submissionId,
    artistName,
    trackTitle,
    kind: vote.kind,
    voterName: vote.voterName,
    voterPhone: vote.phoneE164 ?? vote.voterPhone,
    proof: vote.proof,
    votes: vote.voteCount,
    reason: vote.reason ?? '',
    device: shorten(vote.deviceDigest),
    network: shorten(vote.addressDigest),
    createdAt: vote.createdAt.toISOString(),
  }));
  const next = rows.length > HELD_PAGE ? shown[HELD_PAGE - 1].id : null;
  return { votes: shown, total: summary.total, next, summary };
}
