/** The frame around every page: header, drawer, footer, 404, redirects, focus. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations, listViolationsNow } from './accessible.ts';

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const isInDialog = (page: Page) => page.evaluate(() => !!document.activeElement?.closest('[role=dialog]'));

test('SH-1 SH-3 SH-4 an unknown path has status 404 and says so, in the frame of every page: skip link, header, footer, and a word when the network is gone', async ({
  page,
  context,
}) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await focusedId(page)).toBe('main');

  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText([
    'Upload',
    'Leaderboard',
    'Albums',
    'Listen',
    'Ledger',
    'My tracks',
    'About',
    'A&R Login',
  ]);
  await expect(nav.getByRole('link', { name: 'Upload' })).toHaveAttribute('href', '/#upload');
  await expect(nav.getByRole('link', { name: 'A&R Login' })).toHaveAttribute('href', '/admin/login');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();

  const footer = page.getByRole('contentinfo');
  for (const name of ['Upload', 'Leaderboard', 'Albums', 'Ledger', 'My tracks', 'About', 'A&R Login'])
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
  const paths = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const path of ['/rules', '/method', '/refunds', '/privacy', '/terms', '/sms-terms', '/support'])
    expect(paths).toContain(path);
  // Company and legal links lead to pages.
  for (const name of [
    'Scoring method',
    'Support',
    'Official rules',
    'Refunds',
    'Privacy',
    'Terms',
    'SMS terms',
  ]) {
    const href = await footer.getByRole('link', { name, exact: true }).getAttribute('href');
    expect((await page.request.get(href ?? '')).status(), name).toBe(200);
  }

  await context.setOffline(true);
  await expect(page.getByText('No connection.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('No connection.')).toBeHidden();
});

test('LA-1 the first paint needs no script: name, heading and ways on, axe-clean, within the content policy', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Loading');
  expect(await listViolationsNow(page)).toEqual([]);
  expect(refused).toEqual([]);
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test('SH-4 no path above or below a page is a page', async ({ request }) => {
  for (const path of ['/leaderboard/deeper', '/submission', '/results/1/2'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('SH-5 SH-10 short addresses lead to their pages; /success keeps its query to the letter', async ({
  page,
}) => {
  await page.goto('/success?payment_intent=007&x=1e5');
  await expect(page).toHaveURL(/\/payment-success\?payment_intent=007&x=1e5$/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$|\/admin\/login/);
  await page.goto('/skylark');
  await expect(page).toHaveURL(/\/skylark-platform$/);
});

test('a navigation sets the title, moves focus to the content and starts at the top', async ({ page }) => {
  await page.goto('/kit');
  await expect(page).toHaveTitle(/^Component kit/);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveTitle(/leaderboard/i);
  await expect.poll(() => focusedId(page)).toBe('main');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('SH-2 the drawer opens, traps focus, and closes on Escape and on navigation, forward and back', async ({
    page,
  }) => {
    await page.goto('/nowhere');
    const button = page.getByRole('button', { name: 'Open menu' });
    await button.tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
    for (let press = 0; press < 18; press += 1) {
      await page.keyboard.press('Tab');
      expect(await isInDialog(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();

    await button.tap();
    await drawer.getByRole('link', { name: 'Leaderboard' }).tap();
    await expect(page).toHaveURL(/\/leaderboard$/);
    await expect(drawer).toBeHidden();
    await button.tap();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
  });

  test('SH-2 a drawer whose code does not come says so, can be tried again, and late does not open on the next page', async ({
    page,
  }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto('/rules');
    const onward = page.locator('footer a[href="/leaderboard"]');
    await expect(onward).toBeVisible();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Open menu' }).click();
    const missing = page.getByRole('dialog', { name: 'That did not open' });
    await missing.getByRole('button', { name: 'Try again' }).click();
    await missing.getByRole('button', { name: 'Close' }).click();
    await expect(missing).toBeHidden();
    await expect(onward).toBeVisible();
    await page.unrouteAll();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Open menu' }).click();
    // Not by a finger: it would wait for the drawer to be gone, should it have been quicker.
    await onward.dispatchEvent('click');
    release();
    await expect(page).toHaveURL(/leaderboard/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leaderboard');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('what came with a page is not asked for again, and its focus stays where it was', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(leaderboard|submissions\/\d+)$/.test(pathname)) asked.push(pathname);
  });
  // Held back until a key was pressed: the server's first paint is all there is.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/leaderboard', { waitUntil: 'commit' });
  await expect(page.locator('.fp h1')).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  release();
  const vote = page.getByRole('link', { name: /^Vote for / }).first();
  await expect(vote).toBeVisible();
  await expect(skip).toBeFocused();
  expect(asked).toEqual([]);
  await page.goto((await vote.getAttribute('href')) ?? '');
  await expect(page.getByText('Winners Circle')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/submissions/'))).toEqual([]);
});
