/** The artist pitch page and the distribution dashboard, opened with their signed links. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { CARDS, cardNumber, fillCard, sendTrack, waitUntilHeard } from './payment-steps.ts';
import { STAFF } from './start-app.ts';

async function makeLinks(
  page: Page,
  desk: APIRequestContext,
): Promise<{ id: number; pitch: string; dashboard: string }> {
  const id = await sendTrack(page, 'Glass Harbour');
  await waitUntilHeard(page.request, id);
  expect((await desk.post('/api/admin/login', { data: STAFF })).ok()).toBe(true);
  const links = (await (await desk.post(`/api/admin/submissions/${id}/artist-link`)).json()) as {
    pitchLink: string;
    distributionLink: string;
  };
  return { id, pitch: links.pitchLink, dashboard: links.distributionLink };
}

test('PI-1 PI-2 PI-3 PI-4 PI-5 PI-6 PI-8 the pitch: ranking, letter, discount, news, popup, payment at the discounted price', async ({
  page,
  request,
}) => {
  const { id, pitch } = await makeLinks(page, request);
  // With everything that moves, as most people see it, until the confetti was seen.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(pitch);
  await expect(page.getByRole('heading', { level: 1, name: 'Glass Harbour' })).toBeVisible();
  await expect(page.locator('canvas[data-confetti]')).toBeAttached();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByText('40% OFF')).toBeVisible();
  await expect(page.getByText('expires in 24 hours')).toBeVisible();
  await expect(page.getByText(/^Only [123] discounted spots? remaining$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Round 1 ranking' })).toBeVisible();
  // A badge from the first quarter up; further down the place alone is said.
  const place = /^Place (\d+) of (\d+) entries/.exec(
    (await page.getByText(/^Place \d+ of/).textContent()) ?? '',
  );
  const percent = Math.ceil((100 * Number(place?.[1])) / Number(place?.[2]));
  await expect(page.getByText(`TOP ${percent}%`, { exact: true })).toHaveCount(percent <= 25 ? 1 : 0);
  await expect(page.getByText('Dear Mina Okafor,')).toBeVisible();
  await expect(page.getByTitle('Written by a machine from the measurements').first()).toBeVisible();
  const popup = page.getByRole('dialog');
  await expect(popup).toBeVisible({ timeout: 20_000 });
  await expect(popup.getByRole('button', { name: "I'll check back later" })).toBeVisible();
  await popup.getByRole('button', { name: 'Submit to Nova Reyes Now' }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByRole('region', { name: 'Complete Your Submission' })).toBeInViewport();
  const news = page.getByRole('group').filter({ hasText: 'Industry news' });
  const stories = news.getByRole('listitem');
  await expect(stories.first()).toBeHidden();
  await news.getByText('Industry news').click();
  await expect(stories.getByRole('heading', { name: 'Short intros keep winning' })).toBeVisible();
  await expect(stories.filter({ hasText: 'reach the hook sooner' })).toContainText('Soundcheck method notes');
  await expect(stories).toHaveCount(2);
  await expect(news.getByTitle('Made up for the demonstration')).toBeVisible();
  await news.getByText('Industry news').click();
  await expect(stories.first()).toBeHidden();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(page).toHaveURL(new RegExp(`/payment-success/${id}\\?`));
  await expect(page.getByText('Entered in the final round of Meridian Music Group')).toBeVisible();
  await page.goto(pitch);
  await expect(
    page.getByText('is entered in the final round. There is nothing left to pay.').first(),
  ).toBeVisible();
  await expect(page.getByText('40% OFF')).toHaveCount(0);
});

test('PI-1 no confetti for those who asked for less motion; PI-4 a letter even when the server has none', async ({
  page,
  request,
}) => {
  const { pitch } = await makeLinks(page, request);
  await page.route('**/follow-up-message**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(pitch);
  await expect(page.getByText('Thank you for sending us “Glass Harbour”.')).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page.locator('canvas[data-confetti]')).toHaveCount(0);
});

test('PI-7 SEC-2 without a good link nothing is shown', async ({ page }) => {
  const id = await sendTrack(page);
  for (const path of [`/artist-update/${id}`, `/artist-update/${id}?access=made-up`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Submission Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  }
  await page.route('**/offer**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/artist-update/${id}`);
  await expect(page.getByRole('heading', { name: 'Error Loading Submission' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
});

test('DI-3 DI-7 the dashboard: action required, locked figures, planned stores; then paid', async ({
  page,
  request,
}) => {
  const { dashboard, id } = await makeLinks(page, request);
  await page.goto(dashboard);
  await expect(page.getByText('Action required')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not distributed' })).toBeVisible();
  await expect(page.getByText('--', { exact: true })).toHaveCount(4);
  await expect(page.getByText('+140 MORE')).toBeVisible();
  await expect(page.getByText('5/21/27')).toBeVisible();
  await expect(cardNumber(page)).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await expect(page.getByText('Action required')).toHaveCount(0);
  await page.goto(`/artist-update-2/${id}?access=made-up`);
  await expect(
    page.getByText('Artist dashboard not found. The link may be invalid or expired.'),
  ).toBeVisible();
  await page.route('**/distribution-dashboard**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(
    page.getByText("We couldn't load your distribution dashboard. Please check the link and try again."),
  ).toBeVisible();
});
