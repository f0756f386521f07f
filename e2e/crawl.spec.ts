/** Every page is reached from '/' by links and buttons alone, whoever looks; no address is typed. */
import { type Browser, expect, type Page, type Request, test } from '@playwright/test';
import { PAGES } from '../src/campaign/page-list.ts';
import { follow } from './navigate.ts';
import { waitUntilHeard } from './payment-steps.ts';
import { signIn } from './sign-in-steps.ts';
import { STAFF, signIn as signInStaff } from './start-app.ts';
import { makeTrack } from './tracks.ts';

/** The pattern a path belongs to: '/results/7' is '/results/:id'. */
const PATTERNS = PAGES.map(({ name, path }) => {
  const text = path.replace('{brand}', 'skylark').replace(/:[A-Za-z]+/g, '[^/]+');
  return { name: name as string, pattern: new RegExp(`^${text}$`) };
});
const pageOf = (path: string) => PATTERNS.find(({ pattern }) => pattern.test(path))?.name ?? null;

/** Reached through an upload, a text, a payment or a signed link: their own journeys open them. */
const BY_DEED = [
  ...[
    'texts-off',
    'invite',
    'listen',
    'pitch',
    'distribution-dashboard',
    'album-selected',
    'album-publish',
    'kit',
    'processing',
    'release',
  ],
  ...['payment-success', 'payment-success-track', 'payment-demo', 'test-bank'],
];
/** Whoever has voted, bought or proven a number finds these in My tracks. */
const FOR_OWNERS = ['artist', 'receipt', 'vote-receipt'];
const FOR_STAFF = ['dashboard', 'follow-up', 'album-dashboard', 'test-transcription'];

/** Waits until a page has asked for nothing for a moment: what it loads late may hold links. */
function watchRest(page: Page): (patienceMs: number) => Promise<void> {
  let asking = 0;
  let since = Date.now();
  const count = (by: number) => (request: Request) => {
    // A film is never done.
    if (request.resourceType() === 'media') return;
    asking += by;
    since = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  // One that never rests (a poll) is read as it is.
  return (timeout) =>
    expect
      .poll(() => asking === 0 && Date.now() - since > 500, { timeout, intervals: [100] })
      .toBe(true)
      .catch(() => {});
}

/** Public pages that one of the four has opened: for the others it is enough to find a link. */
const opened = new Set<string>();
const ofOneRole = (name: string) => [...FOR_OWNERS, ...FOR_STAFF].includes(name);

/** Follows links as a click does, one to each kind of page, until all are found and each was opened; returns those missed. */
async function crawl(page: Page, patienceMs: number, wanted: readonly string[]): Promise<string[]> {
  const found = new Map([['landing', '/']]);
  const read = new Set<string>();
  const rest = watchRest(page);
  const listMissing = () => wanted.filter((name) => !found.has(name));
  const chooseNext = () => {
    const unread = [...found.keys()].filter((name) => !read.has(name));
    const unopened = unread.find((name) => ofOneRole(name) || !opened.has(name));
    if (unopened || listMissing().length === 0) return unopened;
    // A page about one track leads further than those of the footer.
    const depth = (name: string) => found.get(name)!.split('/').length;
    return unread.sort((one, other) => depth(other) - depth(one))[0];
  };
  await page.goto('/');
  for (let name = chooseNext(); name !== undefined; name = chooseNext()) {
    read.add(name);
    opened.add(name);
    await follow(page, found.get(name)!);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await rest(patienceMs);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) {
      const kind = pageOf(link.split(/[?#]/)[0]);
      if (kind && !found.has(kind)) found.set(kind, link);
    }
  }
  return listMissing();
}

/** Pages the crawl should have found and did not, also when it was not in a hurry. */
async function listMissed(page: Page, left: readonly string[]): Promise<string[]> {
  const wanted = PATTERNS.map(({ name }) => name).filter((name) => ![...BY_DEED, ...left].includes(name));
  const missed = await crawl(page, 3000, wanted);
  return missed.length > 0 ? crawl(page, 8000, wanted) : missed;
}

/** Signs in, sends a song, votes and buys votes, past the forms. */
async function liveALittle(page: Page): Promise<void> {
  // Another one when it is tried again, with a song of their own: the first has voted.
  const { retry } = test.info();
  const phone = `+1202555012${9 - retry}`;
  await signIn(page, phone);
  const audioFile = await makeTrack('own.mp3', 7, [463, 523][retry]);
  const post = async (path: string, options: Parameters<typeof page.request.post>[1]) => {
    const answer = await page.request.post(path, options);
    expect(answer.ok(), path).toBe(true);
    return answer.json();
  };
  const song = { artistName: 'Cleo Crawler', phoneNumber: phone, trackTitle: 'Every Door' };
  const { submissionId } = await post('/api/submissions', { multipart: { ...song, audioFile } });
  await waitUntilHeard(page.request, submissionId);
  const voter = { voterName: 'Cleo', voterPhone: phone };
  await post('/api/submissions/1/vote', { data: voter });
  const data = { ...voter, votePackage: 'small' };
  const { clientSecret } = await post('/api/submissions/1/vote/payment', { data });
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  await post('/api/sandbox/confirm', { data: { clientSecret, card, returnPath: '/payment-success' } });
}

async function openDesk(browser: Browser, url: string, account: typeof STAFF): Promise<Page> {
  const { name, value } = await signInStaff(url, account);
  const context = await browser.newContext();
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

test('PT-11 a stranger, an artist, A&R and the owner reach every page of theirs from the start', async ({
  page,
  browser,
  baseURL,
}) => {
  // Some hundred pages, on a machine that others use too.
  test.setTimeout(900_000);
  const url = baseURL ?? '';
  // Before the first song was heard the board shows examples, which have no pages.
  await waitUntilHeard(page.request, 1);
  const owner = await openDesk(browser, url, STAFF);
  const listener = { email: `crawler-${Date.now()}@test.example`, password: 'correct horse' };
  const made = await owner.request.post('/api/admin/accounts', {
    data: { ...listener, name: 'Lena Crawler', role: 'a&r' },
  });
  expect(made.ok()).toBe(true);
  const stranger = await (await browser.newContext()).newPage();
  const desks = [owner, await openDesk(browser, url, listener)];
  await liveALittle(page);

  // Side by side: mostly they wait for pages to rest.
  const missed = await Promise.all([
    listMissed(stranger, [...FOR_STAFF, ...FOR_OWNERS]),
    listMissed(page, FOR_STAFF),
    ...desks.map((desk) => listMissed(desk, FOR_OWNERS)),
  ]);
  expect(missed).toEqual([[], [], [], []]);
  for (const desk of desks) {
    // The header says who is signed in, not 'A&R Login'.
    await desk.goto('/leaderboard');
    const header = desk.getByRole('banner');
    await expect(header.getByRole('link', { name: /^Dashboard/ })).toBeVisible();
    await expect(header.getByRole('link', { name: 'A&R Login' })).toHaveCount(0);
  }
});
