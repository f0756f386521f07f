// What every payment provider has to do, run over the sandbox and over Stripe (against a server of ours that speaks its API).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { type NewIntent, PaymentError, type PaymentProvider } from '#ports/payments.ts';
import { openSandbox } from './embedded.ts';
import { openStripe } from './stripe.ts';
import { startStripeServer } from './test-stripe-server.ts';

interface Opened {
  provider: PaymentProvider;
  /** What the buyer does in the browser. */
  pay(id: string, card?: string): Promise<void>;
  dispute(id: string, end?: 'won' | 'lost'): Promise<void>;
  /** Every event so far, as it would be sent. */
  events(): Promise<{ body: string; headers: Record<string, string> }[]>;
  close(): Promise<void>;
}

const CARD = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090, cvc: '123' };

async function openSandboxHere(): Promise<Opened> {
  const database = await openTestDatabase();
  const eventIds: string[] = [];
  const provider = openSandbox({
    db: database.db,
    clock: { now: () => new Date() },
    webhookSecret: 'whsec of the sandbox',
    onEvent: async (_tx, id) => {
      eventIds.push(id);
    },
    onProcessing: async () => {},
  });
  const sandbox = provider.sandbox!;
  return {
    provider,
    async pay(id, number = CARD.number) {
      const intent = await provider.getIntent(id);
      await sandbox.confirm(intent!.clientSecret, { ...CARD, number }, '/');
    },
    async dispute(id, end) {
      if (end) await sandbox.closeDispute(id, end === 'won');
      else await sandbox.openDispute(id);
    },
    events: () => Promise.all(eventIds.map(async (id) => (await sandbox.composeWebhook(id))!)),
    close: () => database.drop(),
  };
}

async function openStripeHere(): Promise<Opened> {
  const server = await startStripeServer('whsec_of_the_test');
  const settings = {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_of_the_test',
  };
  return {
    provider: openStripe({ ...settings, apiUrl: server.url }),
    pay: async (id, number) => server.confirm(id, number),
    dispute: async (id, end) => (end ? server.closeDispute(id, end) : server.openDispute(id)),
    events: async () => server.events(),
    close: () => server.close(),
  };
}

let keys = 0;
const newIntent = (given: Partial<NewIntent> = {}): NewIntent => ({
  amount: 2999,
  currency: 'usd',
  description: 'Tour entry',
  metadata: { paymentId: '7', product: 'tourEntry' },
  idempotencyKey: `key-${++keys}`,
  ...given,
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof PaymentError ? error.code : String(error)),
  );

describe.each([
  ['sandbox', openSandboxHere],
  ['stripe', openStripeHere],
])('%s', (_name, open) => {
  let opened: Opened;
  let provider: PaymentProvider;
  beforeAll(async () => {
    opened = await open();
    provider = opened.provider;
  });
  afterAll(() => opened.close());

  test('an intent begins unpaid and is found again as it was made', async () => {
    const made = await provider.createIntent(newIntent());
    expect(made).toMatchObject({
      amount: 2999,
      currency: 'usd',
      description: 'Tour entry',
      state: 'requires_payment_method',
      paidAt: null,
      refunded: 0,
      dispute: 'none',
      failure: null,
      metadata: { paymentId: '7', product: 'tourEntry' },
    });
    expect(made.clientSecret.startsWith(`${made.id}_secret_`)).toBe(true);
    expect(await provider.getIntent(made.id)).toEqual(made);
    expect(await provider.getIntent('pi_nobody')).toBeNull();
  });

  test('the same key is the same intent; with another amount it is refused', async () => {
    const wanted = newIntent();
    const first = await provider.createIntent(wanted);
    await opened.pay(first.id);
    const again = await provider.createIntent(wanted);
    expect(again.id).toBe(first.id);
    expect(again.state).toBe('succeeded');
    expect(await codeOf(provider.createIntent({ ...wanted, amount: 1 }))).toBe('idempotency_mismatch');
  });

  test('paid: money, time and card; cancelling it changes nothing', async () => {
    const { id } = await provider.createIntent(newIntent());
    await opened.pay(id);
    const paid = await provider.cancelIntent(id);
    expect(paid).toMatchObject({ state: 'succeeded', card: { brand: 'visa', last4: '4242' } });
    expect(paid.paidAt).toBeInstanceOf(Date);
  });

  test('PE-8 a card is known again by its fingerprint, which is not its number', async () => {
    const fingerprints: (string | null | undefined)[] = [];
    for (const card of [undefined, undefined, '5555555555554444']) {
      const { id } = await provider.createIntent(newIntent());
      await opened.pay(id, card);
      fingerprints.push((await provider.getIntent(id))?.card?.fingerprint);
    }
    expect(fingerprints[0]).toMatch(/^[\w-]{8,}$/);
    expect(fingerprints[1]).toBe(fingerprints[0]);
    expect(fingerprints[2]).not.toBe(fingerprints[0]);
    expect(fingerprints.join()).not.toMatch(/4242|4444/);
  });

  test('a decline says why, and another card may be tried', async () => {
    const { id } = await provider.createIntent(newIntent());
    await opened.pay(id, '4000000000009995');
    expect(await provider.getIntent(id)).toMatchObject({
      state: 'requires_payment_method',
      failure: { message: 'Your card has insufficient funds.' },
    });
    await opened.pay(id);
    expect(await provider.getIntent(id)).toMatchObject({ state: 'succeeded', failure: null });
  });

  test('cancelled is cancelled for good', async () => {
    const { id } = await provider.createIntent(newIntent());
    expect((await provider.cancelIntent(id)).state).toBe('canceled');
    expect((await provider.cancelIntent(id)).state).toBe('canceled');
    await opened.pay(id);
    expect((await provider.getIntent(id))?.state).toBe('canceled');
    expect(await codeOf(provider.cancelIntent('pi_nobody'))).toBe('not_found');
  });

  test('refunds add up, once a key, and never above what was paid', async () => {
    const { id } = await provider.createIntent(newIntent());
    const refund = (amount: number, idempotencyKey: string) =>
      provider.refund({ intentId: id, amount, idempotencyKey });
    expect(await codeOf(refund(100, `${id}-early`))).toBe('not_refundable');
    await opened.pay(id);
    const first = await refund(1000, `${id}-a`);
    expect(await refund(1000, `${id}-a`)).toEqual(first);
    expect((await provider.getIntent(id))?.refunded).toBe(1000);
    expect(await codeOf(refund(2000, `${id}-b`))).toBe('not_refundable');
    await refund(1999, `${id}-c`);
    expect((await provider.getIntent(id))?.refunded).toBe(2999);
  });

  test('a dispute opens and ends', async () => {
    for (const end of ['won', 'lost'] as const) {
      const { id } = await provider.createIntent(newIntent());
      await opened.pay(id);
      await opened.dispute(id);
      expect((await provider.getIntent(id))?.dispute).toBe('open');
      await opened.dispute(id, end);
      expect((await provider.getIntent(id))?.dispute).toBe(end);
    }
  });

  test('the list has everything, newest first, in pages', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await provider.createIntent(newIntent())).id);
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const { intents, next } = await provider.listIntents({ after, limit: 2 });
      listed.push(...intents.map(({ id }) => id));
      after = next ?? undefined;
    } while (after);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => made.includes(id)).sort()).toEqual([...made].sort());
    const later = new Date(Date.now() + 60_000);
    expect((await provider.listIntents({ since: later })).intents).toEqual([]);
  });

  test('an event names its intent, and only a true signature is believed', async () => {
    const { id } = await provider.createIntent(newIntent());
    await opened.pay(id);
    await provider.refund({ intentId: id, amount: 1, idempotencyKey: `${id}-r` });
    await opened.dispute(id);
    const sent = await opened.events();
    const read = await Promise.all(
      sent.map(({ body, headers }) => provider.verifyWebhook(Buffer.from(body), headers)),
    );
    const about = read.filter(({ intentId }) => intentId === id).map(({ type }) => type);
    expect(about).toEqual(['payment_intent.succeeded', 'charge.refunded', 'charge.dispute.created']);
    expect(new Set(read.map((event) => event.id)).size).toBe(read.length);

    const { body, headers } = sent[0];
    const verify = (text: string, given: Record<string, string>) =>
      codeOf(provider.verifyWebhook(Buffer.from(text), given));
    expect(await verify(body, {})).toBe('bad_signature');
    expect(await verify(`${body} `, headers)).toBe('bad_signature');
    const [name] = Object.keys(headers).filter((header) => header.endsWith('signature'));
    const old = headers[name].replace(/t=(\d+)/, (_, t: string) => `t=${Number(t) - 1000}`);
    expect(await verify(body, { [name]: old })).toBe('bad_signature');
    expect(await verify(body, { [name]: headers[name].replace(/.$/, (c) => (c === '0' ? '1' : '0')) })).toBe(
      'bad_signature',
    );
  });
});

test('Stripe that cannot be reached says so', async () => {
  const settings = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
  const nobody = openStripe({ ...settings, apiUrl: 'http://127.0.0.1:9' });
  expect(await codeOf(nobody.createIntent(newIntent()))).toBe('unavailable');
});

test('what intents were for is erased from our own database, whichever provider is chosen now', async () => {
  const database = await openTestDatabase();
  const sandbox = openSandbox({
    db: database.db,
    clock: { now: () => new Date() },
    webhookSecret: 'x',
    onEvent: async () => {},
    onProcessing: async () => {},
  });
  const stripe = openStripe({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'x' });
  for (const provider of [sandbox, stripe]) {
    const { id } = await sandbox.createIntent(newIntent({ description: 'Votes for Zyxwen' }));
    const other = await sandbox.createIntent(newIntent());
    await database.db.transaction((tx) => provider.eraseDescriptions(tx, [id], 'Erased'));
    expect((await sandbox.getIntent(id))?.description).toBe('Erased');
    expect(await sandbox.getIntent(other.id)).toEqual(other);
  }
  await database.drop();
});
