/** Reads of payments for staff: our records, and the provider's beside what we know of them. */
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SearchPage } from '#features/submissions/contract.ts';
import { type Direction, keyset } from '#platform/db/keyset.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import type { ProviderIntent } from '#ports/payments.ts';
import type { PaymentRecord, PaymentSort, PaymentSummary, ReconciliationRun } from './contract-staff.ts';
import { type PaymentRow, reconciliationRuns } from './table.ts';

interface KnownPayment extends Record<string, unknown> {
  id: number;
  provider_id: string | null;
  created_at: Date | string;
  amount: number;
  refunded_amount: number;
  dispute: PaymentRecord['dispute'];
  state: PaymentRow['state'];
  product: PaymentRow['product'];
  description: string;
  submission_id: number | null;
  album_id: number | null;
  grant_state: string;
  grant_note: string | null;
  refund_waiting: number;
  artist_name: string | null;
  track_title: string | null;
}

const KNOWN = sql`
  SELECT p.id, p.provider_id, p.created_at, p.amount, p.refunded_amount, p.dispute, p.state, p.product, p.description,
    p.submission_id, p.album_id, p.grant_state, p.grant_note, coalesce(s.artist_name, a.artist_name) AS artist_name,
    coalesce(s.track_title, a.album_name) AS track_title,
    (SELECT coalesce(sum(r.cents), 0)::int FROM payment_refunds r
      WHERE r.payment_id = p.id AND r.state = 'waiting') AS refund_waiting
  FROM payment_intents p LEFT JOIN submissions s ON s.id = p.submission_id
    LEFT JOIN album_submissions a ON a.id = p.album_id`;

/** As in the index submissions_staff_words. */
const WORDS = sql`(s.artist_name || E'\n' || s.track_title || E'\n' || s.phone_number || E'\n' || regexp_replace(s.phone_number, '\\D', '', 'g'))`;

export async function listPayments(
  { db }: Pick<Deps, 'db'>,
  { search, sort, direction, after, limit }: SearchPage & { sort: PaymentSort; direction: Direction },
): Promise<PaymentRecord[]> {
  const pattern = searchPattern(search);
  // The first condition is the staff search's, which has an index; the second leaves telephone numbers out of it.
  const found = pattern
    ? sql`${WORDS} ILIKE ${pattern} AND (s.artist_name ILIKE ${pattern} OR s.track_title ILIKE ${pattern})`
    : sql`true`;
  // Ids are given in the order of the dates.
  const place = (alias: SQL) => (sort === 'amount' ? sql`${alias}.amount` : sql`${alias}.id`);
  const last =
    after === undefined
      ? undefined
      : sql`SELECT ${place(sql`a`)}, a.id FROM payment_intents a WHERE a.id = ${after}`;
  const { where, orderBy } = keyset({ place: place(sql`p`), id: sql`p.id`, direction, last });
  const { rows } = await db.execute<KnownPayment>(
    sql`${KNOWN} WHERE p.provider_id IS NOT NULL AND ${found} AND ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
  );
  return rows.map((row) => presentKnown(row));
}

function presentKnown(row: KnownPayment): PaymentRecord {
  const metadata: Record<string, string> = { product: row.product, grant: row.grant_state };
  if (row.submission_id !== null) metadata.submissionId = String(row.submission_id);
  if (row.album_id !== null) metadata.albumId = String(row.album_id);
  return {
    ...factsOf(row),
    id: row.provider_id!,
    created: new Date(row.created_at).toISOString(),
    amount: row.amount,
    refunded: row.refunded_amount,
    dispute: row.dispute,
    status: row.state,
    description: row.description,
    // What it gave, why not, or what became of it: for people, and nothing the provider was told.
    allMetadata: row.grant_note ? { ...metadata, note: row.grant_note } : metadata,
    databaseMatch: matchOf(row, metadata),
  };
}

function factsOf(row: KnownPayment | undefined) {
  return {
    paymentId: row?.id ?? null,
    artistName: row?.artist_name ?? null,
    trackTitle: row?.track_title ?? null,
    submissionId: row?.submission_id ?? null,
    unattached: row?.grant_state === 'waiting',
    refundWaiting: row?.refund_waiting ?? 0,
  };
}

/** Matched: what the provider was told is what we have. Not found: not ours, or what it was for is not in the database. */
function matchOf(
  row: KnownPayment | undefined,
  metadata: Record<string, string>,
): PaymentRecord['databaseMatch'] {
  const names = {
    databaseArtistName: row?.artist_name ?? null,
    databaseTrackTitle: row?.track_title ?? null,
  };
  const hasSubject = row?.album_id != null || row?.artist_name != null;
  if (!row || !hasSubject) return { status: 'not_found', ...names };
  const same = (ours: number | null, theirs: string | undefined) => String(ours ?? '') === (theirs ?? '');
  const agrees = same(row.submission_id, metadata.submissionId) && same(row.album_id, metadata.albumId);
  return { status: agrees ? 'matched' : 'metadata_mismatch', ...names };
}

/** The provider's own list, each beside what we know of it. */
export async function matchIntents(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  intents: readonly ProviderIntent[],
): Promise<PaymentRecord[]> {
  if (intents.length === 0) return [];
  const ids = sql.join(
    intents.map((intent) => sql`${intent.id}`),
    sql`, `,
  );
  const { rows } = await db.execute<KnownPayment>(
    sql`${KNOWN} WHERE p.provider = ${payments.name} AND p.provider_id IN (${ids})`,
  );
  const known = new Map(rows.map((row) => [row.provider_id, row]));
  return intents.map((intent) => {
    const row = known.get(intent.id);
    const { key: _, ...metadata } = intent.metadata;
    return {
      ...factsOf(row),
      id: intent.id,
      created: intent.createdAt.toISOString(),
      amount: intent.amount,
      refunded: intent.refunded,
      dispute: intent.dispute,
      status: intent.state,
      description: intent.description,
      allMetadata: metadata,
      databaseMatch: matchOf(row, metadata),
    };
  });
}

export async function summarisePayments({ db }: Pick<Deps, 'db'>): Promise<PaymentSummary> {
  const { rows } = await db.execute<PaymentSummary & Record<string, unknown>>(sql`
    SELECT coalesce(sum(kept), 0)::int AS "totalRevenue",
      count(*) FILTER (WHERE product = 'standardEntry')::int AS "standardPayments",
      coalesce(sum(kept) FILTER (WHERE product = 'standardEntry'), 0)::int AS "standardRevenue",
      count(*) FILTER (WHERE product = 'discountedEntry')::int AS "discountedPayments",
      coalesce(sum(kept) FILTER (WHERE product = 'discountedEntry'), 0)::int AS "discountedRevenue"
    FROM (SELECT product, amount - refunded_amount AS kept FROM payment_intents
      WHERE state = 'succeeded' AND dispute <> 'lost') paid`);
  return rows[0];
}

export async function listReconciliations({ db }: Pick<Deps, 'db'>): Promise<ReconciliationRun[]> {
  const rows = await db.select().from(reconciliationRuns).orderBy(desc(reconciliationRuns.id)).limit(10);
  return rows.map(({ startedAt, finishedAt, ...run }) => ({
    ...run,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}
