/**
 * Begins payments. Our row comes first, then the provider's intent under the row's idempotency key: if the process dies in
 * between, the next call finishes the row, and there are never two intents.
 */
import { and, eq, notInArray } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import { randomCode } from '#platform/tokens.ts';
import { type NewIntent, PaymentError, type ProviderIntent } from '#ports/payments.ts';
import { COPY } from './copy.ts';
import { PRODUCTS } from './rules-catalogue.ts';
import { grantOf } from './service-grants.ts';
import { type SettleDeps, settlePayment, writeMoneyEvent } from './service-settle.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

export interface PaymentRequest {
  product: ProductId;
  submissionId?: number | null;
  albumId?: number | null;
  /** Kept with the payment for the grant; changing it before paying replaces it. */
  payload?: Record<string, unknown>;
  /** What the receipt says; made from the track when absent. */
  description?: string;
  /** Whose basket it is: fans buying votes for one track at once do not share a payment. */
  browserId?: string | null;
}

export type CreateDeps = SettleDeps & Pick<Deps, 'campaign' | 'tokens'>;

/** The open payment for this, or a new one, known to the provider. Throws when it cannot be sold now. */
export async function createPayment(deps: CreateDeps, request: PaymentRequest): Promise<PaymentRow> {
  if (!deps.grants.some((grant) => grant.products.includes(request.product)))
    throw new AppError('unavailable', 'This cannot be bought at the moment.');
  const wanted = await describeRequest(deps, request);
  for (let attempt = 0; attempt < 5; attempt++) {
    const open = await findOpen(deps, wanted.openKey);
    if (open && (open.product !== wanted.product || open.amount !== wanted.amount)) {
      await cancelPayment(deps, open);
      continue;
    }
    const row = open ? await renewPayment(deps, open, wanted) : await insertPayment(deps, wanted);
    if (row) return row.providerId ? row : await ensureAtProvider(deps, row);
  }
  throw new AppError(
    'conflict',
    'Another payment for this was started at the same moment. Please try again.',
  );
}

export const digestBrowser = ({ tokens }: Pick<Deps, 'tokens'>, browserId: string) =>
  tokens.digest('payment', browserId);

type NewPayment = Pick<
  PaymentRow,
  | 'product'
  | 'submissionId'
  | 'albumId'
  | 'payload'
  | 'description'
  | 'amount'
  | 'currency'
  | 'openKey'
  | 'browserDigest'
>;

async function describeRequest(deps: CreateDeps, request: PaymentRequest): Promise<NewPayment> {
  const { product, payload = {} } = request;
  const submissionId = request.submissionId ?? null;
  const albumId = request.albumId ?? null;
  const browserDigest = request.browserId ? digestBrowser(deps, request.browserId) : null;
  return {
    product,
    submissionId,
    albumId,
    payload,
    browserDigest,
    description: request.description ?? (await describeForTrack(deps, product, submissionId)),
    amount: deps.campaign.prices[product],
    currency: deps.campaign.currency,
    openKey: openKeyOf(product, submissionId, albumId, browserDigest),
  };
}

/** What has at most one open payment: a family of products for a track or album, or one fan's votes. */
function openKeyOf(
  product: ProductId,
  submissionId: number | null,
  albumId: number | null,
  browserDigest: string | null,
): string {
  const { family, subject } = PRODUCTS[product];
  const own = browserDigest ?? randomCode();
  if (family === 'votes') return `votes:${submissionId}:${product}:${own}`;
  const id = subject === 'album' ? albumId : submissionId;
  return id === null ? `${product}:unattached:${own}` : `${family}:${subject}:${id}`;
}

async function describeForTrack(
  { db }: Pick<Deps, 'db'>,
  product: ProductId,
  submissionId: number | null,
): Promise<string> {
  const { name, subject } = PRODUCTS[product];
  if (subject === 'album') return name;
  if (submissionId === null) throw new AppError('invalid', 'Say which submission this is for.');
  const [track] = await db
    .select({ artistName: submissions.artistName, trackTitle: submissions.trackTitle })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  return `${name} for “${track.trackTitle}” by ${track.artistName}`;
}

async function findOpen({ db }: Pick<Deps, 'db'>, openKey: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(paymentIntents).where(isOpenUnder(openKey));
  return row;
}

const isOpenUnder = (openKey: string) =>
  and(eq(paymentIntents.openKey, openKey), notInArray(paymentIntents.state, ['succeeded', 'canceled']));

/** Null when somebody else inserted the same meanwhile. */
async function insertPayment(deps: CreateDeps, wanted: NewPayment): Promise<PaymentRow | null> {
  try {
    return await deps.db.transaction(async (tx) => {
      const now = deps.clock.now();
      const [row] = await tx
        .insert(paymentIntents)
        .values({
          ...wanted,
          provider: deps.payments.name,
          idempotencyKey: `sc_${randomCode()}`,
          receiptCode: randomCode(),
          createdAt: now,
        })
        .returning();
      await prepare(deps, tx, row);
      await writeMoneyEvent(tx, row.id, now, 'created', 0, row.product);
      return row;
    });
  } catch (error) {
    if (sqlState(error) === '23505') return null;
    throw error;
  }
}

/** Reuses the open payment: checks that it can still be sold, and takes what the buyer typed last. */
export async function renewPayment(
  deps: CreateDeps,
  open: PaymentRow,
  wanted: NewPayment,
): Promise<PaymentRow | null> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(paymentIntents)
      .set({ payload: wanted.payload, browserDigest: wanted.browserDigest ?? open.browserDigest })
      .where(and(eq(paymentIntents.id, open.id), isOpenUnder(open.openKey)))
      .returning();
    if (!row) return null;
    await prepare(deps, tx, row);
    return row;
  });
}

async function prepare(deps: CreateDeps, tx: Tx, row: PaymentRow): Promise<void> {
  await grantOf(deps, row.product).prepare?.(tx, row);
}

/** The provider's intent of a row; the same one however often this is repeated. */
export async function ensureAtProvider(deps: SettleDeps, row: PaymentRow): Promise<PaymentRow> {
  const intent = await askProvider(() => deps.payments.createIntent(toIntent(row)));
  const settled = await settlePayment(deps, intent);
  if (!settled) throw new Error(`Payment ${row.id} vanished while it was created.`);
  return settled;
}

function toIntent(row: PaymentRow): NewIntent {
  const metadata: Record<string, string> = {
    paymentId: String(row.id),
    key: row.idempotencyKey,
    product: row.product,
  };
  if (row.submissionId !== null) metadata.submissionId = String(row.submissionId);
  if (row.albumId !== null) metadata.albumId = String(row.albumId);
  return {
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    metadata,
    idempotencyKey: row.idempotencyKey,
  };
}

/** Cancels at the provider. If it was paid in the meantime, it stays paid. */
export async function cancelPayment(deps: SettleDeps, row: PaymentRow): Promise<PaymentRow> {
  const { providerId } = row.providerId ? row : await ensureAtProvider(deps, row);
  const intent = await askProvider(() => deps.payments.cancelIntent(providerId!));
  return (await settlePayment(deps, intent))!;
}

/** A provider that cannot be reached is not the buyer's fault, and nothing was charged. */
export async function askProvider(ask: () => Promise<ProviderIntent>): Promise<ProviderIntent> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentError && error.code === 'unavailable')
      throw new AppError('bad_gateway', COPY.providerDown);
    throw error;
  }
}
