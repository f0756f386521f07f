/** The tour entry on the results page: a hold the server keeps, the simulation, the fee and the card. */
import { expect, test } from '@playwright/test';
import { answerBank, CARDS, fillCard, sendTrack, waitUntilHeard } from './payment-steps.ts';
import { toasts } from './upload-steps.ts';

test('HON-2 RE-4 RE-5 RE-6 a place is held once, counted down, extended by paying, and paid', async ({
  page,
  context,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  await page.goto(`/results/${id}`);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/^(1:00|\d+ seconds?)$/);
  await expect(page.getByText('Your place is reserved')).toBeVisible();
  const read = async () => Number(/(\d+) second/.exec((await timer.textContent()) ?? '')?.[1] ?? 60);
  const before = await read();
  await page.reload();
  await expect(timer).toBeVisible();
  expect(await read()).toBeLessThanOrEqual(before);
  const second = await context.newPage();
  await second.goto(`/results/${id}`);
  await expect(second.getByRole('timer')).toHaveText(/seconds?$/);
  await second.close();

  const race = page.getByRole('heading', { name: 'How a race looks' }).locator('../..');
  await expect(race.getByTitle(/not real artists/)).toBeVisible();
  await expect(race.getByRole('listitem')).toHaveCount(5);

  await expect(page.getByText('Tour entry fee')).toBeVisible();
  await expect(page.getByText('$29.99', { exact: true })).toBeVisible();
  await fillCard(page, CARDS.declined);
  await expect(page.getByText('Held while you pay')).toBeVisible();
  await expect(timer).toHaveText(/^(10:00|9:\d\d)$/);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(toasts(page)).toContainText('Payment failed');
  await expect(toasts(page)).toContainText('Your card was declined.');
  await fillCard(page, CARDS.secure);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await answerBank(page, 'Approve payment');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText(/Tour place \d+ of 50/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the track' }).click();
  await expect(page.getByText('This track has its place on the tour list.')).toBeVisible();
});

test('HON-2 PE-11 over is over: a stranger holds nothing and reads that paying is a gift, an ended hold can be taken again', async ({
  page,
  browser,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/results/${id}`);
  await expect(stranger.getByText('The artist pays this.')).toBeVisible();
  await expect(stranger.getByLabel('Card number')).toHaveCount(0);
  await stranger.getByRole('button', { name: 'Pay as a gift' }).click();
  await expect(stranger.getByText(/^A gift to .*\./)).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Hold a place' })).toHaveCount(0);
  await stranger.context().close();
  const serverTime = new Date().toISOString();
  const over = { state: 'expired', expiresAt: null, placesLeft: 4, places: 50, serverTime };
  await page.route(`**/api/submissions/${id}/hold/open`, (route) => route.fulfill({ json: over }));
  await page.goto(`/results/${id}`);
  await page.getByRole('button', { name: 'Hold again' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
});
