/** Steps of a buyer: a track to buy for, the card form, the bank's page. */
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { makeTrack } from './tracks.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  slow: '4000000000000077',
  secure: '4000002760003184',
} as const;

/** Uploads past the form; the page's own browser owns it. */
export async function sendTrack(page: Page, trackTitle = 'Saltwater Teeth'): Promise<number> {
  const audioFile = await makeTrack();
  await page.request.post('/api/priority-ticket');
  const response = await page.request.post('/api/submissions', {
    multipart: { artistName: 'Mina Okafor', phoneNumber: '+1 202 555 0142', trackTitle, audioFile },
  });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { submissionId: number }).submissionId;
}

/** The first tracks of a run wait behind the demo's own: what the test does afterwards has its time all the same. */
export async function waitUntilHeard(request: APIRequestContext, id: number): Promise<void> {
  test.slow();
  await expect
    .poll(
      async () =>
        ((await (await request.get(`/api/submissions/${id}/status`)).json()) as { analyzed: boolean })
          .analyzed,
      { timeout: 200_000 },
    )
    .toBe(true);
}

export const cardNumber = (page: Page): Locator => page.getByLabel('Card number');

export async function fillCard(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number);
  await page.getByLabel('Expiry').fill('12 / 30');
  await page.getByLabel('CVC', { exact: true }).fill('123');
}

export async function answerBank(page: Page, button: 'Approve payment' | 'Refuse payment'): Promise<void> {
  await expect(page).toHaveURL(/\/test-bank\//);
  await page.getByRole('button', { name: button }).click();
}
