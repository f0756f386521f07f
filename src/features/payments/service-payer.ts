/** Whose a payment is: the browser that began it and the person signed in there; and what else its track's owner may see. */
import type { Deps } from '#deps.ts';
import { mayActFor } from '#features/submissions/service-artist-links.ts';
import { AppError } from '#platform/errors.ts';
import type { Call, StaffIdentity, Visitor } from '#platform/http/route.ts';
import type { Holder, PaymentDraft } from '#ports/grants.ts';
import { COPY } from './copy.ts';
import { grantOf } from './service-grants.ts';
import type { PaymentRow } from './table.ts';

/** Whoever begins a payment, and from where. */
export interface Payer extends Visitor {
  browserId: string;
  address: string;
}

export const payerOf = ({
  browserId,
  person,
  address,
}: Pick<Call, 'browserId' | 'person' | 'address'>): Payer => ({ browserId: browserId(), person, address });

type Digests = Pick<Deps, 'tokens'>;

export const digestBrowser = ({ tokens }: Digests, browserId: string) => tokens.digest('payment', browserId);

/** Under what a payer's baskets are found again: as a person in any browser, or in this browser alone. */
export function listBaskets(deps: Digests, { browserId, person }: Visitor): string[] {
  const keys = person ? [deps.tokens.digest('payment-person', String(person.id))] : [];
  return browserId === null ? keys : [...keys, digestBrowser(deps, browserId)];
}

/** Who holds what is limited while it is paid for. */
export function holderOf(deps: Digests, payer: Visitor & { address: string }): Holder {
  return { key: listBaskets(deps, payer)[0] ?? '', address: deps.tokens.digest('place', payer.address) };
}

export function isPayer(
  deps: Digests,
  row: Pick<PaymentRow, 'browserDigest' | 'personId'>,
  { browserId, person }: Visitor,
): boolean {
  if (person && row.personId === person.id) return true;
  return browserId !== null && row.browserDigest === digestBrowser(deps, browserId);
}

type PartyDeps = Pick<Deps, 'db' | 'tokens' | 'grants' | 'clock'>;

/** Whether what is bought belongs to this visitor already, or to whoever bears its signed link. */
export async function ownsSubject(
  deps: PartyDeps,
  { product, submissionId, albumId }: Pick<PaymentDraft, 'product' | 'submissionId' | 'albumId'>,
  visitor: Visitor,
  access?: string,
): Promise<boolean> {
  if (submissionId !== null) return mayActFor(deps, submissionId, { visitor, staff: null, access });
  if (albumId === null) return false;
  return (await grantOf(deps, product).isTheirs?.(deps.db, albumId, visitor, access)) ?? false;
}

export interface Asker {
  visitor: Visitor;
  staff: StaffIdentity | null;
}

/** A payment's secret or receipt code in somebody else's browser opens nothing. */
export async function requireParty(
  deps: PartyDeps,
  row: PaymentRow,
  { visitor, staff }: Asker,
): Promise<void> {
  if (staff || isPayer(deps, row, visitor) || (await ownsSubject(deps, row, visitor))) return;
  throw new AppError('forbidden', COPY.notYours, { reason: 'not_yours' });
}
