/** The processing page: steps that never run ahead of the server, failures with a way out, and the private link. */
import { expect, type Page, test } from '@playwright/test';
import { answer, FAKE_ID, fakeStatus, fakeSubmission, fakeTrack, never } from './fake-answers.ts';
import { follow } from './navigate.ts';
import { makeUnhearableTrack } from './tracks.ts';
import { toasts, uploadTrack } from './upload-steps.ts';

const PAGE = `/submission/${FAKE_ID}`;
const STATUS = `**/api/submissions/${FAKE_ID}/status`;
const barOf = async (page: Page, step: string) =>
  Number(await page.getByRole('progressbar', { name: step }).getAttribute('aria-valuenow'));

test("PR-1 PR-2 PR-3 PR-4 PR-5 four steps with a bar each and the server's own estimate; no bar passes what the server has done, a poll that fails changes nothing, and an analysed track leads to its results", async ({
  page,
}) => {
  let status = fakeStatus({ state: 'queued', stage: 'queued', ahead: 3, remainingSeconds: 95 });
  let asked = 0;
  let broken = false;
  await fakeTrack(page, fakeSubmission());
  await page.route(STATUS, (route) => {
    asked += 1;
    return broken ? route.abort() : answer(status)(route);
  });
  await page.goto(PAGE);
  const heading = page.getByRole('heading', { name: 'Processing Your Track' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^1:3\d$/);
  await expect(page.getByText('3 tracks ahead of yours, normal lane')).toBeVisible();
  const plea = page.getByText('Your results are about to load. Do Not Leave the page or refresh.');
  await expect(plea).toHaveCount(0);
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('progressbar') });
  await expect(steps.getByRole('heading')).toHaveText([
    'Track Uploaded',
    'Listening to Song',
    'Analyzing Music',
    'Generating Report',
  ]);
  // Under 30 s the page asks to stay.
  status = fakeStatus({ remainingSeconds: 20 });
  await expect(plea).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^0:[012]\d$/);
  expect(await barOf(page, 'Track Uploaded')).toBe(100);
  await expect.poll(() => barOf(page, 'Listening to Song')).toBe(40);
  // Two more answers of the server: it still says 40, and so does the page.
  for (let polls = 0; polls < 2; polls++) await page.waitForResponse(STATUS);
  expect(await barOf(page, 'Listening to Song')).toBe(40);
  expect(await barOf(page, 'Analyzing Music')).toBe(0);

  broken = true;
  const gone = page.getByText('The connection is gone for a moment. We keep asking.');
  await expect(gone).toBeVisible();
  await expect(heading).toBeVisible();
  broken = false;
  await expect(gone).toHaveCount(0);
  asked = 0;
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  status = fakeStatus({ analyzed: true, state: 'done', stage: 'done', remainingSeconds: 0 });
  await page.waitForURL(`**/results/${FAKE_ID}`);
});

test('PR-5 loading, an unknown id and a malformed one each have their text', async ({ page }) => {
  await page.route(`**/api/submissions/${FAKE_ID}**`, never);
  await page.goto(PAGE);
  await expect(page.getByText('Loading Submission...')).toBeVisible();
  await page.goto('/submission/2147483000');
  await expect(page.getByRole('heading', { name: 'Submission Error' })).toBeVisible();
  await expect(page.getByText('There was an error loading your submission. Please try again.')).toBeVisible();
  await page.goto('/submission/abc');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  for (const id of ['0', '-1', '1e99', '12x']) {
    await follow(page, `/submission/${id}`);
    await expect(page).toHaveURL(new RegExp(`/submission/${id}$`));
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  }
});

test('PR-6 a failed analysis says why; the owner retries, anybody else is told of the private link', async ({
  page,
  browser,
}) => {
  const id = await uploadTrack(page, { trackTitle: 'Glued Together' }, await makeUnhearableTrack());
  const reason = page.getByText('This MP3 changes its sample rate again and again.');
  await expect(page.getByRole('heading', { name: 'Analysis Failed' })).toBeVisible({ timeout: 45_000 });
  await expect(reason).toBeVisible();
  const link = await page.getByLabel('Private link').inputValue();
  expect(link).toMatch(new RegExp(`/submission/${id}\\?owner=.+`));

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`/submission/${id}`);
  await expect(other.getByText('Open your private link')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Retry Analysis' })).toHaveCount(0);
  await expect(other.getByLabel('Private link')).toHaveCount(0);

  await other.goto(link);
  await expect(toasts(other)).toContainText('Private link accepted');
  await expect(other).toHaveURL(new RegExp(`/submission/${id}$`));
  const retried = other.waitForResponse((response) => response.url().endsWith(`/${id}/retry`));
  await other.getByRole('button', { name: 'Retry Analysis' }).click();
  expect((await retried).status()).toBe(200);
  // The same bytes fail the same way: the page comes back to the reason and never spins forever.
  await expect(other.getByRole('heading', { name: 'Analysis Failed' })).toBeVisible({ timeout: 45_000 });
  await elsewhere.close();
});

test('PR-3 PR-6 a private link of another track is refused, and the page stays readable, with a simple estimate where the server has none', async ({
  page,
}) => {
  await fakeTrack(page, fakeSubmission(), fakeStatus());
  await page.route(
    `**/api/submissions/${FAKE_ID}/owner`,
    answer({ message: 'This private link is not valid for this track.' }, 403),
  );
  await page.goto(`${PAGE}?owner=stolen`);
  await expect(toasts(page)).toContainText('This private link is not valid for this track.');
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  await expect(page.getByRole('heading', { name: 'Processing Your Track' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d$/);
});

test('the owner deletes a track after one more question, and nobody finds it again', async ({ page }) => {
  const id = await uploadTrack(page, { trackTitle: 'Second Thoughts' });
  await page.waitForURL(`**/results/${id}`, { timeout: 45_000 });
  // The page of the wait has such a button too, and stands until this one is loaded.
  await expect(page.getByRole('meter', { name: 'Score' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete this track' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect((await page.request.get(`/api/submissions/${id}`)).status()).toBe(200);
  await page.getByRole('button', { name: 'Delete this track' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(toasts(page)).toContainText('Track deleted');
  expect((await page.request.get(`/api/submissions/${id}`)).status()).toBe(404);
});
