/**
 * Votes of a database that was restored from a backup, brought to what the public ledger last said of them. The ledger knows
 * neither names nor numbers: a vote that is entered again has the number it was found by, or a mark in its place.
 */
import { sql } from 'drizzle-orm';
import { submissions } from '#features/submissions/table.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import type { LoggedVote } from '#ports/contest-record.ts';
import { COPY } from './copy.ts';
import { markErased, markRestored } from './rules.ts';

export async function listVoters(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<{ phone: string }>(
    sql`SELECT DISTINCT phone_e164 AS phone FROM votes WHERE kind = 'free' AND phone_e164 LIKE '+%'`,
  );
  return rows.map(({ phone }) => phone);
}

export async function restoreVotes(
  tx: Tx,
  votes: readonly LoggedVote[],
  highestTrack: number,
): Promise<Map<number, number>> {
  await skipTracks(tx, highestTrack);
  await followDecisions(tx, votes);
  return enterMissing(
    tx,
    votes.filter(({ id, state, kind }) => id === null && state === 'counted' && kind !== 'paid'),
  );
}

/** The log has votes for tracks that are lost: a new track with such a number would get them. */
async function skipTracks(tx: Tx, highest: number): Promise<void> {
  const take = async (count: number) => {
    const { rows } = await tx.execute<{ last: number }>(
      sql`SELECT max(nextval(pg_get_serial_sequence('submissions', 'id')))::int AS last FROM generate_series(1, ${count}::int)`,
    );
    return rows[0].last;
  };
  const { rows } = await tx.execute<{ last: number }>(
    sql`SELECT coalesce(max(id), 0)::int AS last FROM ${submissions}`,
  );
  if (rows[0].last >= highest) return;
  const next = await take(1);
  if (next < highest) await take(highest - next);
}

/** What each state of the log is called here already. */
const SAME = {
  replaced: ['replaced', 'voided'],
  voided: ['voided', 'replaced'],
  held: ['held', 'waiting'],
  counted: ['counted'],
} as const;

/** Votes that give way go first: one a number, track and day has a place at a time. */
async function followDecisions(tx: Tx, votes: readonly LoggedVote[]): Promise<void> {
  for (const state of ['replaced', 'voided', 'held', 'counted'] as const) {
    const ids = votes.flatMap((vote) => (vote.id !== null && vote.state === state ? vote.id : []));
    await tx.execute(sql`
      WITH changed AS (
        UPDATE votes SET state = ${state}, reason = ${state === 'counted' ? null : COPY.restored},
          lapsed_at = CASE WHEN ${state} = 'counted' THEN lapsed_at END
        WHERE id = ${anyInt(ids)} AND state <> ALL (${sql.param([...SAME[state]])}::text[])
          -- What an entry of its own took back is void already.
          AND NOT EXISTS (SELECT FROM votes c WHERE c.corrects = votes.id) RETURNING id)
      INSERT INTO vote_decisions (vote_id, at, state, reason, decided_by)
      SELECT id, now(), ${state}, ${COPY.restored}, 'rule' FROM changed`);
  }
}

/** Paid ones come back with their payments. One whose number has voted again meanwhile stays out. */
async function enterMissing(tx: Tx, missing: readonly LoggedVote[]): Promise<Map<number, number>> {
  const given = missing.map(({ receipt, phone, kind, ...vote }) => ({
    ...vote,
    kind,
    code: markRestored(receipt),
    typed: phone ?? '',
    e164: kind === 'free' ? (phone ?? markErased(receipt)) : null,
  }));
  const { rows } = await tx.execute<{ id: number; receipt_code: string }>(sql`
    INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, vote_count,
      receipt_code, proof, day, created_at)
    SELECT track, kind, kind, 'counted', '', typed, e164, votes, code, proof, day,
      least(now(), (day + time '12:00') AT TIME ZONE 'UTC')
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS vote
      (track integer, kind varchar, typed varchar, e164 varchar, votes integer, code varchar, proof varchar, day date)
    WHERE EXISTS (SELECT FROM submissions s WHERE s.id = track)
    ON CONFLICT DO NOTHING RETURNING id, receipt_code`);
  const leaves = new Map(missing.map(({ receipt, leaf }) => [markRestored(receipt), leaf]));
  return new Map(rows.map(({ id, receipt_code }) => [leaves.get(receipt_code)!, id]));
}
