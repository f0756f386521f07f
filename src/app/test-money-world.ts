/**
 * For tests: the money part of the site without HTTP, on a real database, in a hostile world: calls to the provider fail
 * before or after they worked, transactions are cut off, jobs and events come late, twice, or in any order.
 */
import { readFileSync } from 'node:fs';
import type { Campaign, ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { ALBUM_PRODUCTS } from '#features/albums/service-payments.ts';
import { issueOffer } from '#features/offers/service.ts';
import { holdPlace } from '#features/offers/service-tour.ts';
import { EVENT_JOB, REFUND_JOB, SANDBOX_DELIVERY_JOB } from '#features/payments/job-names.ts';
import { findPayment, listPayments } from '#features/payments/queries.ts';
import { cancelPayment, createPayment } from '#features/payments/service.ts';
import { cancelAbandoned } from '#features/payments/service-abandon.ts';
import { attachPayment } from '#features/payments/service-attach.ts';
import { checkPayable } from '#features/payments/service-checkout.ts';
import { processEvent, receiveEvent } from '#features/payments/service-events.ts';
import { holderOf, isPayer, type Payer } from '#features/payments/service-payer.ts';
import { reconcilePayments } from '#features/payments/service-reconcile.ts';
import { refundPayment, sendRefund } from '#features/payments/service-refunds.ts';
import { refreshPayment } from '#features/payments/service-settle.ts';
import type { PaymentRow } from '#features/payments/table.ts';
import { VOTE_PRODUCTS } from '#features/votes/rules-packages.ts';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { createTokens } from '#platform/tokens.ts';
import type { Grant } from '#ports/grants.ts';
import { PaymentError, type PaymentProvider } from '#ports/payments.ts';
import { openSandbox } from '#providers/payments/embedded.ts';
import { listContestRecords, listGrants } from './features.ts';
import { TestClock } from './test-app.ts';
import { CARDS, insertTrack } from './test-buyer.ts';

export interface Chance {
  /** 0 to 1. */
  next(): number;
  pick<T>(from: readonly T[]): T;
}

/** The same seed is the same run (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, pick: (from) => from[Math.floor(next() * from.length)] };
}

class Killed extends Error {
  override name = 'Killed';
}

/** Small enough that lives run into them. */
export const VOTE_CAPS = { person: 300, card: 600 };

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld() {
  const database = await openTestDatabase();
  const clock = new TestClock();
  const campaign = JSON.parse(
    readFileSync(new URL('../../campaigns/demo.json', import.meta.url), 'utf8'),
  ) as Campaign;
  campaign.votes.paidPerDay = { ...VOTE_CAPS };
  const state = { chance: createChance(1), hostility: 0, jobs: [] as { name: string; payload: never }[] };
  const queue = {
    enqueue: async (_tx: unknown, job: { name: string }, payload: unknown) => {
      state.jobs.push({ name: job.name, payload: payload as never });
      return null;
    },
  };
  const deps = {
    db: database.db,
    clock,
    campaign,
    queue,
    tokens: createTokens('a secret for tests only'),
    contestRecords: listContestRecords(campaign),
    log: createLog('silent'),
  } as unknown as Deps;
  const events: string[] = [];
  const sandbox = openSandbox({
    db: deps.db,
    clock,
    webhookSecret: 'secret',
    onEvent: async (_tx, eventId) => {
      events.push(eventId);
      state.jobs.push({ name: SANDBOX_DELIVERY_JOB.name, payload: { eventId } as never });
    },
    onProcessing: async () => {},
  });
  const hostile = () => state.chance.next() < state.hostility;
  deps.payments = makeHostile(sandbox, hostile);
  deps.grants = listGrants(deps).map((grant) => makeDeadly(grant, hostile));
  const sql = async <Row extends object>(text: string, values?: unknown[]) =>
    (await database.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  return { deps, clock, campaign, state, events, sandbox, sql, close: () => database.drop() };
}

/** A provider that cannot be reached before a call, or dies on us after it has worked. */
function makeHostile(provider: PaymentProvider, hostile: () => boolean): PaymentProvider {
  const wrap =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (hostile()) throw new PaymentError('unavailable', 'No answer.');
      const answer = await call(...args);
      if (hostile()) throw new Killed('killed after the provider answered');
      return answer;
    };
  return {
    ...provider,
    createIntent: wrap(provider.createIntent),
    getIntent: wrap(provider.getIntent),
    cancelIntent: wrap(provider.cancelIntent),
    refund: wrap(provider.refund),
    listIntents: wrap(provider.listIntents),
  };
}

/** A process that dies in the middle of the transaction that grants. */
function makeDeadly(grant: Grant, hostile: () => boolean): Grant {
  return {
    ...grant,
    async grant(tx, paid) {
      const outcome = await grant.grant(tx, paid);
      if (hostile()) throw new Killed('killed while granting');
      return outcome;
    },
    async revoke(tx, paid, reason, fresh) {
      const said = await grant.revoke(tx, paid, reason, fresh);
      if (hostile()) throw new Killed('killed while revoking');
      return said;
    },
  };
}

/** Runs something that may well be refused or killed; anything else is a fault of ours. */
export async function dare(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const expected = error instanceof AppError || error instanceof PaymentError || error instanceof Killed;
    if (!expected) throw error;
  }
}

const BUYABLE: ProductId[] = ['tourEntry', 'distribution', 'discountedEntry', 'standardEntry'];
const CARD = { expiryMonth: 12, expiryYear: 2190, cvc: '123' };

/** Who refunds and attaches. */
const CLERK = { id: 1, name: 'Clerk' };
const FANS = ['one browser', 'another'];

const somebody = (browserId: string): Payer => ({ browserId, person: null, address: browserId });
/** Signed in with the number of their track, which insertTracks gives it. */
const artistOf = (track: number): Payer => ({
  ...somebody(`artist of ${track}`),
  person: { id: track, phone: `+1${track}`, provenBy: 'sms', sessionId: track },
});
/** Pays for anybody's track and album. */
const GIVERS = [somebody('a giver'), somebody('another giver')];

/** Whoever began it; now and then somebody who did not tries. */
function payerFor({ world, chance }: Run, row: PaymentRow): Payer {
  const all = [artistOf(row.submissionId ?? 0), ...GIVERS, ...FANS.map(somebody)];
  const whose = all.find((payer) => isPayer(world.deps, row, payer));
  return whose && chance.next() < 0.95 ? whose : chance.pick(all);
}

export interface Run {
  world: World;
  chance: Chance;
  tracks: number[];
  albums: number[];
  startedAt: Date;
}

type Action = (run: Run) => Promise<unknown>;

async function pickPayment(
  { world, chance, tracks, albums, startedAt }: Run,
  isIt: (row: PaymentRow) => boolean = () => true,
): Promise<PaymentRow | undefined> {
  const unattached = await world.sql<{ provider_id: string }>(
    `SELECT provider_id FROM payment_intents
     WHERE submission_id IS NULL AND album_id IS NULL AND provider_id IS NOT NULL AND created_at >= $1 ORDER BY id`,
    [startedAt],
  );
  const bare = unattached.length ? chance.pick(unattached) : null;
  const found = bare && (await findPayment(world.deps, { providerId: bare.provider_id }));
  const known = await listPayments(world.deps, tracks, albums);
  const rows = [...known, ...(found ? [found] : [])].filter(isIt);
  return rows.length ? chance.pick(rows) : undefined;
}

const withPayment =
  (use: (run: Run, row: PaymentRow) => Promise<unknown>, isIt?: (row: PaymentRow) => boolean): Action =>
  async (run) => {
    const row = await pickPayment(run, isIt);
    if (row) await use(run, row);
  };

const isPaid = ({ state }: PaymentRow) => state === 'succeeded';

const charge = (run: Run, row: PaymentRow) =>
  run.world.sandbox.sandbox!.confirm(
    row.clientSecret ?? '',
    { ...CARD, number: run.chance.pick(CHARGED) },
    '/',
  );
const CHARGED = [
  CARDS.good,
  CARDS.good,
  CARDS.good,
  CARDS.declined,
  CARDS.slow,
  CARDS.secure,
  CARDS.disputed,
];

/** Everything that can happen, as often as it stands here. */
export const ACTIONS: Record<string, Action> = {
  // The artist and givers pay for one track at once: each has a payment of their own.
  create: ({ world, chance, tracks }) => {
    const submissionId = chance.pick(tracks);
    const payer = chance.pick([artistOf(submissionId), artistOf(submissionId), ...GIVERS]);
    return createPayment(world.deps, { product: chance.pick(BUYABLE), submissionId, payer });
  },
  buyVotes: ({ world, chance, tracks }) =>
    createPayment(world.deps, {
      product: chance.pick(VOTE_PRODUCTS),
      submissionId: chance.pick(tracks),
      payload: {
        ...{ voterName: 'A fan', voterPhone: '+12025550143', comment: 'Because' },
        ...{ provenBy: chance.pick([null, 'sms']), device: `${tracks[0]} ${chance.pick(FANS)}` },
      },
      payer: somebody(chance.pick(FANS)),
    }),
  buyForAlbum: ({ world, chance, albums }) =>
    createPayment(world.deps, {
      product: chance.pick(ALBUM_PRODUCTS),
      albumId: chance.pick(albums),
      payer: chance.pick(GIVERS),
    }),
  // The briefs' bare calls do not say which album they are for; the winner package is never sold so.
  buyForNoAlbum: ({ world, chance }) =>
    createPayment(world.deps, {
      product: chance.pick(['albumSubmission', 'albumPublication']),
      payer: chance.pick(GIVERS),
    }),
  select: ({ world, chance, albums }) =>
    world.sql('UPDATE album_submissions SET selected_at = $1 WHERE id = $2', [
      world.clock.now(),
      chance.pick(albums),
    ]),
  attach: async ({ world, chance, albums, startedAt }) => {
    const [waiting] = await world.sql<{ id: number }>(
      `SELECT id FROM payment_intents WHERE grant_state = 'waiting' AND created_at >= $1 ORDER BY id DESC LIMIT 1`,
      [startedAt],
    );
    if (waiting) await attachPayment(world.deps, CLERK, waiting.id, chance.pick(albums));
  },
  closePage: ({ world, chance, tracks }) =>
    world.sql(`UPDATE submissions SET analyzed_at = analyzed_at - interval '31 days' WHERE id = $1`, [
      chance.pick(tracks),
    ]),
  hold: ({ world, chance, tracks }) => {
    const track = chance.pick(tracks);
    return holdPlace(world.deps, track, { again: true, holder: holderOf(world.deps, artistOf(track)) });
  },
  offer: ({ world, chance, tracks }) => issueOffer(world.deps, chance.pick(tracks)),
  confirm: withPayment(async (run, row) => {
    await checkPayable(run.world.deps, row.clientSecret ?? '', payerFor(run, row));
    await charge(run, row);
  }),
  // A browser that talks to the provider alone, as with a real one.
  confirmUnchecked: withPayment((run, row) => charge(run, row)),
  challenge: async ({ world, chance }) => {
    const [open] = await world.sql<{ code: string }>(
      `SELECT challenge_code AS code FROM sandbox_intents WHERE state = 'requires_action' ORDER BY id LIMIT 1`,
    );
    if (open) await world.sandbox.sandbox!.answerChallenge(open.code, chance.next() < 0.7);
  },
  webhook: async ({ world, chance }) => {
    const recent = world.events.slice(-12);
    if (recent.length) await deliver(world, chance.pick(recent));
  },
  job: ({ world, chance }) => runJob(world, Math.floor(chance.next() * world.state.jobs.length)),
  report: withPayment(async (run, row) => row.providerId && refreshPayment(run.world.deps, row.providerId)),
  cancel: withPayment((run, row) => cancelPayment(run.world.deps, row)),
  expire: async ({ world, chance }) => world.clock.advance(chance.pick([5, 61, 11 * 60, 31 * 60, 25 * 3600])),
  abandon: ({ world }) => cancelAbandoned(world.deps),
  refund: withPayment(
    (run, row) =>
      refundPayment(run.world.deps, CLERK, row.id, {
        cents: run.chance.pick([null, 1, 500, row.amount]),
        reason: 'test',
      }),
    isPaid,
  ),
  // A whole story at a stroke, for chance alone seldom tells it to the end: bought, paid, wanted back.
  regret: withPayment(async (run, row) => {
    const { id, clientSecret, providerId } = row;
    await checkPayable(run.world.deps, clientSecret ?? '', payerFor(run, row));
    await run.world.sandbox.sandbox!.confirm(clientSecret ?? '', { ...CARD, number: CARDS.good }, '/');
    await refreshPayment(run.world.deps, providerId ?? '');
    await refundPayment(run.world.deps, CLERK, id, { cents: null, reason: 'test' });
  }),
  dispute: withPayment(async (run, row) => {
    const { sandbox } = run.world.sandbox;
    await run.chance.pick([
      () => sandbox!.openDispute(row.providerId ?? ''),
      () => sandbox!.closeDispute(row.providerId ?? '', run.chance.next() < 0.5),
    ])();
  }),
  settle: ({ world }) => world.sandbox.sandbox!.settleDue(),
  reconcile: ({ world, startedAt }) => reconcilePayments(world.deps, { since: startedAt }),
  deleteTrack: async ({ world, chance, tracks }) => {
    if (chance.next() < 0.2) await world.sql('DELETE FROM submissions WHERE id = $1', [chance.pick(tracks)]);
  },
};

async function deliver({ deps }: World, eventId: string): Promise<void> {
  const request = await deps.payments.sandbox!.composeWebhook(eventId);
  if (request) await receiveEvent(deps, Buffer.from(request.body), request.headers);
}

/** Takes a job out of the middle of the queue; one that dies goes back. */
async function runJob(world: World, index: number): Promise<void> {
  const [job] = world.state.jobs.splice(index, 1);
  if (!job) return;
  const handlers: Record<string, (payload: never) => Promise<unknown>> = {
    [EVENT_JOB.name]: ({ provider, eventId }: { provider: string; eventId: string }) =>
      processEvent(world.deps, provider, eventId),
    [REFUND_JOB.name]: ({ refundId }: { refundId: number }) => sendRefund(world.deps, refundId),
    [SANDBOX_DELIVERY_JOB.name]: ({ eventId }: { eventId: string }) => deliver(world, eventId),
  };
  try {
    await handlers[job.name]?.(job.payload);
  } catch (error) {
    world.state.jobs.push(job);
    throw error;
  }
}

/** Peace: nothing fails any more, time passes, what waits is done. Jobs may have been lost: reconciliation finds them. */
export async function calmDown(world: World, startedAt: Date): Promise<void> {
  world.state.hostility = 0;
  if (world.state.chance.next() < 0.5) await hearEverything(world);
  world.state.jobs.length = 0;
  world.clock.advance(120);
  await world.sandbox.sandbox!.settleDue();
  await reconcilePayments(world.deps, { since: startedAt });
  world.clock.advance(25 * 3600);
  await cancelAbandoned(world.deps);
  await reconcilePayments(world.deps, { since: startedAt });
  world.state.jobs.length = 0;
}

/** Every event reaches us, some once more: that alone must leave nothing for reconciliation to find. */
async function hearEverything(world: World): Promise<void> {
  for (const eventId of world.events.splice(0)) await deliver(world, eventId);
  // Jobs are enqueued with their event; here one may have run before its event was there, and found nothing.
  const unheard = await world.sql<{ provider: string; eventId: string }>(
    'SELECT provider, event_id AS "eventId" FROM payment_events WHERE processed_at IS NULL ORDER BY received_at',
  );
  world.state.jobs.push(...unheard.map((event) => ({ name: EVENT_JOB.name, payload: event as never })));
  while (world.state.jobs.length) await runJob(world, 0);
  const [lost] = await world.sql<{ id: number; ours: string; theirs: string }>(
    `SELECT p.id, p.state || ', ' || p.refunded_amount || ' back, dispute ' || p.dispute AS ours,
       i.state || ', ' || i.refunded || ' back, dispute ' || i.dispute AS theirs
     FROM payment_intents p JOIN sandbox_intents i ON i.id = p.provider_id
     WHERE i.state IN ('succeeded', 'canceled')
       AND (p.state, p.refunded_amount, p.dispute) IS DISTINCT FROM (i.state, i.refunded, i.dispute)`,
  );
  if (lost)
    throw new Error(
      `A webhook was lost: every event was delivered, yet payment ${lost.id} is ${lost.ours} here and ${lost.theirs} at the provider.`,
    );
}

export async function insertAlbums(world: World, count: number): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     SELECT 'Mina Okafor', 'Album ' || n, '2025550142', 'nobody', $2 FROM generate_series(1, $1) AS n RETURNING id`,
    [count, world.clock.now()],
  );
  return rows.map(({ id }) => id);
}

export async function insertTracks(world: World, count: number): Promise<number[]> {
  const tracks: number[] = [];
  for (let i = 0; i < count; i++) tracks.push(await insertTrack(world, { createdAt: world.clock.now() }));
  await world.sql(`UPDATE submissions SET phone_e164 = '+1' || id WHERE id = ANY ($1)`, [tracks]);
  return tracks;
}
