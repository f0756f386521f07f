/** Reads of batches: their progress, and what failed in one. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Batch } from './contract.ts';
import { processingItems } from './table.ts';

interface RawBatch extends Record<string, unknown>, Omit<Batch, 'madeAt'> {
  madeAt: Date | string;
}

export async function listBatches({ db }: Pick<Deps, 'db'>): Promise<Batch[]> {
  const { rows } = await db.execute<RawBatch>(sql`
    SELECT b.id, b.kind, b.state, b.gap_seconds AS "gapSeconds", b.made_at AS "madeAt",
      coalesce(a.name, 'former account') AS "madeBy",
      count(i.submission_id)::int AS total,
      count(*) FILTER (WHERE i.state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE i.state = 'sent' AND s.state = 'queued')::int AS "inLine",
      count(*) FILTER (WHERE i.state = 'sent' AND s.state = 'running')::int AS running,
      count(*) FILTER (WHERE i.state = 'sent' AND s.analyzed)::int AS analyzed,
      count(*) FILTER (WHERE i.state = 'sent' AND s.state = 'failed')::int AS failed,
      count(*) FILTER (WHERE i.state = 'dropped')::int AS dropped
    FROM (SELECT * FROM processing_batches ORDER BY id DESC LIMIT 20) b
    LEFT JOIN processing_items i ON i.batch_id = b.id LEFT JOIN ${submissions} s ON s.id = i.submission_id
    LEFT JOIN ${admins} a ON a.id = b.made_by
    GROUP BY b.id, b.kind, b.state, b.gap_seconds, b.made_at, a.name ORDER BY b.id DESC`);
  return rows.map((row) => ({ ...row, madeAt: new Date(row.madeAt).toISOString() }));
}

export async function listFailures({ db }: Pick<Deps, 'db'>, batchId: number) {
  const rows = await db
    .select({
      submissionId: submissions.id,
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      reason: submissions.failureMessage,
    })
    .from(processingItems)
    .innerJoin(submissions, eq(submissions.id, processingItems.submissionId))
    .where(and(eq(processingItems.batchId, batchId), eq(submissions.state, 'failed')))
    .orderBy(asc(processingItems.position))
    .limit(500);
  return rows.map((row) => ({ ...row, reason: row.reason ?? 'The analysis failed.' }));
}
