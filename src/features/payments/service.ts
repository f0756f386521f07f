/**
 * Begins payments. Our row comes first, then the provider's intent under the row's idempotency key: if the process dies in
 * between, the next call finishes the row, and there are never two intents.
 */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import { randomCode } from '#platform/tokens.ts';
import type { Holder } from '#ports/grants.ts';
import { type NewIntent, PaymentError, type ProviderIntent } from '#ports/payments.ts';
import { COPY } from './copy.ts';
import { PRODUCTS } from './rules-catalogue.ts';
import { grantOf } from './service-grants.ts';
import { digestBrowser, holderOf, listBaskets, ownsSubject, type Payer } from './service-payer.ts';
import { type SettleDeps, settlePayment, writeMoneyEvent } from './service-settle.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

export interface PaymentRequest {
  product: ProductId;
  submissionId?: number | null;
  albumId?: number | null;
  /** Kept with the payment for the grant; changing it before paying replaces it. */
  payload?: Record<string, unknown>;
  /** Whose basket it is: nobody else is ever given its secret. */
  payer: Payer;
  /** The token of the track's or album's signed link: whoever bears it pays for their own. */
  access?: string;
}

export type CreateDeps = SettleDeps & Pick<Deps, 'campaign' | 'tokens'>;

/** The payer's own open payment for this, or a new one, known to the provider. Throws when it cannot be sold now. */
export async function createPayment(deps: CreateDeps, request: PaymentRequest): Promise<PaymentRow> {
  if (!deps.grants.some((grant) => grant.products.includes(request.product)))
    throw new AppError('unavailable', 'This cannot be bought at the moment.');
  const wanted = await describeRequest(deps, request);
  const holder = holderOf(deps, request.payer);
  const openKeys = listBaskets(deps, request.payer).map((basket) => openKeyOf(wanted, basket));
  for (let attempt = 0; attempt < 5; attempt++) {
    const open = await findOpen(deps, openKeys);
    if (open && (open.product !== wanted.product || open.amount !== wanted.amount)) {
      await cancelPayment(deps, open);
      continue;
    }
    const row = open
      ? await renewPayment(deps, open, wanted, holder)
      : await insertPayment(deps, { ...wanted, openKey: openKeys[0] }, holder);
    if (row) return row.providerId ? row : await ensureAtProvider(deps, row);
  }
  throw new AppError(
    'conflict',
    'Another payment for this was started at the same moment. Please try again.',
  );
}

type NewPayment = Pick<
  PaymentRow,
  | 'product'
  | 'submissionId'
  | 'albumId'
  | 'payload'
  | 'description'
  | 'amount'
  | 'currency'
  | 'browserDigest'
  | 'personId'
  | 'giftTo'
>;

async function describeRequest(deps: CreateDeps, request: PaymentRequest): Promise<NewPayment> {
  const { product, payload = {}, payer } = request;
  const submissionId = request.submissionId ?? null;
  const albumId = request.albumId ?? null;
  const { name, family } = PRODUCTS[product];
  const subject = await findSubject(deps, product, submissionId, albumId);
  // Votes are always for somebody: they are support, not a gift of what an artist would buy.
  const isOwn =
    family === 'votes' ||
    (await ownsSubject(deps, { product, submissionId, albumId }, payer, request.access));
  return {
    product,
    submissionId,
    albumId,
    payload,
    browserDigest: digestBrowser(deps, payer.browserId),
    personId: payer.person?.id ?? null,
    giftTo: isOwn ? null : (subject?.artistName ?? null),
    description: subject ? `${name} for “${subject.title}” by ${subject.artistName}` : name,
    amount: deps.campaign.prices[product],
    currency: deps.campaign.currency,
  };
}

/** What has at most one open payment of a payer: a family of products for a track or album, or a package of votes. */
function openKeyOf(
  { product, submissionId, albumId }: Pick<NewPayment, 'product' | 'submissionId' | 'albumId'>,
  basket: string,
): string {
  const { family, subject } = PRODUCTS[product];
  if (family === 'votes') return `votes:${submissionId}:${product}:${basket}`;
  const id = subject === 'album' ? albumId : submissionId;
  return id === null ? `${product}:unattached:${basket}` : `${family}:${subject}:${id}:${basket}`;
}

/** The track or album it is for, in the words of the receipt; null for an album payment that names none. */
async function findSubject(
  deps: Pick<Deps, 'db' | 'grants'>,
  product: ProductId,
  submissionId: number | null,
  albumId: number | null,
): Promise<{ title: string; artistName: string } | null> {
  if (PRODUCTS[product].subject === 'album') {
    if (albumId === null) return null;
    const [album] = (await grantOf(deps, product).findSubjects?.(deps.db, { id: albumId })) ?? [];
    if (!album) throw new AppError('not_found', 'The requested album could not be found.');
    return album;
  }
  if (submissionId === null) throw new AppError('invalid', 'Say which submission this is for.');
  const [track] = await deps.db
    .select({ title: submissions.trackTitle, artistName: submissions.artistName })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.listed, true)));
  if (!track) throw new AppError('not_found', 'Submission not found');
  return track;
}

async function findOpen(
  { db }: Pick<Deps, 'db'>,
  openKeys: readonly string[],
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentIntents)
    .where(isOpenUnder(openKeys))
    .orderBy(paymentIntents.id)
    .limit(1);
  return row;
}

const isOpenUnder = (openKeys: readonly string[]) =>
  and(
    inArray(paymentIntents.openKey, [...openKeys]),
    notInArray(paymentIntents.state, ['succeeded', 'canceled']),
  );

/** Null when the payer inserted the same meanwhile. */
async function insertPayment(
  deps: CreateDeps,
  wanted: NewPayment & Pick<PaymentRow, 'openKey'>,
  holder: Holder,
): Promise<PaymentRow | null> {
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
      await prepare(deps, tx, row, holder);
      await writeMoneyEvent(tx, row.id, now, 'created', 0, row.product);
      return row;
    });
  } catch (error) {
    if (sqlState(error) === '23505') return null;
    throw error;
  }
}

/**
 * Reuses the open payment: checks that it can still be sold, and takes what the buyer typed last. Who signed in since is
 * its payer as a person too, and may turn out to own the track.
 */
export async function renewPayment(
  deps: CreateDeps,
  open: PaymentRow,
  wanted: Pick<NewPayment, 'payload' | 'personId' | 'giftTo'>,
  holder: Holder,
): Promise<PaymentRow | null> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(paymentIntents)
      .set({
        payload: wanted.payload,
        personId: open.personId ?? wanted.personId,
        giftTo: open.giftTo === null ? null : wanted.giftTo,
      })
      .where(and(eq(paymentIntents.id, open.id), isOpenUnder([open.openKey])))
      .returning();
    if (!row) return null;
    await prepare(deps, tx, row, holder);
    return row;
  });
}

async function prepare(deps: CreateDeps, tx: Tx, row: PaymentRow, holder: Holder): Promise<void> {
  await grantOf(deps, row.product).prepare?.(tx, row, holder);
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
