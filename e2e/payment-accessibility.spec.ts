/** axe on every screen of money, wide and narrow; and nothing that sticks out of a small phone. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';
import { follow } from './navigate.ts';
import { CARDS, cardNumber, fillCard, sendTrack, waitUntilHeard } from './payment-steps.ts';
import { STAFF } from './start-app.ts';

async function expectSound(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await listViolations(page), `${name} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${name} at 360 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('the payment screens have no axe violations and fit a small phone', async ({ page }) => {
  const id = await sendTrack(page, 'Thewordthatneverends'.repeat(6));
  await page.goto(`/artist-distro/${id}`);
  await page.getByRole('button', { name: 'Distribute for $19.99' }).click();
  await expect(cardNumber(page)).toBeVisible();
  await page.getByText('No real card is charged here.').click();
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expectSound(page, 'sales page with the card form');
  await fillCard(page, CARDS.secure);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page).toHaveURL(/\/test-bank\//);
  await expect(page.getByText('3184')).toBeVisible();
  await expectSound(page, 'test bank');
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expectSound(page, 'payment success');
  await page.getByRole('link', { name: 'Your receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expectSound(page, 'receipt');
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await expectSound(page, 'distribution active');
  for (const [path, heading] of [
    ['/payment-success', 'Payment Error'],
    ['/payment-success-demo/5', 'Payment Successful!'],
    ['/receipt/nothing', 'Receipt Not Found'],
  ]) {
    await follow(page, path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectSound(page, path);
  }
});

test('the artist’s pages have no axe violations and fit a small phone', async ({ page }) => {
  const id = await sendTrack(page, 'Thewordthatneverends'.repeat(6));
  await waitUntilHeard(page.request, id);
  await page.goto(`/payment/${id}`);
  await expect(cardNumber(page)).toBeVisible();
  await expectSound(page, 'payment page');
  await follow(page, `/skylark-distribution/${id}`);
  await expect(page).toHaveURL(/\/skylark-distribution/);
  await expect(cardNumber(page)).toBeVisible();
  await expectSound(page, 'partner pitch');
  await follow(page, `/results/${id}`);
  await expect(page).toHaveURL(/\/results/);
  await expect(cardNumber(page)).toBeVisible();
  await expectSound(page, 'results with the tour place');
  await page.request.post('/api/admin/login', { data: STAFF });
  const made = await page.request.post(`/api/admin/submissions/${id}/artist-link`);
  const links = (await made.json()) as { pitchLink: string; distributionLink: string };
  await page.goto(links.pitchLink);
  await expect(cardNumber(page)).toBeVisible();
  await page.getByText('Industry news').click();
  await expectSound(page, 'pitch');
  await page.goto(links.distributionLink);
  await expect(cardNumber(page)).toBeVisible();
  await expectSound(page, 'distribution dashboard');
});
