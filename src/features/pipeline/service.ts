/** The pipeline: one deal an artist, each step kept with its day and whoever took it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Deal, Stage } from './contract.ts';
import { ENDS } from './limits.ts';

type PipelineDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;

const KEY = sql`coalesce(s.phone_e164, regexp_replace(s.phone_number, '\\D', '', 'g'))`;

/** What is due on a day is late once that day is over where the campaign is. */
async function readDeals(reader: DbOrTx, { clock, campaign }: PipelineDeps, which: SQL): Promise<Deal[]> {
  const today = sql`(${clock.now()}::timestamptz AT TIME ZONE ${campaign.timeZone})::date`;
  const { rows } = await reader.execute<
    Omit<Deal, 'changedAt'> & { changed: Date | string } & Record<string, unknown>
  >(sql`
    SELECT d.id, s.id AS "submissionId", coalesce(s.artist_name, 'Deleted') AS "artistName", d.stage,
      d.next_step AS "nextStep", d.next_on::text AS "nextOn", coalesce(d.next_on < ${today}, false) AS overdue,
      coalesce(a.name, 'Somebody') AS "staffName", d.changed_at AS changed
    FROM deals d LEFT JOIN submissions s ON s.id = d.submission_id LEFT JOIN admins a ON a.id = d.staff_id
    WHERE ${which} ORDER BY d.next_on < ${today} DESC NULLS LAST, d.next_on NULLS LAST, d.id LIMIT 1000`);
  return rows.map(({ changed, ...deal }) => ({ ...deal, changedAt: new Date(changed).toISOString() }));
}

export const listDeals = (deps: PipelineDeps): Promise<Deal[]> => readDeals(deps.db, deps, sql`true`);

export async function readDeal(deps: PipelineDeps, submissionId: number) {
  const [deal] = await readDeals(
    deps.db,
    deps,
    sql`d.phone_key = (SELECT ${KEY} FROM submissions s WHERE s.id = ${submissionId})`,
  );
  if (!deal) return { deal: null };
  const { rows } = await deps.db.execute<{
    stage: Stage;
    note: string;
    name: string;
    made_at: Date | string;
  }>(sql`
    SELECT t.stage, t.note, coalesce(a.name, 'Somebody') AS name, t.made_at FROM deal_steps t
    LEFT JOIN admins a ON a.id = t.made_by WHERE t.deal_id = ${deal.id} ORDER BY t.id DESC LIMIT 200`);
  const steps = rows.map(({ name, made_at, stage, note }) => ({
    stage,
    note,
    staffName: name,
    madeAt: new Date(made_at).toISOString(),
  }));
  return { deal: { ...deal, steps } };
}

export interface Step {
  stage: Stage;
  note: string;
  nextStep: string;
  nextOn: string | null;
}

export async function takeStep(
  { db, clock }: PipelineDeps,
  actor: StaffIdentity,
  submissionId: number,
  { stage, note, nextStep, nextOn }: Step,
): Promise<{ id: number }> {
  const now = clock.now();
  const isEnd = ENDS.includes(stage);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO deals AS d (phone_key, submission_id, stage, next_step, next_on, staff_id, begun_at, changed_at)
      SELECT ${KEY}, s.id, ${stage}, ${nextStep}, ${isEnd ? null : nextOn}::date, ${actor.id}, ${now}, ${now}
      FROM submissions s WHERE s.id = ${submissionId} AND s.archive_id IS NULL
      ON CONFLICT (phone_key) DO UPDATE SET stage = excluded.stage, next_step = excluded.next_step,
        next_on = excluded.next_on, staff_id = excluded.staff_id, changed_at = excluded.changed_at,
        submission_id = coalesce(d.submission_id, excluded.submission_id)
      RETURNING d.id`);
    if (!rows[0]) throw new AppError('not_found', 'Submission not found');
    const { id } = rows[0];
    await tx.execute(sql`INSERT INTO deal_steps (deal_id, stage, note, made_by, made_at)
      VALUES (${id}, ${stage}, ${note}, ${actor.id}, ${now})`);
    const subject = { type: 'deal', id };
    await recordAudit(tx, { at: now, actor, action: 'deal.step', subject, detail: { stage, submissionId } });
    return { id };
  });
}
