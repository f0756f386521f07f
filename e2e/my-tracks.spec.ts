/** My tracks: a track sent and left, found again in the same browser and, signed in, on another device. */
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { STAFF } from './start-app.ts';
import { makeTrack } from './tracks.ts';
import { fillForm, submitButton } from './upload-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The second one for a second chance: the first then has a track of this title, and its texts are off. */
const ARTISTS = [
  { phone: '+1 202 555 0191', hertz: 311 },
  { phone: '+1 202 555 0192', hertz: 247 },
];
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'My tracks' }).click();
  await expect(page).toHaveURL(/\/my-tracks$/);
}

/** Sends a track, agreeing to texts, and leaves before it is heard. */
async function sendAndLeave(
  page: Page,
  trackTitle: string,
  { phone, hertz }: (typeof ARTISTS)[number],
): Promise<number> {
  await page.goto('/upload-form');
  await page.evaluate(() => fetch('/api/priority-ticket', { method: 'POST' }));
  // A song of its own: under another number the others' song would be held as a copy, or theirs as a copy of this.
  await fillForm(page, { phoneNumber: phone, trackTitle }, await makeTrack('own.mp3', 7, hertz));
  await page.getByRole('checkbox', { name: /^Text me when my report is ready/ }).check();
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/(submission|results)\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await page.goto('/');
  return id;
}

/** With the test phone of the demo campaign. */
async function signIn(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phone);
  await page.keyboard.press('Enter');
  const arrived = page.getByRole('region', { name: 'Test phone' });
  const text = await arrived.getByText('is your code').textContent();
  await page.getByLabel('6-digit code').fill(/\b\d{6}\b/.exec(text!)![0]);
  // The offer of a passkey (where the site has a name, and not a number) keeps nobody from what is theirs.
  await expect(page.getByText('You are signed in as')).toBeVisible();
}

async function otherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return context.newPage();
}

test('PE-4 PE-5 sent, left, texted, and found after signing in elsewhere', async ({
  page,
  browser,
  request,
}, { retry }) => {
  const title = 'Paper Sun';
  const artist = ARTISTS[retry];
  const id = await sendAndLeave(page, title, artist);
  await openMenu(page);
  const track = page.getByRole('listitem').filter({ hasText: title });
  await expect(track.first()).toBeVisible();
  await expect(page.getByText('Report ready').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Your report is ready/ })).toBeVisible();
  expect(await isTooWide(page)).toBe(false);

  const elsewhere = await otherDevice(browser);
  await elsewhere.goto(new URL('/my-tracks', page.url().replace('127.0.0.1', 'localhost')).href);
  await expect(elsewhere.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await signIn(elsewhere, artist.phone);
  await elsewhere.getByRole('button', { name: 'Not now' }).click();
  await expect(elsewhere.getByRole('heading', { name: title })).toBeVisible();
  const notice = elsewhere.getByRole('link', { name: /Your report is ready/ });
  await expect(notice.getByText('not read yet')).toBeAttached();
  await notice.click();
  await expect(elsewhere).toHaveURL(new RegExp(`/results/${id}$`));
  await expect(elsewhere.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await openMenu(elsewhere);
  await expect(elsewhere.getByText('Voting open').first()).toBeVisible();
  await expect(notice.getByText('not read yet')).toHaveCount(0);

  // Off by one tap, by the link in the text itself.
  const texts = await readTexts(request);
  const text = texts.find(({ body }) => body.includes(`/results/${id}`));
  const off = new URL(/https?:\S+\/texts-off\/\w+/.exec(text?.body ?? '')?.[0] ?? '').pathname;
  await page.goto(off);
  await expect(page.getByRole('heading', { name: 'Texts are off' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('checkbox', { name: /^Text me when/ })).not.toBeChecked();
});

/** The outbox as staff read it. */
async function readTexts(request: APIRequestContext): Promise<{ body: string }[]> {
  await request.post('/api/admin/login', { data: STAFF });
  const answer = await request.get('/api/admin/texts');
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { body: string }[];
}

const item = (over: object) => ({
  id: 1,
  title: 'A title',
  state: 'Paid',
  tone: 'good',
  note: null,
  next: { label: 'Receipt', path: '/receipt/x' },
  also: null,
  at: '2026-11-01T12:00:00.000Z',
  score: null,
  peaks: null,
  progress: null,
  rank: null,
  history: [],
  ...over,
});
const section = (kind: string, items: object[] = [], next: number | null = null) => ({
  kind,
  total: items.length + (next ? 5 : 0),
  items,
  next,
});

test('PE-4 loading, error with a way out, long names and more of them', async ({ page }) => {
  let answerWith: 'error' | 'all' = 'error';
  const long = 'Supercalifragilistic'.repeat(9);
  await page.route('**/api/my', (route) =>
    answerWith === 'error'
      ? route.fulfill({ status: 500, json: { message: 'no' } })
      : route.fulfill({
          json: {
            sections: [
              section(
                'track',
                [
                  item({ id: 9, title: long, state: 'Voting open', rank: { rank: 7, of: 1200, votes: 318 } }),
                  item({ id: 8, title: 'Tin Rooftop', state: 'Listening', tone: 'plain', progress: 71 }),
                ],
                8,
              ),
              section('album'),
              section('message', [
                item({
                  id: 3,
                  note: `${long} ${long}`,
                  state: 'Meeting on Thursday, December 3, 2026 at 3:00 PM (America/New_York)',
                }),
              ]),
              section('payment', [item({ id: 4, title: long })]),
              section('order', [item({ id: 5 })]),
              section('vote', [item({ id: 6 })]),
            ],
          },
        }),
  );
  await page.route('**/api/my?*', (route) =>
    route.fulfill({ json: { sections: [section('track', [item({ id: 7, title: 'An older one' })])] } }),
  );
  await page.goto('/my-tracks');
  await expect(page.getByRole('heading', { name: 'Your tracks could not be loaded' })).toBeVisible();
  answerWith = 'all';
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: long }).first()).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Tin Rooftop: analysis' })).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('heading', { name: 'An older one' })).toBeVisible();
  await page.getByRole('link', { name: /^Votes 1/ }).click();
  await expect(page.locator('#votes')).toBeInViewport();
});
