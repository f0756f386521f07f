/** For check-money: whether votes, the totals on the tracks and the standings tell the same story. Reads only. */
import { sql } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { PACKAGE_VOTES, packageOf } from './rules-packages.ts';

export async function findMiscounted(reader: DbOrTx): Promise<string[]> {
  return [
    ...(await findWrongPackages(reader)),
    ...(await findWrongTotals(reader)),
    ...(await findWrongStandings(reader)),
  ];
}

/** Paid votes in another number than their package has, or for another track than was paid for. */
async function findWrongPackages(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{
    id: number;
    product: ProductId;
    given: number;
    paid_for: number | null;
    given_to: number;
  }>(sql`
    SELECT p.id, p.product, v.vote_count AS given, p.submission_id AS paid_for, v.submission_id AS given_to
    FROM votes v JOIN payment_intents p ON p.id = v.payment_id
    WHERE v.kind = 'paid' AND v.state = 'counted'`);
  return rows.flatMap(({ id, product, given, paid_for, given_to }) => {
    const bought = packageOf(product);
    const due = bought ? PACKAGE_VOTES[bought] : 0;
    const problems: string[] = [];
    if (due !== given) problems.push(`Payment ${id} bought ${due} votes; ${given} are counted for it.`);
    if (paid_for !== given_to)
      problems.push(`Payment ${id} is for submission ${paid_for}; its votes went to ${given_to}.`);
    return problems;
  });
}

/** The totals a page shows are the sums of the votes, kind by kind. */
async function findWrongTotals(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{ problem: string }>(sql`
    SELECT 'Submission ' || s.id || ' shows ' || s.vote_count || ' votes (' || s.votes_free || ' free, '
      || s.votes_proven || ' of them proven, ' || s.votes_paid || ' paid, ' || s.votes_referred || ' referred, '
      || s.votes_held || ' held, ' || s.votes_waiting || ' waiting); its votes are ' || coalesce(v.total, 0)
      || ' (' || coalesce(v.free, 0) || ', ' || coalesce(v.proven, 0) || ', ' || coalesce(v.paid, 0) || ', '
      || coalesce(v.referred, 0) || ', ' || coalesce(v.held, 0) || ', ' || coalesce(v.waiting, 0) || ').' AS problem
    FROM submissions s LEFT JOIN (
      SELECT submission_id, coalesce(sum(vote_count) FILTER (WHERE state = 'counted'), 0) AS total,
        coalesce(sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'free'), 0) AS free,
        coalesce(sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'free' AND proof <> 'none'), 0) AS proven,
        coalesce(sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'paid'), 0) AS paid,
        coalesce(sum(vote_count) FILTER (WHERE state = 'counted' AND counts_as = 'referral'), 0) AS referred,
        coalesce(sum(vote_count) FILTER (WHERE state = 'held'), 0) AS held,
        coalesce(sum(vote_count) FILTER (WHERE state = 'waiting' AND counts_as = 'referral'), 0) AS waiting
      FROM votes GROUP BY submission_id) v ON v.submission_id = s.id
    WHERE (s.vote_count, s.votes_free, s.votes_proven, s.votes_paid, s.votes_referred, s.votes_held, s.votes_waiting)
      IS DISTINCT FROM (coalesce(v.total, 0), coalesce(v.free, 0), coalesce(v.proven, 0), coalesce(v.paid, 0),
        coalesce(v.referred, 0), coalesce(v.held, 0), coalesce(v.waiting, 0))`);
  return rows.map(({ problem }) => problem);
}

/** Ranked with the votes it shows. */
async function findWrongStandings(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{ problem: string }>(sql`
    SELECT 'Submission ' || s.id || ' shows ' || s.vote_count || ' votes and is ranked with ' || f.votes || '.' AS problem
    FROM submissions s JOIN fan_standings f ON f.submission_id = s.id WHERE f.votes <> s.vote_count`);
  return rows.map(({ problem }) => problem);
}
