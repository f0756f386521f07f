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
import { follow } from './navigate.ts';
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

test('RE-1 unknown and malformed ids show the error, not a broken page; a track that is not analysed leads back to its progress', async ({
  page,
}) => {
  await page.goto('/results/2147483000');
  await expect(page.getByRole('heading', { name: 'Error Loading Analysis' })).toBeVisible();
  for (const id of ['abc', '0']) {
    await follow(page, `/results/${id}`);
    await expect(page).toHaveURL(new RegExp(`/results/${id}$`));
    await expect(page.getByRole('heading', { name: 'Error Loading Analysis' })).toBeVisible();
  }
  await fakeTrack(page, fakeSubmission(), fakeStatus());
  await follow(page, PAGE);
  await expect(page.getByRole('heading', { name: 'Analysis In Progress' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Progress' })).toBeVisible();
  await page.waitForURL(`**/submission/${FAKE_ID}`);
});

test('RE-2 PT-5 PT-6 one scale on the dial, the story in its order, the vote above the fold, no card form for a stranger', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fakeTrack(page, analysed(74));
  await page.goto(PAGE);
  const gauge = page.getByRole('meter', { name: 'Score' });
  await expect(gauge).toContainText('74');
  await expect(gauge).toHaveAttribute('aria-valuenow', '74');
  await expect(gauge).toHaveAttribute('aria-valuemax', '100');
  await expect(page.getByText('readiness 93 · board 93')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Vote', exact: true })).toBeInViewport();
  const order = [
    'The hook is the song.',
    'It returns and lifts.',
    'Pull the limiter back.',
    'Get votes for it',
    'Eight categories',
  ];
  const tops: number[] = [];
  for (const text of order) tops.push((await page.getByText(text).first().boundingBox())?.y ?? -1);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  await expect(page.getByRole('heading', { name: 'One change' }).locator('..')).toContainText('78');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByRole('button', { name: 'How this is scored' }).click();
  const dialog = page.getByRole('dialog', { name: 'How this is scored' });
  await expect(dialog).toContainText('floor(80 + 74 / 100 × 18) = 93');
  await expect(dialog.getByRole('link', { name: 'The whole method' })).toHaveAttribute('href', '/method');
});

test('RE-3 every category has its score and notes; summary, advice, label summary and campaign are there; a press on evidence plays its moment; anyone can report the track', async ({
  page,
}) => {
  const track = await makeTrack();
  await fakeTrack(page, analysed());
  await page.route('**/api/audio/fake.mp3', (route) =>
    route.fulfill({ contentType: 'audio/mpeg', body: track.buffer, headers: { 'accept-ranges': 'bytes' } }),
  );
  await page.goto(PAGE);
  const shown = {
    Commerciality: [74, 93],
    Flow: [81, 94],
    Production: [58, 90],
    Hook: [88, 95],
    Structure: [79, 94],
    Originality: [70, 92],
    Replay: [77, 93],
  };
  for (const [name, [raw, readiness]] of Object.entries(shown)) {
    const strip = page.getByRole('button', { name: new RegExp(`^${name} \\d`) });
    await expect(strip).toContainText(String(raw));
    await expect(strip).toContainText(`readiness ${readiness}`);
    // A press on the strip opens what is behind it.
    await strip.click();
    await expect(page.getByRole('article', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: /^Lyrics/ }).click();
  await expect(page.getByRole('article', { name: 'Lyrics' })).toContainText('there is no lyrics score');
  await page.getByText('In other words').click();
  await page.getByText('What was measured').click();
  for (const text of [
    'A bright song',
    'Ready for a playlist test.',
    '#SaltwaterWalk',
    'A step on every snare.',
    '110 BPM (sure)',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('+4 points')).toBeAttached();

  await page.getByRole('button', { name: /^Production \d/ }).click();
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

  // Too few words are refused, and a report that fails can be sent again.
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
