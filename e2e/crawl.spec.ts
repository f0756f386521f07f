/** Every page is reached from '/' by links and buttons alone, whoever looks; no address is typed. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PAGES } from '../src/campaign/page-list.ts';
import { sendTrack, waitUntilHeard } from './payment-steps.ts';
import { STAFF, signIn as signInStaff } from './start-app.ts';

/** The pattern a path belongs to: '/results/7' is '/results/:id'. */
const PATTERNS = PAGES.map(({ name, path }) => {
  const text = path.replace('{brand}', 'skylark').replace(/:[A-Za-z]+/g, '[^/]+');
  return { name: name as string, pattern: new RegExp(`^${text}$`) };
});
const pageOf = (path: string) => PATTERNS.find(({ pattern }) => pattern.test(path))?.name ?? null;

/** Reached through a text, a payment or a signed link: their own journeys open them. */
const BY_DEED = [
  ...['texts-off', 'invite', 'pitch', 'distribution-dashboard', 'album-selected', 'album-publish', 'kit'],
  ...['payment-success', 'payment-success-track', 'payment-demo', 'receipt', 'test-bank', 'vote-receipt'],
];
const FOR_STAFF = ['dashboard', 'follow-up', 'album-dashboard', 'test-transcription'];

/** Follows one link to each kind of page not seen yet, until there is none. */
async function crawl(page: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = pageOf(path.split(/[?#]/)[0]);
    if (!name || seen.has(name)) continue;
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForLoadState('networkidle');
    seen.add(name);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    waiting.push(...links);
  }
  return seen;
}

const expected = (left: readonly string[]) =>
  PATTERNS.map(({ name }) => name).filter((name) => !BY_DEED.includes(name) && !left.includes(name));

async function asOwner(context: BrowserContext, url: string): Promise<void> {
  const { name, value } = await signInStaff(url, STAFF);
  await context.addCookies([{ name, value, url }]);
}

test('PT-11 a stranger, an artist and staff reach every page of theirs from the start', async ({
  page,
  browser,
  baseURL,
}) => {
  // 'processing' is left to the artist: a stranger has no track on its way.
  const stranger = await crawl(await (await browser.newContext()).newPage());
  expect([...stranger]).toEqual(expect.arrayContaining(expected([...FOR_STAFF, 'processing'])));

  const id = await sendTrack(page);
  const artist = await crawl(page);
  expect([...artist]).toEqual(expect.arrayContaining(expected(FOR_STAFF)));
  await waitUntilHeard(page.request, id);

  const desk = await browser.newContext();
  await asOwner(desk, baseURL ?? '');
  const deskPage = await desk.newPage();
  const owner = await crawl(deskPage);
  expect([...owner]).toEqual(expect.arrayContaining(expected(['processing'])));
  // The header says who is signed in, not 'A&R Login'.
  await deskPage.goto('/leaderboard');
  const header = deskPage.getByRole('banner');
  await expect(header.getByRole('link', { name: /^Dashboard/ })).toBeVisible();
  await expect(header.getByRole('link', { name: 'A&R Login' })).toHaveCount(0);
});
