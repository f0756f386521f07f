/** The listening room in a real browser, on an app of its own: a queue by keyboard, then by thumb. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDashboard, place } from './staff-steps.ts';
import { pauseMeasuring, query, STAFF, type StartedApp, startApp } from './start-app.ts';

/** Three times what the queue sends at once; TRIAGE_TRACKS=60 for the sixty of LR-1. */
const TRACKS = Number(process.env.TRIAGE_TRACKS ?? 36);
const KEYS = ['s', 'p', 'c', 'g'];
/** How often each key decides. */
const EACH = TRACKS / KEYS.length;

let app: StartedApp;
test.beforeAll(async () => {
  app = await startApp({ ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password });
  await pauseMeasuring(app.url, STAFF);
});
test.afterAll(() => app.stop());

/** Tracks nobody heard, all of them one recording of the demo, and none else in the queue. */
async function seedQueue(): Promise<void> {
  await query(app, "UPDATE submissions SET hidden_at = now(), hidden_reason = 'Of another test'");
  await query(
    app,
    `INSERT INTO submissions (artist_name, phone_number, phone_e164, track_title, audio_sha256, duration_seconds,
         state, analyzed, analyzed_at, analysis, score, genre, engine_version)
       SELECT 'Artist ' || n, '+1202555' || 2000 + n, '+1202555' || 2000 + n, 'Take ' || n,
         (SELECT audio_sha256 FROM submissions ORDER BY id LIMIT 1), 30,
         'done', true, now(), '{"measures":{"hook":{"start":4,"end":9},"durationSeconds":30}}', 60, 'Pop', 'test'
       FROM generate_series(1, $1::int) n`,
    [TRACKS],
  );
}

/** Whoever decides faster than the next tracks come sees them when they do. */
async function answerWhenNoneIsLeft(page: Page, title: Locator): Promise<void> {
  const runOut = () => expect(title).toHaveCount(0);
  let gone: Promise<void> | undefined;
  await page.route('**/api/admin/listening', async (route) => {
    gone ??= runOut();
    await gone;
    await route.continue();
  });
}

test(`LR-1 LR-9 ${TRACKS} tracks are triaged by keyboard alone; sound and drafts survive page changes; a thumb decides`, async ({
  page,
}) => {
  // On a machine that others use too.
  test.setTimeout(900_000);
  await seedQueue();
  await openDashboard(page, app.url);
  await expect(page.getByRole('link', { name: `${TRACKS} tracks to hear` })).toBeVisible();
  await place(page, 'Queue').click();
  const title = page.getByRole('heading', { level: 1 });
  const sound = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect(title).toHaveText('Take 1');
  // The hook, and the sound goes on elsewhere.
  await page.keyboard.press('h');
  await expect.poll(sound).toBeGreaterThan(4);
  const note = page.getByLabel('Private note', { exact: true });
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.type('Not finished yet');
  await page.keyboard.press('Escape');
  await place(page, 'Rounds').click();
  await expect(page.getByRole('region', { name: 'Now playing' })).toContainText('Take 1');
  const before = await sound();
  await expect.poll(sound).toBeGreaterThan(before);
  await page.getByRole('button', { name: /^Pause Take 1/ }).click();
  await page.goBack();
  await expect(note).toHaveValue('Not finished yet');

  for (let track = 1; track <= TRACKS; track++) {
    await expect(title).toHaveText(`Take ${track}`);
    if (track === 10) await answerWhenNoneIsLeft(page, title);
    if (track === 2) await page.keyboard.press('7');
    // Held down a moment too long, a key repeats: it still decides one track.
    if (track === 5) await page.keyboard.down(KEYS[track % 4]);
    await page.keyboard.press(KEYS[track % 4]);
    if (track === 30) {
      await expect(title).toHaveText('Take 31');
      await page.keyboard.press('u');
      await expect(title).toHaveText('Take 30');
      await page.keyboard.press('p');
    }
  }
  await expect(page.getByText('All heard')).toBeVisible();
  const summary = async () =>
    (await (await page.request.get(`${app.url}/api/admin/submissions/summary`)).json()) as {
      decided: Record<string, number>;
    };
  // Take 30 was to be contacted, and then passed.
  await expect
    .poll(async () => (await summary()).decided)
    .toMatchObject({ shortlist: EACH, pass: EACH + 1, contact: EACH - 1, sign: EACH });

  // The last one was on the shortlist.
  await page.getByRole('button', { name: 'Undo the last decision' }).click();
  await expect.poll(async () => (await summary()).decided.shortlist).toBe(EACH - 1);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('article', { name: new RegExp(`Take ${TRACKS}`) });
  await expect(card).toBeVisible();
  await expectAccessible(page);
  const box = (await card.boundingBox())!;
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 30, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 30 + by, box.y + 22, { steps: 30 });
    await page.mouse.up();
  };
  await page.mouse.move(box.x + 30, box.y + 20);
  await swipe(140);
  await expect(page.getByText('All heard')).toBeVisible();
  await expect.poll(async () => (await summary()).decided.shortlist).toBe(EACH);

  // Without a connection a decision waits in the browser, says so, and goes out once it is back.
  await page.getByRole('button', { name: 'Undo the last decision' }).click();
  await expect(card).toBeVisible();
  await expect.poll(async () => (await summary()).decided.shortlist).toBe(EACH - 1);
  await page.context().setOffline(true);
  await page.keyboard.press('s');
  await expect(page.getByText('1 decision waits')).toBeVisible();
  expect((await summary()).decided.shortlist).toBe(EACH - 1);
  await page.context().setOffline(false);
  await expect.poll(async () => (await summary()).decided.shortlist).toBe(EACH);
  await expect(page.getByText('1 decision waits')).toBeHidden();
});
