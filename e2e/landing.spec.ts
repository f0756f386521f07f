/** The landing page as a visitor meets it: countdown, films, form, anchors, marketing, and what a live campaign hides. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';
import { follow } from './navigate.ts';
import { startApp } from './start-app.ts';

// With everything that moves, as most people see it; the films play. Where nothing is asked about that, they wait.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });
const holdStill = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });

/** What the tag 'Sample' says of itself. */
const SAMPLE = 'An example, not a measured or earned figure';
const CAPTION = 'Time left to lock in your top spot';

const timer = (page: Page) => page.getByRole('timer').first();

/** Seconds the first counter shows, from its spoken form. */
async function secondsShown(page: Page): Promise<number> {
  await expect(timer(page)).toHaveAttribute('aria-label', /left$/);
  const words = (await timer(page).getAttribute('aria-label')) ?? '';
  const part = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(words)?.[1] ?? 0);
  return part('minute') * 60 + part('second');
}

test('LA-1 LA-5 LA-7 hero, pitch from the campaign, the way to the form, and every section of the copy', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Put your\s*track on\s*the desk\./i);
  await expect(page.getByTestId('hero-video')).toHaveAttribute('src', '/media/hero.mp4');
  await expect(page.getByTestId('hero-audio')).toHaveAttribute('src', '/media/hero.mp3');
  const main = page.getByRole('main');
  for (const words of [
    "chance to be featured on Nova Reyes's album and join the tour",
    'album releasing in 4 weeks',
    'a tour starting in Russia this summer',
  ])
    await expect(main.getByText(words).first()).toBeVisible();
  for (const title of [
    'Artists and songwriters',
    'Producers',
    'All talent',
    'Why joining matters',
    'Quality over quantity',
  ])
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  await expect(main.getByRole('link', { name: 'See the board' })).toHaveAttribute('href', '/leaderboard');
  await expect(main.getByRole('link', { name: 'How it works' })).toHaveAttribute('href', '/about');
  await main
    .getByRole('link', { name: /Submit your track/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#upload$/);
  await expect(page.getByRole('button', { name: 'Submit Track for Analysis' })).toBeInViewport({
    timeout: 10_000,
  });
});

test('LA-5 the form is reached by its address and from another page, and what is typed stands on the poster', async ({
  page,
}) => {
  await holdStill(page);
  await page.goto('/about');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click();
  await expect(page.getByRole('heading', { name: 'Plug in.' })).toBeInViewport();
  await page.goto('/#upload');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Plug in.' })).toBeInViewport();
  await page.getByLabel('Artist Name').fill('Mina Okafor');
  await page.getByLabel('Track Title').fill('Saltwater Teeth');
  await expect(page.locator('figure').getByText('Mina Okafor')).toBeVisible();
  await expect(page.locator('figure').getByText('“Saltwater Teeth”')).toBeVisible();
});

/** Whole seconds the server says are left, asked after a page was read: what the page showed is never less. */
async function secondsAtServer(page: Page): Promise<number> {
  const ticket = await (await page.request.post('/api/priority-ticket')).json();
  return Math.floor((Date.parse(ticket.expiresAt) - Date.parse(ticket.serverTime)) / 1000);
}

test('LA-4 HON-2 a clock that cannot be asked says so and can be asked again; the countdown starts at 8 minutes, steps by a second, and survives reload, second tab and a wrong clock', async ({
  page,
  context,
}) => {
  await holdStill(page);
  // Answers from the first press on: the form asks by itself when it is drawn, and would answer before anybody pressed.
  const wasPressed = () => page.evaluate(() => document.documentElement.hasAttribute('data-pressed'));
  await page.route('**/api/priority-ticket', async (route) =>
    (await wasPressed()) ? route.continue() : route.abort(),
  );
  await page.goto('/');
  await expect(page.getByText('The clock of the server did not answer.').first()).toBeVisible();
  await page.evaluate(() =>
    addEventListener('click', () => document.documentElement.setAttribute('data-pressed', ''), true),
  );
  await page.getByRole('button', { name: 'Ask again' }).first().click();
  expect(await secondsShown(page)).toBeGreaterThan(400);
  await page.unroute('**/api/priority-ticket');
  await expect(page.getByText(CAPTION).first()).toBeVisible();
  const first = await secondsShown(page);
  expect(first).toBeLessThanOrEqual(480);
  expect(first).toBeGreaterThanOrEqual(await secondsAtServer(page));
  await expect.poll(() => secondsShown(page)).toBeLessThan(first);

  await page.reload();
  const reloaded = await secondsShown(page);
  expect(reloaded).toBeLessThan(first);
  expect(reloaded).toBeGreaterThanOrEqual(await secondsAtServer(page));

  const other = await context.newPage();
  // Two hours fast, in this tab only.
  await other.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 2 * 3600_000;
  });
  await other.goto('/');
  const there = await secondsShown(other);
  expect(there).toBeLessThanOrEqual(reloaded);
  expect(there).toBeGreaterThanOrEqual(await secondsAtServer(page));
});

test('LA-4 at zero it says CLOSED, asks not to leave or refresh, and the form still works', async ({
  page,
}) => {
  await holdStill(page);
  await page.route('**/api/priority-ticket', async (route) => {
    const answer = await route.fetch();
    const ticket = await answer.json();
    const expiresAt = new Date(Date.parse(ticket.serverTime) + 3000).toISOString();
    await route.fulfill({ json: { ...ticket, expiresAt } });
  });
  await page.goto('/');
  await expect(timer(page)).toHaveAttribute('aria-label', /[123] seconds? left/);
  await expect(timer(page)).toHaveAttribute('aria-label', 'CLOSED');
  const main = page.getByRole('main');
  await expect(main.getByText('CLOSED', { exact: true }).first()).toBeVisible();
  await expect(main.getByText(/do not leave or refresh this page/).first()).toBeVisible();
  await expect(main.getByText(/The form below still works/).first()).toBeVisible();
  await page.goto('/#upload');
  await expect(page.getByRole('button', { name: 'Submit Track for Analysis' })).toBeEnabled();
});

const videoState = (page: Page, testId: string) =>
  page.getByTestId(testId).evaluate((element) => {
    const { muted, paused, ended, currentTime, duration } = element as HTMLVideoElement;
    return { muted, paused, ended, currentTime, duration };
  });
const jumpToEnd = (page: Page, testId: string) =>
  page.getByTestId(testId).evaluate((element) => {
    const video = element as HTMLVideoElement;
    video.currentTime = video.duration - 0.3;
  });

test('LA-2 the hero video starts by itself, takes its sound where allowed, plays once and is mute again', async ({
  page,
}) => {
  await page.goto('/');
  await expect.poll(async () => (await videoState(page, 'hero-video')).paused).toBe(false);
  await expect.poll(async () => (await videoState(page, 'hero-video')).muted).toBe(false);
  await jumpToEnd(page, 'hero-video');
  await expect.poll(async () => (await videoState(page, 'hero-video')).ended).toBe(true);
  expect(await videoState(page, 'hero-video')).toMatchObject({ muted: true, paused: true });
});

test('LA-2 where the browser allows no sound it goes on muted; with less motion it waits to be asked', async ({
  page,
  browser,
}) => {
  // As browsers do: unmuting without a gesture pauses.
  await page.addInitScript(() => {
    const muted = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted');
    if (!muted?.get || !muted.set) throw new Error('no muted property');
    const { get, set } = muted;
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      configurable: true,
      get,
      set(this: HTMLMediaElement, value: boolean) {
        set.call(this, value);
        if (!value) this.pause();
      },
    });
  });
  await page.goto('/');
  await expect.poll(async () => (await videoState(page, 'hero-video')).currentTime).toBeGreaterThan(0.5);
  expect(await videoState(page, 'hero-video')).toMatchObject({ muted: true, paused: false });

  const calm = await browser.newContext({ reducedMotion: 'reduce' });
  const still = await calm.newPage();
  await still.goto('/');
  await expect(still.getByRole('button', { name: 'Play the hero video' })).toBeVisible();
  expect((await videoState(still, 'hero-video')).paused).toBe(true);
  await calm.close();
});

test('LA-3 the promo panel: a click plays with sound, another pauses; after the end it replays muted', async ({
  page,
}) => {
  await page.goto('/');
  const play = page.getByRole('button', { name: 'Play the promotional video' });
  await play.click();
  await expect.poll(async () => (await videoState(page, 'promo-video')).paused).toBe(false);
  expect((await videoState(page, 'promo-video')).muted).toBe(false);
  await page
    .getByRole('button', { name: 'Pause the promotional video' })
    .click({ position: { x: 20, y: 20 } });
  await expect.poll(async () => (await videoState(page, 'promo-video')).paused).toBe(true);
  await play.click();
  await expect.poll(async () => (await videoState(page, 'promo-video')).paused).toBe(false);
  await jumpToEnd(page, 'promo-video');
  await expect
    .poll(() => videoState(page, 'promo-video'))
    .toMatchObject({ muted: true, paused: false, ended: false });
  expect((await videoState(page, 'promo-video')).currentTime).toBeLessThan(5);
});

test('LA-3 the promo panel falls back to muted, and says when the film cannot be loaded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return this.muted ? play.call(this) : Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
    };
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the promotional video' }).click();
  await expect.poll(() => videoState(page, 'promo-video')).toMatchObject({ muted: true, paused: false });

  await page.route('**/media/promo.mp4', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await expect(page.getByText('Video Unavailable')).toBeVisible();
  await expect(page.getByText("The promotional video couldn't be loaded.")).toBeVisible();
});

test('LA-1 the number one plays from the hero, and the hero video does not talk over it', async ({
  page,
}) => {
  // The film's start is held back until the track plays: the order in which it used to take the sound.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      if (this.dataset.testid === 'hero-video')
        await new Promise((resolve) => addEventListener('track-plays', resolve, { once: true }));
      return play.call(this);
    };
  });
  await page.goto('/');
  const hero = page.getByRole('button', { name: /^Play .+ by .+$/ }).first();
  const label = (await hero.getAttribute('aria-label'))?.replace('Play ', '') ?? '';
  await page
    .getByRole('button', { name: `Play ${label}`, exact: true })
    .first()
    .click();
  const pause = page.getByRole('button', { name: `Pause ${label}`, exact: true });
  await expect(pause).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('track-plays')));
  await expect.poll(() => videoState(page, 'hero-video')).toMatchObject({ paused: false, muted: true });
  await page.waitForTimeout(300);
  await expect(pause).toBeVisible();
  expect((await videoState(page, 'hero-video')).muted).toBe(true);
});

test('LA-6 SH-3 HON-1 HON-7 /about: how it works, impact and testimonials, each with a basis or the tag, and the way to the form; the footer leads to the rules and legal pages, which exist', async ({
  page,
}) => {
  await holdStill(page);
  await page.goto('/about');
  for (const name of ['How it works', 'Impact', 'What artists say'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  const campaign = (await (await page.request.get('/api/campaign')).json()).campaign;
  for (const voice of campaign.testimonials) {
    const claim = page.locator('div', { has: page.locator('blockquote', { hasText: voice.quote }) }).last();
    await expect(claim.getByText(voice.basis ?? 'Sample').first()).toBeVisible();
  }
  const figures = page.locator('section', { has: page.getByRole('heading', { name: 'Impact' }) });
  const unproven = campaign.impact.filter((claim: { basis: string | null }) => claim.basis === null);
  await expect(figures.getByTitle(SAMPLE)).toHaveCount(unproven.length);
  await expect(page.getByText('DEMO CAMPAIGN')).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Submit your track/ })
      .first(),
  ).toHaveAttribute('href', '/#upload');

  const pages = ['/rules', '/method', '/refunds', '/privacy', '/terms', '/sms-terms', '/support'];
  for (const path of pages) {
    const link = page.getByRole('contentinfo').locator(`a[href="${path}"]`);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText((await link.textContent()) ?? '');
    expect((await page.request.get(path)).status()).toBe(200);
  }
  await page.goto('/rules#voting');
  await expect(page.getByRole('heading', { name: 'Voting' })).toBeInViewport();
});

test('HON-1 a campaign that is no demo shows no claim without a basis, no demo bar, and its own routes', async ({
  page,
}) => {
  await holdStill(page);
  const live = await startApp({ CAMPAIGN_FILE: 'campaigns/example-live.json' });
  try {
    await page.goto(`${live.url}/about`);
    await expect(page.getByText('I moved the chorus twenty seconds forward')).toBeVisible();
    await expect(page.getByText('printed with his consent')).toBeVisible();
    await expect(page.getByText('Best contest ever')).toHaveCount(0);
    await expect(page.getByText('9 of 10')).toHaveCount(0);
    await expect(page.getByTitle(SAMPLE)).toHaveCount(0);
    await expect(page.getByText('DEMO CAMPAIGN')).toHaveCount(0);
    await page.goto(live.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Bring\s*the song\s*ashore\./i);
    await expect(
      page.getByText('Nobody yet. The first track that is heard takes all three lines.'),
    ).toBeVisible();
    await page.goto(`${live.url}/rules`);
    await expect(page.getByText('for 45 days after the track was analysed')).toBeVisible();
    expect((await page.request.get(`${live.url}/tidewire`, { maxRedirects: 0 })).headers().location).toBe(
      '/tidewire-platform',
    );
  } finally {
    await live.stop();
  }
});

const SCREENS: [path: string, title: RegExp, ...widths: number[]][] = [
  ['/about', /^About/, 1280, 360],
  ['/rules', /^Official rules/, 390],
  ['/method', /^Scoring method/, 390],
  ['/support', /^Support/, 1280],
];
test('no page of the landing has an accessibility violation or scrolls sideways, wide and narrow', async ({
  page,
}) => {
  const expectFits = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    // A page that was wide a moment ago takes that moment to fit.
    await expect
      .configure({ soft: true })
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
        message: `${path} at ${width} px`,
        timeout: 10_000,
      })
      .toBeLessThanOrEqual(0);
    expect.soft(await listViolations(page), `${path} at ${width} px`).toEqual([]);
  };
  await holdStill(page);
  await page.goto('/#upload');
  await expect(page.getByRole('button', { name: 'Submit Track for Analysis' })).toBeVisible();
  for (const width of [1280, 390]) await expectFits('/', width);
  for (const [path, title, ...widths] of SCREENS) {
    await follow(page, path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of widths) await expectFits(path, width);
  }
});

test('LA-1 nothing moves while the landing page arrives', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(timer(page)).toHaveAttribute('aria-label', /left$/);
  await page.waitForTimeout(1500);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
});

test('LA-2 LA-3 on a phone both films are fetched when a reader comes near, and no sooner', async ({
  page,
}) => {
  const films: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.mp4')) films.push(pathname);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  // The last part of the page is there, so that whatever comes by itself has come.
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(films).toEqual([]);
  await page.getByRole('heading', { name: 'The album. The tour. You?' }).scrollIntoViewIfNeeded();
  await expect.poll(() => new Set(films)).toEqual(new Set(['/media/hero.mp4', '/media/promo.mp4']));
});
