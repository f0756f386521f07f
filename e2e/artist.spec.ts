/** An artist's page, the fan who follows it, and the kit with which a track is passed on. */
import { readFile } from 'node:fs/promises';
import { type Browser, type Download, expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';
import { waitUntilHeard } from './payment-steps.ts';
import { signIn } from './sign-in-steps.ts';
import { makeTrack } from './tracks.ts';

/** The second one for a second chance: the first then has a follower already. */
const ARTISTS = [
  { artistName: 'Ida Marlow', phoneNumber: '+12025550137', keys: [347, 389] },
  { artistName: 'Ina Marlow', phoneNumber: '+12025550136', keys: [262, 294] },
];
/** Somebody else, whose tracks are no news to those who follow the first: the two tests may run side by side. */
const OTHER = { artistName: 'Ada Breaker', phoneNumber: '+12025550132' };
const FANS = ['+12025550138', '+12025550135'];

/** A song of its own a title: under this number anybody else's would be held as a copy. */
async function sendTrack(
  page: Page,
  trackTitle: string,
  hertz: number,
  artist: typeof OTHER,
  seconds = 7,
): Promise<number> {
  await page.request.post('/api/priority-ticket');
  const audioFile = await makeTrack('own.mp3', seconds, hertz);
  const sent = await page.request.post('/api/submissions', {
    multipart: { ...artist, trackTitle, audioFile },
  });
  expect(sent.ok()).toBe(true);
  const { submissionId } = (await sent.json()) as { submissionId: number };
  await waitUntilHeard(page.request, submissionId);
  return submissionId;
}

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return context.newPage();
}

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const readDownload = async (download: Download) => readFile(await download.path());

test('PT-9 an artist writes on their page, a fan follows it, hears of the next track, and stops that by one tap', async ({
  page,
  browser,
}, { retry }) => {
  const { keys, ...artist } = ARTISTS[retry];
  await signIn(page, artist.phoneNumber);
  await sendTrack(page, 'Saltmarsh', keys[0], artist);
  await page.goto('/my-tracks');
  await page.getByRole('link', { name: artist.artistName }).click();
  await expect(page.getByRole('heading', { level: 1, name: artist.artistName })).toBeVisible();
  await page.getByRole('button', { name: 'Edit page' }).click();
  await page.getByLabel('About you').fill('Loud songs from a quiet coast.');
  await page.getByLabel('Links').fill('example.com/ida');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('p', { hasText: 'Loud songs from a quiet coast.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'example.com/ida' })).toHaveAttribute('rel', /nofollow/);
  expect(await listViolations(page)).toEqual([]);
  const address = new URL(page.url()).pathname;

  const fan = await openPhone(browser);
  await fan.goto(address);
  await expect(fan.getByRole('button', { name: 'Edit page' })).toHaveCount(0);
  await fan.getByRole('link', { name: 'Follow' }).click();
  await expect(fan.getByText('Then you can follow with one tap')).toBeVisible();
  await expect(fan).toHaveURL(/\/sign-in\?then=/);
  await signIn(fan, FANS[retry]);
  await fan.goto(address);
  await fan.getByRole('button', { name: /^Follow / }).click();
  await expect(fan.getByRole('button', { name: /^Following / })).toBeVisible();
  await expect(fan.getByText('1 follower')).toBeVisible();
  expect(await listViolations(fan)).toEqual([]);
  expect(await isTooWide(fan)).toBe(false);

  await sendTrack(page, 'Low Tide', keys[1], artist);
  const countNotices = async () =>
    ((await (await fan.request.get('/api/my/notices')).json()) as { notices: unknown[] }).notices.length;
  await expect.poll(countNotices, { timeout: 120_000 }).toBeGreaterThan(0);
  await fan.goto('/my-tracks');
  await fan.getByRole('button', { name: 'Stop these' }).click();
  await expect(fan.getByText('No more notices from this artist.')).toBeVisible();
  await fan.goto(address);
  await expect(fan.getByText('0 followers')).toBeVisible();
});

/** Played by the browser itself: how large, how long, and how loud at its loudest. */
const playFilm = (page: Page, film: Buffer) =>
  page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes]));
    await video.play();
    const sound = await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes.buffer);
    const loudest = sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return { width: video.videoWidth, height: video.videoHeight, seconds: sound.duration, loudest };
  }, film.toString('base64'));

test('PT-3 a track is passed on: link, code, two cards and a film of its hook with sound', async ({
  page,
  browser,
}) => {
  await signIn(page, OTHER.phoneNumber);
  const id = await sendTrack(page, 'Breakwater', 431, OTHER, 14);
  const phone = await openPhone(browser);
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await phone.goto(`/results/${id}`);
  const kit = phone.getByRole('region', { name: 'Get votes for it' });
  await kit.getByRole('button', { name: 'Copy link' }).click();
  await expect(kit.getByText('Link copied')).toBeVisible();
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^http.+/artist-vote/${id}$`),
  );
  await kit.getByRole('button', { name: 'QR code' }).click();
  await expect(kit.getByRole('img', { name: /^QR code of the link to Breakwater/ })).toBeVisible();
  for (const [name, height] of [
    ['Story card', 1920],
    ['Square card', 1080],
  ] as const) {
    const [download] = await Promise.all([
      phone.waitForEvent('download'),
      kit.getByRole('button', { name }).click(),
    ]);
    const png = await readDownload(download);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, height]);
  }
  await kit.getByRole('button', { name: 'Hook video' }).click();
  const save = kit.getByRole('button', { name: 'Save the video' });
  await expect(save).toBeVisible();
  const [download] = await Promise.all([phone.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toMatch(/^Breakwater by Ada Breaker\.(mp4|webm)$/);
  const film = await playFilm(phone, await readDownload(download));
  expect(film).toMatchObject({ width: 720, height: 1280 });
  expect(film.seconds).toBeGreaterThan(4);
  expect(film.loudest).toBeGreaterThan(0.05);
  expect(await isTooWide(phone)).toBe(false);
  expect(await listViolations(phone)).toEqual([]);
});
