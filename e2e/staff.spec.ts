/** The A&R desk in a real browser, on an app of its own: sign-in, every tab, listening, clearing, follow-up. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { answer } from './fake-answers.ts';
import { follow } from './navigate.ts';
import { openDashboard, place } from './staff-steps.ts';
import { pauseMeasuring, STAFF, type StartedApp, startApp } from './start-app.ts';

let app: StartedApp;
test.beforeAll(async () => {
  app = await startApp({ ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password });
  await pauseMeasuring(app.url, STAFF);
});
test.afterAll(() => app.stop());

const toasts = (page: Page) => page.getByRole('region', { name: /notifications/i });
/** How many rows there are; those out of sight are not drawn. */
const table = (page: Page) => page.getByRole('table', { name: 'Submissions' });
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Submissions' }).locator('tbody tr[aria-rowindex]');

/** What one would have to push sideways with a finger. */
const findSideways = (panel: Element) =>
  [...panel.querySelectorAll('*')]
    .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.getAttribute('aria-label') ?? part.tagName);

test('AD-1 AD-5 the sign-in page says what is wrong, shows the requirements, and its application reaches staff', async ({
  page,
}) => {
  await page.goto(`${app.url}/admin/login`);
  await expectAccessible(page);
  for (const text of [
    'Works at a major label',
    'Ready to sign talent',
    'Authorized to make signing decisions',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(STAFF.email);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toasts(page)).toContainText('Login Failed');
  await expect(toasts(page)).toContainText('Invalid credentials');
  await page.route('**/api/admin/login', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toasts(page)).toContainText('Login Error');
  await expect(toasts(page)).toContainText('An error occurred during login. Please try again.');
  await page.unroute('**/api/admin/login');

  await page.getByLabel(/Your name/).fill('Ada Applicant');
  await page.getByLabel(/Work email/).fill('ada@label.example');
  await page.getByLabel(/^Label/).fill('Big Label');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('Please confirm all three requirements')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText(/Your application has reached our staff/)).toBeVisible();

  await page.getByLabel('Password').fill(STAFF.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await place(page, 'Requests').click();
  await expect(page.getByText('Ada Applicant, Big Label').first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect((await page.request.get(`${app.url}/api/admin/me`)).status()).toBe(401);
});

test('AD-3 FU-4 without a session the desk waits, says so, and leads to the sign-in', async ({ page }) => {
  await page.goto(`${app.url}/admin/dashboard`);
  await expect(toasts(page)).toContainText('Authentication Error');
  await expect(toasts(page)).toContainText('Please log in first.');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goto(`${app.url}/admin/artist-update/1`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.route('**/api/admin/me', answer({ message: 'broken' }, 500));
  await page.goto(`${app.url}/test-transcription`);
  await expect(toasts(page)).toContainText('Error Checking Authentication');
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test('SD-1 SD-2 SD-3 SD-4 the desk: bar, tabs, cards, table, search in the address', async ({ page }) => {
  await openDashboard(page, app.url);
  await expect(page.getByRole('heading', { name: 'A&R Admin Dashboard' })).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '25');
  for (const name of ['Process all pending', 'Process all payments', 'Clear all', 'Logout', 'Process Next 5'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  for (const name of ['Tracks CSV', 'Full CSV']) await expect(page.getByRole('link', { name })).toBeVisible();
  for (const name of ['Submissions', 'Nova Reyes submissions', 'Payments'])
    await expect(place(page, name)).toBeVisible();
  for (const name of ['Total Submissions', 'Analyzed Tracks', 'Pending Analysis', 'Average Score'])
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  const headers = [
    'ID',
    'Artist Name',
    'Track Title',
    'Phone',
    'Genre',
    'Score',
    'Date',
    'Payment',
    'Decision',
    'Status',
    'Actions',
  ];
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
    headers.map((header) => header.toUpperCase()),
  );
  await expectAccessible(page);
  await page.getByPlaceholder('Search by artist, track or phone...').fill('mina');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?search=mina$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByPlaceholder('Search by artist, track or phone...').fill('no such artist');
  await expect(page.getByText('No Submissions Found')).toBeVisible();
  await expect(page.getByText('Try a different search term')).toBeVisible();
});

test('SD-6 a list that cannot be loaded says so', async ({ page }) => {
  await page.route('**/api/admin/submissions?*', answer({ message: 'broken' }, 500));
  await openDashboard(page, app.url);
  await expect(page.getByText('Error loading submissions. Please try again.')).toBeVisible();
});

test('SD-5 LR-2 listening in the table by keyboard: next, open, play, note, copy the link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await openDashboard(page, app.url);
  await expect(rows(page).first()).toBeVisible();
  const frame = page.getByRole('region', { name: 'Submissions', exact: true });
  await frame.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const title = await rows(page).first().locator('td').nth(2).textContent();
  await expect(page.getByRole('region', { name: new RegExp(`Player: ${title}`) })).toBeVisible();
  await frame.focus();
  await page.keyboard.press('p');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0);
  await page.keyboard.press('p');
  await page.keyboard.press('c');
  await expect(toasts(page)).toContainText('Artist link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/artist-update\/25\?access=/);
  await page.keyboard.press('n');
  await page.keyboard.type('A note from the desk');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Private notes' })).toContainText('A note from the desk');
  await expectAccessible(page);
  // From a closed row one key is enough, and Escape gives the keys back to the table.
  const player = page.getByRole('region', { name: /^Player: / });
  await frame.focus();
  await page.keyboard.press('Enter');
  await expect(player).toBeHidden();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Private note', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(frame).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(player).toBeHidden();
  await page.keyboard.press('p');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0);
});

test('SD-7 SD-16 processing shows its progress, is paused and cancelled, and errors are said', async ({
  page,
}) => {
  await openDashboard(page, app.url);
  await page.getByRole('button', { name: 'Process Next 5' }).click();
  await expect(toasts(page)).toContainText('Processing started for 5 tracks.');
  const panel = page.getByRole('region', { name: 'Processing' });
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText('Next tracks, paused')).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeHidden();
  await page.route('**/process-all-unanalyzed', (route) => route.abort());
  await page.getByRole('button', { name: 'Process all pending' }).click();
  await expect(toasts(page)).toContainText('Processing Error');
  await expect(toasts(page)).toContainText('Failed to start batch processing. Please try again.');
});

test('AD-3 SD-10 payments: cards, texts, sync, demo data tagged and apart; a session that ends meanwhile is noticed by the next call', async ({
  page,
}) => {
  await openDashboard(page, app.url, '/admin/dashboard?tab=payments');
  for (const name of ['Total Revenue', 'Standard Payments ($49.99)', 'Discounted Payments ($29.99)'])
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText('No payment data available...')).toBeVisible();
  await page.getByRole('button', { name: 'Sync with Stripe' }).click();
  await expect(toasts(page)).toContainText('Payments synced');
  await page.locator('summary', { hasText: 'Reconciliation' }).click();
  await expect(page.getByText('Agrees', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Show Demo Data' }).click();
  await expect(page.getByRole('table', { name: 'Payments' })).toBeVisible();
  await expect(page.getByText('Made-up payments', { exact: false })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'demo_00000', exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'View Details' }).first().click();
  await expect(toasts(page)).toContainText('demo_00000001');
  await page.getByRole('button', { name: 'Refresh Payment Data' }).click();
  await expect(page.getByText('No payment data available...')).toBeVisible();
  await page.route('**/api/admin/payments/sync', (route) => route.abort());
  await page.getByRole('button', { name: 'Sync with Stripe' }).click();
  await expect(toasts(page)).toContainText('Sync Error');
  await expect(toasts(page)).toContainText('Failed to sync payment data from Stripe.');

  await page.request.post(`${app.url}/api/admin/logout`);
  await place(page, 'Orders').click();
  await expect(toasts(page)).toContainText('Authentication Error');
  await expect(toasts(page)).toContainText('Your session has expired. Please log in again.');
  await expect(page).toHaveURL(/\/admin\/login$/);
});

/** Every other tab, and what is asked of it on a phone: that it has no barrier, or only that nothing is pushed sideways. */
const TABS: [name: string, onPhone?: 'no barrier' | 'fits'][] = [
  ['Submissions', 'no barrier'],
  ['Nova Reyes submissions', 'fits'],
  ['Payments', 'fits'],
  ['Invited', 'fits'],
  ['Orders'],
  ['Requests'],
  ['Outbox'],
  ['Reports'],
  ['Held votes', 'fits'],
  ['Rounds', 'fits'],
  ['Jobs', 'no barrier'],
  ['Audit trail', 'fits'],
  ['Account', 'no barrier'],
];

test('SD-12 every other tab opens, wide and narrow, without a barrier; a failed logout is said', async ({
  page,
}) => {
  await openDashboard(page, app.url);
  for (const [name, onPhone] of TABS) {
    await place(page, name).click();
    await expect(page.locator('#desk')).toBeVisible();
    await page.waitForLoadState('networkidle');
    // The first one has a test of its own at this width.
    if (name !== 'Submissions') await expectAccessible(page);
    if (!onPhone) continue;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.locator('#desk').evaluate(findSideways), name).toEqual([]);
    if (onPhone === 'no barrier') await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.route('**/api/admin/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  await expect(toasts(page)).toContainText('Logout Error');
});

test('FU-1 FU-2 TR-1 the follow-up page: details, an update, a meeting with its calendar file; the transcription test asks for an address and says plainly what is not allowed', async ({
  page,
}) => {
  await openDashboard(page, app.url, '/admin/artist-update/25');
  await expect(page.getByText('Not analyzed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Analysis' })).toHaveAttribute('href', '/results/25');
  await page.getByRole('button', { name: 'Add update' }).click();
  await expect(page.getByText('Update text is required')).toBeVisible();
  await page.getByLabel('Update', { exact: true }).fill('We would like to meet you.');
  await expect(page.getByLabel('Meeting')).toBeHidden();
  await page.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Meeting Scheduled' }).click();
  await page.getByRole('button', { name: 'Add update' }).click();
  await expect(page.getByText('Please give the date of the meeting')).toBeVisible();
  await page.getByLabel('Meeting').fill('2017-03-01T15:30');
  await expect(page.getByText('This moment is past.')).toBeVisible();
  await page.getByLabel('Meeting').fill('2077-03-01T15:30');
  await page.getByRole('button', { name: 'Add update' }).click();
  await expect(page.getByText('We would like to meet you.')).toBeVisible();
  await expect(page.getByLabel('Update', { exact: true })).toHaveValue('');
  await expect(page.locator('[data-icon=scheduled]')).toBeVisible();
  await expect(page.getByText(/Goes out in \d/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe('meeting.ics');
  await expectAccessible(page);
  await page.route('**/api/admin/submissions/25/updates', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByLabel('Update', { exact: true }).fill('This one does not arrive.');
  await page.getByRole('button', { name: 'Add update' }).click();
  await expect(toasts(page)).toContainText('Failed to create update');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await follow(page, '/admin/artist-update/99999');
  await expect(page.getByText('Submission not found')).toBeVisible();

  await follow(page, '/test-transcription');
  await page.getByRole('button', { name: 'Test transcription' }).click();
  await expect(page.getByText('Please enter an R2 URL')).toBeVisible();
  await page.getByLabel('R2 URL').fill('https://127.0.0.1/track.mp3');
  await page.getByRole('button', { name: 'Test transcription' }).click();
  await expect(page.getByText(/No host is allowed yet/)).toBeVisible();
  await expectAccessible(page);
});

test('SD-9 clear all asks for the count, and a staff button brings everything back', async ({ page }) => {
  await openDashboard(page, app.url);
  await expect(table(page)).toHaveAttribute('aria-rowcount', '25');
  await page.getByRole('button', { name: 'Clear all' }).click();
  const dialog = page.getByRole('dialog');
  const clear = dialog.getByRole('button', { name: 'Clear 25 submissions' });
  await dialog.getByLabel('Type 25 to confirm').fill('24');
  await expect(clear).toBeDisabled();
  await dialog.getByLabel('Type 25 to confirm').fill('25');
  await clear.click();
  await expect(page.getByText('No Submissions Found')).toBeVisible();
  await page.getByRole('button', { name: 'Restore cleared' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText('Restored', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '25');
});
