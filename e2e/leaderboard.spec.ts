/** The leaderboard: chips, search, pages, preview, and what happens when the server is silent. */
import { expect, type Page, test } from '@playwright/test';
import { ASKING_BOARD, fakeBoard, fakeRow, never } from './fake-answers.ts';

const BOARD = '**/api/leaderboard**';
const rows = (page: Page) => page.getByRole('table').locator('tbody tr');
const titles = (page: Page) => rows(page).locator('td:nth-child(3) a');

interface ListedRow {
  rank: number;
  trackTitle: string;
  artistName: string;
  duration: number;
  demo: boolean;
}

/** At least this many tracks of the demo have been analysed. */
async function readRanking(page: Page, atLeast: number): Promise<ListedRow[]> {
  let ranking: ListedRow[] = [];
  await expect
    .poll(
      async () => {
        ranking = await (await page.request.get('/api/submissions')).json();
        return ranking.filter(({ demo }) => demo).length;
      },
      { timeout: 200_000 },
    )
    .toBeGreaterThanOrEqual(atLeast);
  return ranking;
}

test('LB-1 LB-2 LB-8 AU-1 PT-1 chips and columns; the preview shows title and artist and plays the track at half volume; a search keeps the rank of a row', async ({
  page,
}) => {
  const ranking = await readRanking(page, 6);
  // No other test sends one of its title, and five at least stand above it.
  const wanted = ranking.filter(({ demo }) => demo)[5];
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Discovery Leaderboard' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Genre' }).getByRole('button')).toHaveText([
    'All Tracks',
    'Hip Hop',
    'R&B',
    'Pop',
    'Dancehall',
  ]);
  for (const column of ['Rank', 'Track', 'Artist', 'Score', 'Genre'])
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
  await expect(rows(page)).toHaveCount(5);

  const title = (await titles(page).first().textContent()) ?? '';
  const artist = (await rows(page).first().locator('td').nth(3).textContent()) ?? '';
  await page.getByRole('button', { name: `Preview ${title} by ${artist}` }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toContainText(artist);
  const audio = dialog.locator('audio');
  expect(await audio.evaluate((element: HTMLAudioElement) => element.volume)).toBe(0.5);
  await dialog.getByRole('button', { name: /^Play / }).click();
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0.2);
  await dialog.getByRole('button', { name: /^Pause / }).click();
  expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true);
  await dialog.getByRole('slider', { name: /^Position in/ }).press('End');
  const { at, length } = await audio.evaluate((element: HTMLAudioElement) => ({
    at: element.currentTime,
    length: element.duration,
  }));
  expect(at).toBeGreaterThan(length - 1);
  await expect(dialog.getByRole('link', { name: 'Vote free' })).toHaveAttribute(
    'href',
    /^\/artist-vote\/\d+$/,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Back where it was opened, though the dialog had no trigger of its own.
  await expect(page.getByRole('button', { name: `Preview ${title} by ${artist}` })).toBeFocused();

  await page.getByPlaceholder('Search artists or tracks...').fill(wanted.artistName.toUpperCase());
  const found = rows(page).filter({ hasText: wanted.trackTitle });
  await expect(found).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  // Tracks are heard meanwhile and push others down: the page and the ranking are read until both are of one moment.
  await expect(async () => {
    await page.reload();
    const shown = await found.locator('td').first().textContent();
    const now = await readRanking(page, 6);
    expect(shown).toBe(String(now.find(({ trackTitle }) => trackTitle === wanted.trackTitle)?.rank));
  }).toPass({ timeout: 20_000 });
  await expect(page.getByPlaceholder('Search artists or tracks...')).toHaveValue(
    wanted.artistName.toUpperCase(),
  );
  await expect(found).toHaveCount(1);
});

test('LB-1 LB-5 AU-1 a chip asks for its genre, refresh asks at once, a failed poll keeps the rows in silence; a track that cannot be loaded says so', async ({
  page,
}) => {
  const board = [fakeRow(1, { audioFilePath: 'nothing-behind-this-name.mp3' })];
  await fakeBoard(page, board);
  await page.goto(ASKING_BOARD);
  await expect(rows(page)).toHaveCount(1);
  const asked = page.waitForRequest((request) => request.url().includes('genre=R%26B'));
  await page.getByRole('button', { name: 'R&B' }).click();
  await asked;
  await expect(page).toHaveURL(/genre=R%26B/);
  await expect(page.getByRole('button', { name: 'R&B' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'All Tracks' })).toHaveAttribute('aria-pressed', 'true');

  board.push(fakeRow(2));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(titles(page)).toHaveText(['Track 1', 'Track 2']);

  await page.getByRole('button', { name: 'Preview Track 1 by Artist 1' }).click();
  await expect(page.getByRole('dialog').getByText('Could not load audio file')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.route(BOARD, (route) => route.abort());
  await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/leaderboard'));
  await expect(titles(page)).toHaveText(['Track 1', 'Track 2']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[data-variant]')).toHaveCount(0);
  board.unshift(fakeRow(3));
  await page.unroute(BOARD);
  await fakeBoard(page, board);
  await expect(titles(page)).toHaveText(['Track 3', 'Track 1', 'Track 2']);
});

test('LB-3 LB-4 LB-9 five rows a page, at most five numbers, and what is shown of how many; the displayed score, its colour, the raw score and the real length', async ({
  page,
}) => {
  const first = [60, 59, 40, 39, 60].map((score, at) => fakeRow(at + 1, { score, duration: 61 + at }));
  await fakeBoard(page, [...first, ...Array.from({ length: 28 }, (_, at) => fakeRow(at + 6))]);
  await page.goto(ASKING_BOARD);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const numbers = pages.getByRole('button', { name: /^Page \d/ });
  await expect(page.getByText('Showing 1 to 5 of 33 results')).toBeVisible();
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const cells = rows(page).locator('td:last-child .figures:first-child');
  await expect(cells).toHaveText(['90', '89', '85', '84', '90']);
  await expect(rows(page).first()).toContainText('raw 60');
  await expect(rows(page).first()).toContainText('1:01');
  const colours = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).color));
  expect(colours[1]).toBe(colours[2]);
  expect(new Set([colours[0], colours[1], colours[3]]).size).toBe(3);
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing 6 to 10 of 33 results')).toBeVisible();
  await expect(titles(page).first()).toHaveText('Track 6');
  await expect(page).toHaveURL(/page=2/);
  await page.goto('/leaderboard?page=7');
  await expect(page.getByText('Showing 31 to 33 of 33 results')).toBeVisible();
  await expect(numbers).toHaveText(['3', '4', '5', '6', '7']);
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText('Showing 26 to 30 of 33 results')).toBeVisible();
});

test('LB-6 nothing found, still loading, and a first load that failed', async ({ page }) => {
  await page.goto('/leaderboard?search=no-such-song-anywhere');
  // The demo may still be on its way: samples are filtered like tracks.
  await expect(page.getByRole('heading', { name: 'No submissions found' })).toBeVisible();
  await expect(page.getByText('Be the first to submit your track!')).toBeVisible();

  await page.route(BOARD, never);
  await page.goto(ASKING_BOARD);
  await expect(page.getByText('Loading the leaderboard')).toBeAttached();
  await page.unroute(BOARD);

  await page.route(BOARD, (route) => route.abort());
  await page.goto(ASKING_BOARD);
  await expect(page.getByRole('heading', { name: 'Failed to load leaderboard' })).toBeVisible();
  await page.unroute(BOARD);
  await fakeBoard(page, [fakeRow(1)]);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await reloaded;
  await expect(titles(page)).toHaveText(['Track 1']);
});

test('LB-7 without any track five sample rows show, each tagged', async ({ page }) => {
  await fakeBoard(page, []);
  await page.goto(ASKING_BOARD);
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).getByText(/^Sample\b/)).toHaveCount(5);
  await page.getByRole('button', { name: 'Dancehall' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator('td').first()).toHaveText('4');
});
