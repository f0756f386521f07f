/** The results page: its states, its figures, and sentences that play the moment they speak of. */
import { expect, test } from '@playwright/test';
import {
  answer,
  FAKE_ID,
  fakeAnalysis,
  fakeStatus,
  fakeSubmission,
  fakeTrack,
  never,
} from './fake-answers.ts';
import { makeTrack } from './tracks.ts';

const PAGE = `/results/${FAKE_ID}`;
const SUBMISSION = `**/api/submissions/${FAKE_ID}`;
const analysed = (score: number | null = 74) =>
  fakeSubmission({
    analyzed: true,
    analysis: fakeAnalysis(),
    score,
    genre: 'Dancehall',
    duration: 6,
    audioFilePath: 'fake.mp3',
    audioUrl: '/api/audio/fake.mp3',
    peaks: [10, 60, 90, 40, 20],
  });

test('RE-1 a skeleton, then an error that can be reloaded', async ({ page }) => {
  await page.route(SUBMISSION, never);
  await page.goto(PAGE);
  await expect(page.getByText('Loading the results')).toBeAttached();
  await page.unroute(SUBMISSION);
  await page.route(SUBMISSION, answer({ message: 'broken' }, 500));
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Error Loading Analysis' })).toBeVisible();
  await expect(page.getByText('We had trouble loading your results. Please try again.')).toBeVisible();
  await page.unroute(SUBMISSION);
  await fakeTrack(page, analysed());
  await page.getByRole('button', { name: 'Reload Results' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saltwater Teeth' })).toBeVisible();
});

test('RE-1 unknown and malformed ids show the error, not a broken page', async ({ page }) => {
  for (const id of ['2147483000', 'abc', '0']) {
    await page.goto(`/results/${id}`);
    await expect(page.getByRole('heading', { name: 'Error Loading Analysis' })).toBeVisible();
  }
});

test('RE-1 a track that is not analysed leads back to its progress', async ({ page }) => {
  await fakeTrack(page, fakeSubmission(), fakeStatus());
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Analysis In Progress' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Progress' })).toBeVisible();
  await page.waitForURL(`**/submission/${FAKE_ID}`);
});

test('RE-2 readiness on a gauge, the raw score beside it, the formula one click away', async ({ page }) => {
  await fakeTrack(page, analysed(74));
  await page.goto(PAGE);
  const gauge = page.getByRole('meter', { name: 'Readiness' });
  await expect(gauge).toContainText('93');
  await expect(gauge).toHaveAttribute('aria-valuemax', '100');
  await expect(page.getByText('raw 74 of 100')).toBeVisible();
  await page.getByRole('button', { name: 'How this is scored' }).click();
  const dialog = page.getByRole('dialog', { name: 'How this is scored' });
  await expect(dialog).toContainText('floor(80 + 74 / 100 × 18) = 93');
  await expect(dialog.getByRole('link', { name: 'The whole method' })).toHaveAttribute('href', '/method');
});

test('RE-3 every category has its score and notes; summary, advice, label summary and campaign are there', async ({
  page,
}) => {
  await fakeTrack(page, analysed());
  await page.goto(PAGE);
  const shown = {
    Commerciality: 93,
    Flow: 94,
    Production: 90,
    Hook: 95,
    Structure: 94,
    Originality: 92,
    Replay: 93,
  };
  for (const [name, score] of Object.entries(shown)) {
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(String(score));
    await expect(page.getByRole('article', { name })).toContainText(String(score));
  }
  await expect(page.getByRole('article', { name: 'Lyrics' })).toContainText('not scored');
  await expect(page.getByRole('article', { name: 'Lyrics' })).toContainText('there is no lyrics score');
  for (const text of [
    'A bright song',
    'Ready for a playlist test.',
    '#SaltwaterWalk',
    'A step on every snare.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('up to +4 points')).toBeVisible();
  await expect(page.getByText('110 BPM (sure)')).toBeVisible();
});

test('RE-3 a press on evidence plays its moment', async ({ page }) => {
  const track = await makeTrack();
  await fakeTrack(page, analysed());
  await page.route('**/api/audio/fake.mp3', (route) =>
    route.fulfill({ contentType: 'audio/mpeg', body: track.buffer, headers: { 'accept-ranges': 'bytes' } }),
  );
  await page.goto(PAGE);
  await page
    .getByRole('article', { name: 'Production' })
    .getByRole('listitem')
    .getByRole('button', { name: /Play from .*0:03/ })
    .click();
  const audio = page.locator('audio');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(3.1);
  expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false);
});

test('anyone can report a track; too few words are refused, a report that fails can be sent again', async ({
  page,
}) => {
  await fakeTrack(page, analysed());
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Report this track' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this track' });
  await dialog.getByLabel('In your words').fill('Mine');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Please say what is wrong in at least 10 characters')).toBeVisible();
  await dialog.getByLabel('In your words').fill('This is my recording from 2019.');
  await page.route(`${SUBMISSION}/reports`, answer({ message: 'Please wait a little.' }, 429));
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Report not sent', { exact: true })).toBeVisible();
  await page.unroute(`${SUBMISSION}/reports`);
  await page.route(`${SUBMISSION}/reports`, answer({ success: true }));
  const sent = page.waitForRequest(`${SUBMISSION}/reports`);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  expect((await sent).postDataJSON()).toEqual({
    kind: 'rights',
    message: 'This is my recording from 2019.',
    contact: '',
  });
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});
