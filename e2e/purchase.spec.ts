/** What every sale shares and no page shows by itself: a bank that takes its time, a payment that is over, a form left. */
import { expect, test } from '@playwright/test';
import { CARDS, fillCard, sendTrack, waitUntilHeard } from './payment-steps.ts';
import { toasts } from './upload-steps.ts';

/** The slow card's bank takes 20 seconds. */
const BANK = { timeout: 60_000 };

test('PA-2 PA-10 a slow bank: the form says that it is processing, then the buyer is taken on once', async ({
  page,
}) => {
  test.slow();
  const id = await sendTrack(page);
  await page.goto(`/payment/${id}`);
  await fillCard(page, CARDS.slow);
  const pay = page.getByRole('button', { name: /^(DISTRIBUTE YOUR TRACK NOW|Processing\.\.\.)$/ });
  await pay.click();
  await expect(page.getByText('Your payment is processing.')).toBeVisible();
  await expect(pay).toHaveText('Processing...');
  await expect(page.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/payment-success/${id}\\?`), BANK);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('PA-4 a payment cancelled in another tab cannot be paid: the form says so and begins another', async ({
  page,
}) => {
  const id = await sendTrack(page);
  const begun = page.waitForResponse('**/api/create-payment-intent');
  await page.goto(`/payment/${id}`);
  const { clientSecret } = await (await begun).json();
  await fillCard(page, CARDS.good);
  await page.request.post('/api/payments/cancel', { data: { clientSecret } });
  const again = page.waitForResponse('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'DISTRIBUTE YOUR TRACK NOW' }).click();
  await expect(toasts(page)).toContainText('Payment failed');
  expect((await (await again).json()).clientSecret).not.toBe(clientSecret);
  // What was typed is still there: the same card pays the new one.
  await page.getByRole('button', { name: 'DISTRIBUTE YOUR TRACK NOW' }).click();
  await expect(page).toHaveURL(new RegExp(`/payment-success/${id}\\?`));
});

test('VO-4 votes: the dialog closed while the bank decides says that they arrive, and they do', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  await page.goto(`/artist-vote/${id}`);
  await page.getByRole('button', { name: 'Buy 15 votes' }).click();
  await fillCard(page, CARDS.slow);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Your payment is processing.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toasts(page)).toContainText('The votes arrive by themselves once your bank has said yes.');
  // Another package can be begun meanwhile, with a form of its own.
  await page.getByRole('button', { name: 'Buy 40 votes' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay $19.99' })).toBeEnabled();
  // The key closes what lies on top: a notice that came just now, then the dialog.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(toasts(page)).toContainText('Payment Cancelled');
  await expect(page.getByRole('img', { name: 'Supporter votes 15' })).toBeVisible(BANK);
});
