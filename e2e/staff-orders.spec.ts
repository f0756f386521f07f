/** What staff do with money that came in: stores moved on where the buyer sees it, a payment attached, a part given back. */
import { type APIRequestContext, expect, test } from '@playwright/test';
import { CARDS, sendTrack } from './payment-steps.ts';
import { STAFF } from './start-app.ts';
import { makeTrack } from './tracks.ts';
import { toasts } from './upload-steps.ts';

/** Pays past the form, and hears what it bought. Answers with the payment's id. */
async function buy(request: APIRequestContext, body: object): Promise<string> {
  const begun = await request.post('/api/create-payment-intent', { data: body });
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  const card = { number: CARDS.good, expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  const data = { clientSecret, card, returnPath: '/payment-success' };
  expect((await request.post('/api/sandbox/confirm', { data })).ok()).toBe(true);
  const status = await request.get(`/api/payments/status?payment_intent_client_secret=${clientSecret}`);
  expect(await status.json()).toMatchObject({ status: 'succeeded' });
  return clientSecret.split('_secret_')[0];
}

async function sendAlbum(request: APIRequestContext, albumName: string): Promise<void> {
  const names = ['track1', 'track2', 'track3'];
  const songs = await Promise.all(names.map((name, index) => makeTrack(`${name}.mp3`, 5 + index)));
  const files = Object.fromEntries(names.map((name, index) => [name, songs[index]]));
  const titles = Object.fromEntries(names.map((name) => [`${name}Title`, `Song ${name}`]));
  const multipart = {
    artistName: 'Mina Okafor',
    phoneNumber: '+1 202 555 0142',
    albumName,
    ...titles,
    ...files,
  };
  const response = await request.post('/api/album/submit', { multipart });
  expect(response.status(), await response.text()).toBeLessThan(300);
}

test('SD-10 DI-3 store states reach the buyer; a payment is attached to its album; a part refund shows at once', async ({
  page,
  browser,
}) => {
  test.slow();
  const mark = Date.now().toString(36);
  const id = await sendTrack(page, `Ordered ${mark}`);
  await buy(page.request, { submissionId: id, product: 'distribution' });
  const unattached = await buy(page.request, { amount: 24.99, description: 'Whatever a caller writes' });
  await sendAlbum(page.request, `Harbour ${mark}`);
  const staff = await (await browser.newContext()).newPage();
  await staff.request.post('/api/admin/login', { data: STAFF });

  await staff.goto('/admin/dashboard?tab=orders');
  const order = staff.getByRole('rowgroup').filter({ hasText: `Ordered ${mark}` });
  await order.getByText('Stores').click();
  await order.getByLabel('Streamhouse').selectOption('sent');
  await expect(toasts(staff)).toContainText('Streamhouse: sent');
  await order.getByLabel('Wavefront').selectOption('live');
  await expect(order.getByText('1 of 6 live')).toBeVisible();
  await order.getByLabel(/^Note on order/).fill('With the stores since today');
  await order.getByRole('button', { name: /^Start/ }).click();
  await expect(order.getByText('In progress', { exact: true })).toBeVisible();
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByText('Our staff are working on your order.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Streamhouse' })).toContainText('sent');
  await expect(page.getByRole('listitem').filter({ hasText: 'Wavefront' })).toContainText('live');

  await staff.goto('/admin/dashboard?tab=payments');
  const fee = staff.getByRole('row').filter({ has: staff.locator(`[title="${unattached}"]`) });
  await expect(fee.getByText('Not attached')).toBeVisible();
  await fee.getByRole('button', { name: 'Attach' }).click();
  await staff.getByLabel('Album', { exact: true }).click();
  await staff.getByRole('option', { name: new RegExp(`Harbour ${mark}`) }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Attach' }).click();
  await expect(toasts(staff)).toContainText('Payment attached');
  await expect(fee.getByText('Matched')).toBeVisible();
  await expect(fee.getByText('Not attached')).toHaveCount(0);

  const sale = staff.getByRole('row').filter({ hasText: `Ordered ${mark}` });
  await sale.getByRole('button', { name: 'Refund' }).click();
  await staff.getByLabel('Dollars').fill('5');
  await staff.getByLabel('Reason').fill('One store was late');
  await staff.getByRole('dialog').getByRole('button', { name: 'Refund $5.00' }).click();
  // For a moment both: the book is written before the request is closed.
  await expect(sale.getByText(/^\$5\.00 (on its way back|refunded)$/).first()).toBeVisible();
  await expect(sale.getByText('$5.00 refunded')).toBeVisible();
  await staff.context().close();
});
