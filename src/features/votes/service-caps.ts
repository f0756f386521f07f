/**
 * The cap on paid votes a day. A person is the number they proved, or else their browser; a card is known by the
 * provider's fingerprint, and so only once it was charged.
 */
import type { Deps } from '#deps.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import { dayOf } from './rules.ts';
import { type Overrun, sayOverrun } from './rules-caps.ts';

export interface VoteBuyer {
  /** The number they proved. */
  phone: string | null;
  /** Their browser, and their card: keyed digests. */
  device: string | null;
  card: string | null;
}

export interface CappedVotes {
  buyer: VoteBuyer;
  votes: number;
  at: Date;
}

type CapDeps = Pick<Deps, 'campaign'>;

/** Before anybody pays. */
export async function refuseOverCap(deps: CapDeps, tx: Tx, wanted: CappedVotes): Promise<void> {
  const overrun = await findOverrun(deps, tx, wanted);
  if (overrun) throw new AppError('conflict', sayOverrun(overrun), { reason: 'paid_cap' });
}

/** Once it was paid, one after the other a buyer and card: why the money goes back, or null. */
export async function refuseOverpaid(deps: CapDeps, tx: Tx, paid: CappedVotes): Promise<string | null> {
  const { phone, device, card } = paid.buyer;
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT hashtextextended('paid ' || who, 7) AS key
      FROM unnest(ARRAY[${phone}, ${device}, ${card}]::text[]) who WHERE who IS NOT NULL ORDER BY 1) keys`);
  const overrun = await findOverrun(deps, tx, paid);
  return overrun && `${sayOverrun(overrun)} ${COPY.capRefund}`;
}

async function findOverrun({ campaign }: CapDeps, tx: Tx, paid: CappedVotes): Promise<Overrun | null> {
  const { person, card } = campaign.votes.paidPerDay;
  const { rows } = await tx.execute<{ by_person: number; by_card: number }>(sql`
    SELECT (SELECT coalesce(sum(vote_count), 0)::int FROM votes WHERE ${boughtThatDay(campaign, paid)}
        AND ${isBuyer(paid.buyer)}) AS by_person,
      (SELECT coalesce(sum(vote_count), 0)::int FROM votes WHERE ${boughtThatDay(campaign, paid)}
        AND card_digest = ${paid.buyer.card}) AS by_card`);
  const [{ by_person, by_card }] = rows;
  if (person !== null && by_person + paid.votes > person)
    return { of: 'person', cap: person, used: by_person };
  if (card !== null && by_card + paid.votes > card) return { of: 'card', cap: card, used: by_card };
  return null;
}

const boughtThatDay = ({ timeZone }: Pick<Deps['campaign'], 'timeZone'>, { at }: CappedVotes) =>
  sql`kind = 'paid' AND state = 'counted' AND day = ${dayOf(at, timeZone)}`;

/** Votes of one's number, and those of one's browser before it was known whose they are. */
function isBuyer({ phone, device }: VoteBuyer) {
  if (phone === null) return sql`device_digest = ${device}`;
  return sql`((phone_e164 = ${phone} AND proof <> 'card') OR (device_digest = ${device} AND proof = 'card'))`;
}
