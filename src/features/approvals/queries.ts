/** Open requests for a second person, and what is known about who might confirm them. */
import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Approval } from './contract.ts';
import { STANDS_MS } from './limits.ts';
import { type Confirmer, judgeConfirmer, mayDo, type Request } from './rules.ts';
import { type ApprovalRow, approvals } from './table.ts';

export async function findConfirmer(db: DbOrTx, { id, role }: StaffIdentity): Promise<Confirmer> {
  const [{ createdAt }] = await db
    .select({ createdAt: admins.createdAt })
    .from(admins)
    .where(eq(admins.id, id));
  return { id, role, createdAt };
}

/** Accounts besides this one that could do the same and were there before it was asked for. */
export async function countOthers(
  db: DbOrTx,
  { role, askedAt }: Pick<Request, 'role' | 'askedAt'>,
  adminId: number | null,
): Promise<number> {
  const roles = role === 'owner' ? (['owner'] as const) : (['owner', 'a&r'] as const);
  const [{ others }] = await db
    .select({ others: sql<number>`count(*)::int` })
    .from(admins)
    .where(
      and(
        isNull(admins.disabledAt),
        inArray(admins.role, roles),
        lt(admins.createdAt, askedAt),
        adminId === null ? undefined : ne(admins.id, adminId),
      ),
    );
  return others;
}

/** Neither refused, nor done, nor a day old. */
export const isOpen = (now: Date) =>
  and(
    isNull(approvals.refusedAt),
    isNull(approvals.usedAt),
    gt(approvals.askedAt, new Date(now.getTime() - STANDS_MS)),
  );

export async function listApprovals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  staff: StaffIdentity,
): Promise<Approval[]> {
  const now = clock.now();
  const asker = alias(admins, 'asker');
  const confirmer = alias(admins, 'confirmer');
  const rows = await db
    .select({ row: approvals, askedBy: asker.name, confirmedBy: confirmer.name })
    .from(approvals)
    .leftJoin(asker, eq(asker.id, approvals.askedBy))
    .leftJoin(confirmer, eq(confirmer.id, approvals.confirmedBy))
    .where(isOpen(now))
    .orderBy(asc(approvals.id))
    .limit(100);
  const self = await findConfirmer(db, staff);
  const mine = rows.filter(({ row }) => mayDo(staff.role, row.role));
  return Promise.all(
    mine.map(async ({ row, ...names }) => ({
      ...presentRow(row),
      ...names,
      isOwn: row.askedBy === staff.id,
      ...judgeConfirmer(row, self, await countOthers(db, row, staff.id), now),
    })),
  );
}

const presentRow = ({ id, deed, detail, askedAt }: ApprovalRow) => ({
  id,
  deed,
  detail,
  askedAt: askedAt.toISOString(),
});
