/** What staff wrote to a visitor about their tracks. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Basis } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Belonging, BelongingList, Belongings, ListPage, Owner } from '#ports/belongings.ts';
import { wasSent } from './queries.ts';
import { STATUS_WORDS, sayMeeting } from './rules.ts';
import { artistUpdates } from './table.ts';

export function followUpBelongings({ clock }: Basis): Belongings {
  return { parts: { message: (...asked) => listMessages(clock.now(), ...asked) } };
}

async function listMessages(
  now: Date,
  reader: DbOrTx,
  { submissionIds }: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  const isTheirs = and(inArray(artistUpdates.submissionId, submissionIds), wasSent(now));
  const rows = await reader
    .select({ update: artistUpdates, trackTitle: submissions.trackTitle })
    .from(artistUpdates)
    .innerJoin(submissions, eq(submissions.id, artistUpdates.submissionId))
    .where(and(isTheirs, before ? lt(artistUpdates.id, before) : undefined))
    .orderBy(desc(artistUpdates.id))
    .limit(limit);
  const [{ total }] = await reader
    .select({ total: sql<number>`count(*)::int` })
    .from(artistUpdates)
    .where(isTheirs);
  return { items: rows.map(present), total };
}

function present({ update, trackTitle }: { update: UpdateRow; trackTitle: string }): Belonging {
  const { id, submissionId, status, updateText, scheduledDate, timeZone, createdAt } = update;
  const meeting = scheduledDate && sayMeeting(scheduledDate.toISOString(), timeZone, 'en-US');
  return {
    id,
    title: trackTitle,
    state: meeting ? `Meeting on ${meeting}` : STATUS_WORDS[status],
    tone: status === 'signed' || meeting ? 'good' : 'plain',
    note: updateText,
    next: meeting
      ? {
          label: 'Add to your calendar',
          path: `/api/submissions/${submissionId}/updates/${id}/meeting.ics`,
        }
      : null,
    also: null,
    at: createdAt,
  };
}

type UpdateRow = typeof artistUpdates.$inferSelect;
