/** Turning back, and the card on the receipt. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, CARDS, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Begun {
  buyer: Browser;
  secret: string;
}

async function cancelCheckout({ buyer, secret: clientSecret }: Begun, ifIdle?: boolean): Promise<string> {
  const answer = await buyer.post('/api/payments/cancel', { clientSecret, ifIdle });
  return ((await answer.json()) as { status: string }).status;
}

test('closing a form cancels what nobody pays, and leaves what is at the bank, processing or paid', async () => {
  const start = async (card?: string) => {
    const buyer = app.browser();
    const secret = await begin(buyer, { submissionId: await insertTrack(app), product: 'distribution' });
    if (card) await pay(buyer, secret, card);
    return { buyer, secret };
  };
  expect(await cancelCheckout(await start(), true)).toBe('canceled');
  expect(await cancelCheckout(await start(CARDS.declined), true)).toBe('canceled');
  const atBank = await start(CARDS.secure);
  expect(await cancelCheckout(atBank, true)).toBe('requires_action');
  expect(await cancelCheckout(atBank)).toBe('canceled');
  expect(await cancelCheckout(await start(CARDS.slow), true)).toBe('processing');
  expect(await cancelCheckout(await start(CARDS.good), true)).toBe('succeeded');
});

test('SEC-1 the card on a receipt is shown to the payer alone, not to the artist and not to staff', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const buyer = app.browser();
  const secret = await begin(buyer, { submissionId: id });
  await pay(buyer, secret);
  const { receiptCode } = await readStatus(buyer, secret);
  const read = (who: Browser) => who.read(`/api/receipts/${receiptCode}`);
  expect(await read(buyer)).toMatchObject({ status: 'succeeded', card: { last4: '4242' } });
  expect(await read(artist)).toMatchObject({ status: 'succeeded', card: null });
  expect(await read(await app.staff())).toMatchObject({ status: 'succeeded', card: null });
  expect((await app.browser().get(`/api/receipts/${receiptCode}`)).status).toBe(403);
});
