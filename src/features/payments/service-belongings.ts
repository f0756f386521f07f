/** The payments of a visitor: those they began, here or signed in elsewhere, and those for their own tracks and albums. */
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Basis, Deps } from '#deps.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Belonging, BelongingList, Belongings, ListPage, Owner } from '#ports/belongings.ts';
import { sumUp } from './copy-receipt.ts';
import { formatCents, isVotes, PRODUCT_IDS } from './rules-catalogue.ts';
import { isOpen } from './rules-states.ts';
import { digestBrowser } from './service-payer.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

export function paymentBelongings(deps: Basis): Belongings {
  return { parts: { payment: (reader, owner, page) => listOwn(deps, reader, owner, page) } };
}

/** Votes for a track are its fans' own, not the artist's. */
const OF_THE_SUBJECT = PRODUCT_IDS.filter((product) => !isVotes(product));

/** A condition on payments: begun by them, or for a track or album of theirs. */
export function isPaidBy({ tokens }: Pick<Deps, 'tokens'>, owner: Owner): SQL {
  const { browserId, person, submissionIds, albumIds } = owner;
  const digest = browserId === null ? null : digestBrowser({ tokens }, browserId);
  const { submissionId, albumId, product, browserDigest, personId } = paymentIntents;
  return or(
    sql`${browserDigest} = ${digest}::text`,
    sql`${personId} = ${person?.id ?? null}::int`,
    and(
      inArray(product, OF_THE_SUBJECT),
      sql`(${submissionId} = ${anyInt(submissionIds)} OR ${albumId} = ${anyInt(albumIds)})`,
    ),
  )!;
}

async function listOwn(
  deps: Pick<Deps, 'tokens'>,
  reader: DbOrTx,
  owner: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  // One that never reached a form is nothing to anybody.
  const isTheirs = and(
    isPaidBy(deps, owner),
    or(
      eq(paymentIntents.state, 'succeeded'),
      inArray(paymentIntents.state, ['processing', 'requires_action']),
    ),
  );
  const rows = await reader
    .select()
    .from(paymentIntents)
    .where(and(isTheirs, before ? lt(paymentIntents.id, before) : undefined))
    .orderBy(desc(paymentIntents.id))
    .limit(limit);
  const [{ total }] = await reader
    .select({ total: sql<number>`count(*)::int` })
    .from(paymentIntents)
    .where(isTheirs);
  return { items: rows.map(present), total };
}

function present(row: PaymentRow): Belonging {
  const [tone, state] = sumUp({ ...row, status: row.state, refunded: row.refundedAmount });
  return {
    id: row.id,
    title: row.description,
    state,
    tone,
    note: formatCents(row.amount),
    next: { label: isOpen(row.state) ? 'See how it stands' : 'Receipt', path: `/receipt/${row.receiptCode}` },
    also: null,
    at: row.paidAt ?? row.createdAt,
  };
}
