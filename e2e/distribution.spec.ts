/** Buying distribution in a real browser: success, decline then retry, 3-D Secure, cancel, tab closed after paying. */
import { expect, test } from '@playwright/test';
import { answer } from './fake-answers.ts';
import { follow } from './navigate.ts';
import { answerBank, CARDS, cardNumber, fillCard, sendTrack } from './payment-steps.ts';
import { toasts } from './upload-steps.ts';

const startButton = 'Distribute for $19.99';

test('DI-1 PA-3 PA-9 PA-10 HON-5 the sales page sells at $19.99; a declined card says why, another one works, and the true order shows', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByText('$19.99').first()).toBeVisible();
  await page.getByRole('button', { name: startButton }).click();
  await expect(page.getByText('Test mode')).toBeVisible();
  await fillCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(toasts(page)).toContainText('Payment Failed');
  await expect(toasts(page)).toContainText('Your card was declined.');
  await fillCard(page, CARDS.good);
  await expect(page.getByLabel('Card brand')).toHaveText('Visa');
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(toasts(page).filter({ hasText: 'Payment Successful' })).toContainText(
    'Your payment was processed successfully!',
  );
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await expect(page.getByText('planned', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the vote page' })).toHaveAttribute(
    'href',
    `/artist-vote/${id}`,
  );
});

test('PA-1 PA-2 PA-5 3-D Secure leaves for the bank, comes back, and tells the truth either way', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await page.goto(`/artist-distro/${id}`);
  await page.getByRole('button', { name: startButton }).click();
  await fillCard(page, CARDS.secure);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await answerBank(page, 'Refuse payment');
  await expect(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/');
  await page.goto(`/artist-distro/${id}`);
  await page.getByRole('button', { name: startButton }).click();
  await fillCard(page, CARDS.secure);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await answerBank(page, 'Approve payment');
  await expect(page).toHaveURL(new RegExp(`/payment-success/${id}\\?`));
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'View Submissions' })).toHaveAttribute('href', '/admin');
  await page.getByRole('link', { name: 'Your receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Distribution to 6 stores ordered.')).toBeVisible();
  await expect(page.getByText('waiting for staff')).toBeVisible();
});

test('DI-4 the tab is closed right after paying: the order stands all the same', async ({
  page,
  context,
}) => {
  const id = await sendTrack(page);
  const shop = await context.newPage();
  await shop.goto(`/artist-distro/${id}`);
  await shop.getByRole('button', { name: startButton }).click();
  await fillCard(shop, CARDS.good);
  // Paid at the provider, but the page never hears of it and reports nothing.
  await shop.route('**/api/sandbox/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await shop.route('**/api/distribution-payment-success', (route) => route.abort());
  await shop.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(shop.getByText('An unexpected error occurred.').first()).toBeVisible();
  await shop.close();
  const status = `/api/submissions/${id}/distribution-status`;
  await expect
    .poll(async () => (await (await page.request.get(status)).json()) as object)
    .toMatchObject({ isPaid: true });
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
});

test('DI-4 the server cannot be told: a warning, and the page is right anyway', async ({ page }) => {
  const id = await sendTrack(page);
  await page.goto(`/artist-distro/${id}`);
  await page.getByRole('button', { name: startButton }).click();
  await page.route('**/api/distribution-payment-success', answer({ error: 'no' }, 500));
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(toasts(page)).toContainText('Warning');
  await expect(toasts(page)).toContainText(
    'Payment successful, but we had trouble updating your record. Please contact support.',
  );
});

test('DI-1 DI-9 an unknown track, and a payment that cannot be started', async ({ page }) => {
  await page.goto('/artist-distro/2147483000');
  await expect(page.getByRole('heading', { name: 'Error Loading Submission' })).toBeVisible();
  await expect(
    page.getByText("We couldn't find this submission or there was an error loading it."),
  ).toBeVisible();
  await expect(page.getByText('Failed to fetch submission')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
  const id = await sendTrack(page);
  await page.route('**/api/create-distribution-payment', answer({ error: 'The bank sleeps.' }, 500));
  await follow(page, `/artist-distro/${id}`);
  await page.getByRole('button', { name: startButton }).click();
  await expect(toasts(page)).toContainText('Payment Error');
  await expect(toasts(page)).toContainText(
    'There was a problem starting the payment process. Please try again.',
  );
});

test('DI-2 the partner pitch begins the payment on load; paid, it says so and leads back to the vote page', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await page.goto(`/skylark-distribution/${id}`);
  await expect(cardNumber(page)).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Vote Page' })).toHaveAttribute(
    'href',
    `/artist-vote/${id}`,
  );
});

test('PA-4 PA-6 the payment page pays $19.99 and goes on to the success page; a failure is explained', async ({
  page,
}) => {
  const id = await sendTrack(page);
  await page.route('**/api/create-payment-intent', answer({ error: 'No places.' }, 409));
  await page.goto(`/payment/${id}`);
  await expect(page.getByText('Could not initialize payment. Please try again later.')).toBeVisible();
  await expect(page.getByText('Error: No places.')).toBeVisible();
  await page.unroute('**/api/create-payment-intent');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await fillCard(page, CARDS.good);
  await expect(page.getByText('$19.99')).toBeVisible();
  await page.getByRole('button', { name: 'DISTRIBUTE YOUR TRACK NOW' }).click();
  await expect(page).toHaveURL(new RegExp(`/payment-success/${id}\\?`));
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('PA-5 SH-10 DI-6 returns without a payment, and the demonstration', async ({ page }) => {
  for (const path of ['/payment-success?payment_intent=pi_made_up', '/success']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible();
    await expect(page.getByText('Payment verification failed. Please contact support.')).toBeVisible();
  }
  await follow(page, '/payment-success-demo');
  await expect(page.getByTitle('Made up for the demonstration')).toBeVisible();
  await expect(page.getByRole('link', { name: '60 more votes for $29.99' })).toHaveAttribute(
    'href',
    '/artist-vote/5?package=large',
  );
  await follow(page, '/payment-success-demo/12');
  await expect(page.getByRole('link', { name: '85 more votes for $39.99' })).toHaveAttribute(
    'href',
    '/artist-vote/12?package=boost',
  );
  await expect(page.getByRole('link', { name: 'View Updated Rankings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Vote Options' })).toHaveAttribute(
    'href',
    '/artist-vote/12',
  );
});
