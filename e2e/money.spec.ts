/** Turning back, the bank's question and a closed tab, where each sale is different: tour, final round, votes, distribution. */
import { expect, type Page, test } from '@playwright/test';
import { answerBank, CARDS, cardNumber, fillCard, sendTrack, waitUntilHeard } from './payment-steps.ts';
import { STAFF } from './start-app.ts';
import { toasts } from './upload-steps.ts';

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel payment' });

async function expectCancelled(page: Page): Promise<void> {
  await cancel(page).click();
  await expect(toasts(page)).toContainText('Payment Cancelled');
  await expect(toasts(page)).toContainText('Nothing was charged.');
}

/** The provider hears the answer; the page never learns what came of it, and is closed. */
async function payAndClose(page: Page, call: string, button: string): Promise<void> {
  const press = page.getByRole('button', { name: button });
  await expect(press).toBeVisible();
  const heard = new Promise<boolean>((resolve) => {
    void page.route(call, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      resolve((await route.fetch()).ok());
    });
  });
  await press.click();
  expect(await heard).toBe(true);
  await page.close();
}

test('RE-4 RE-6 HON-2 tour entry: cancelled, the place is free and can be held again; paid in a tab that closes, it is taken', async ({
  page,
  context,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  await page.goto(`/results/${id}`);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(cancel(page)).toHaveCount(0);
  await fillCard(page, CARDS.declined);
  await expect(page.getByText('Held while you pay')).toBeVisible();
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(toasts(page)).toContainText('Your card was declined.');
  await expectCancelled(page);
  await expect(page.getByText('The hold is over, and the place was released.')).toBeVisible();
  await expect(cardNumber(page)).toHaveValue('');
  const hold = await (await page.request.get(`/api/submissions/${id}/hold`)).json();
  expect(hold).toMatchObject({ state: 'expired', expiresAt: null });
  await page.getByRole('button', { name: 'Hold again' }).click();
  await expect(page.getByText('Your place is reserved')).toBeVisible();
  await fillCard(page, CARDS.good);
  await expect(page.getByText('Held while you pay')).toBeVisible();
  await payAndClose(page, '**/api/sandbox/confirm', 'Pay $29.99');
  const later = await context.newPage();
  await later.goto(`/results/${id}`);
  await expect(later.getByText('This track has its place on the tour list.')).toBeVisible();
});

test('PI-5 PA-3 final round: declined, cancelled, begun again, and entered although the tab closes at the bank', async ({
  page,
  context,
  browser,
}) => {
  const id = await sendTrack(page, 'Salt Ladder');
  await waitUntilHeard(page.request, id);
  const desk = await browser.newContext();
  await desk.request.post('/api/admin/login', { data: STAFF });
  const { pitchLink } = await (await desk.request.post(`/api/admin/submissions/${id}/artist-link`)).json();
  await desk.close();
  await page.goto(pitchLink);
  const pay = page.getByRole('button', { name: /^Pay \$(29|49)\.99$/ });
  await fillCard(page, CARDS.declined);
  await pay.click();
  await expect(toasts(page)).toContainText('Your card was declined.');
  await expectCancelled(page);
  await fillCard(page, CARDS.secure);
  await pay.click();
  await expect(page).toHaveURL(/\/test-bank\//);
  await payAndClose(page, '**/api/sandbox/challenges/*', 'Approve payment');
  const later = await context.newPage();
  await later.goto(pitchLink);
  await expect(
    later.getByText('is entered in the final round. There is nothing left to pay.').first(),
  ).toBeVisible();
});

test('VO-4 PA-1 PA-2 votes: refused at the bank, the page says why and the payment is open again; approved, they count once', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  const dialog = page.getByRole('dialog');
  const payAtBank = async () => {
    await dialog.getByLabel('Card number').fill(CARDS.secure);
    await dialog.getByLabel('Expiry').fill('12 / 90');
    await dialog.getByLabel('CVC').fill('123');
    await dialog.getByRole('button', { name: /^Pay / }).click();
  };
  await page.goto(`/artist-vote/${id}`);
  await page.getByRole('button', { name: 'Buy 15 votes' }).click();
  await payAtBank();
  await answerBank(page, 'Refuse payment');
  await expect(toasts(page)).toContainText('unable to authenticate your payment method');
  await expect(page).toHaveURL(new RegExp(`/artist-vote/${id}$`));
  await expect(dialog).toContainText('15 votes');
  await payAtBank();
  await answerBank(page, 'Approve payment');
  await expect(page).toHaveURL(new RegExp(`/artist-vote/${id}$`));
  await expect(toasts(page)).toContainText('Payment Successful');
  await expect(page.getByRole('img', { name: 'Supporter votes 15' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: 'Supporter votes 15' })).toBeVisible();
});

test('DI-1 DI-2 PA-4 distribution: cancelled on each page that sells it, nothing is charged and it can be begun again', async ({
  page,
}) => {
  const id = await sendTrack(page);
  const start = page.getByRole('button', { name: 'Distribute for $19.99' });
  await page.goto(`/artist-distro/${id}`);
  await start.click();
  await expectCancelled(page);
  await expect(start).toBeVisible();
  await page.goto(`/skylark-distribution/${id}`);
  await expect(cardNumber(page)).toBeVisible();
  await expectCancelled(page);
  await start.click();
  await expect(cardNumber(page)).toBeVisible();
  await page.goto(`/payment/${id}`);
  await expectCancelled(page);
  await expect(page).toHaveURL(new RegExp(`/(results|processing)/${id}`));
  const status = await (await page.request.get(`/api/submissions/${id}/distribution-status`)).json();
  expect(status).toMatchObject({ isPaid: false });
});
