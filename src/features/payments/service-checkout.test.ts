/** Turning back and who paid: what one browser may do to, and see of, a payment another one is paying. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, CARDS, insertTrack, pay, readStatus } from '#app/test-buyer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function cancelCheckout(clientSecret: string, ifIdle?: boolean): Promise<string> {
  const answer = await app.browser().post('/api/payments/cancel', { clientSecret, ifIdle });
  return ((await answer.json()) as { status: string }).status;
}

test('closing a form cancels what nobody pays, and leaves what is at the bank, processing or paid', async () => {
  const start = async (card?: string) => {
    const buyer = app.browser();
    const secret = await begin(buyer, { submissionId: await insertTrack(app), product: 'distribution' });
    if (card) await pay(buyer, secret, card);
    return secret;
  };
  expect(await cancelCheckout(await start(), true)).toBe('canceled');
  expect(await cancelCheckout(await start(CARDS.declined), true)).toBe('canceled');
  const atBank = await start(CARDS.secure);
  expect(await cancelCheckout(atBank, true)).toBe('requires_action');
  expect(await cancelCheckout(atBank)).toBe('canceled');
  expect(await cancelCheckout(await start(CARDS.slow), true)).toBe('processing');
  expect(await cancelCheckout(await start(CARDS.good), true)).toBe('succeeded');
});

test('SEC-1 the card on a receipt is shown in the browser that sent it, not to whoever began the same payment', async () => {
  const submissionId = await insertTrack(app);
  const [stranger, buyer] = [app.browser(), app.browser()];
  const secret = await begin(stranger, { submissionId });
  expect(await begin(buyer, { submissionId })).toBe(secret);
  await stranger.post('/api/payments/check', { clientSecret: secret });
  await pay(buyer, secret);
  const { receiptCode } = (await readStatus(stranger, secret)) as unknown as { receiptCode: string };
  const read = (who = app.browser()) => who.read(`/api/receipts/${receiptCode}`);
  expect(await read(buyer)).toMatchObject({ status: 'succeeded', card: { last4: '4242' } });
  expect(await read(stranger)).toMatchObject({ status: 'succeeded', card: null });
  expect(await read()).toMatchObject({ status: 'succeeded', card: null });
});
