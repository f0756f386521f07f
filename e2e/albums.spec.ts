/** Albums in a real browser: an artist from three drops to confirmed, and staff from the database to a batch. */

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { encodeMp3 } from '../src/audio/test-signals.ts';
import type { Album } from '../src/features/albums/contract.ts';
import { listViolations } from './accessible.ts';
import { signIn } from './sign-in-steps.ts';
import { dropDemoSongs, type StartedApp, startApp } from './start-app.ts';

const STAFF = { email: 'desk@albums.example', password: 'saltwater on tape' };

async function makeSong(hertz: number, bpm: number): Promise<Buffer> {
  const rate = 44_100;
  const samples = new Float32Array(8 * rate);
  for (let i = 0; i < samples.length; i++) {
    const at = i / rate;
    const chord = [1, 1.26, 1.5].reduce((sum, ratio) => sum + Math.sin(2 * Math.PI * hertz * ratio * at), 0);
    samples[i] =
      0.14 * chord + 0.4 * Math.exp(-8 * (((at * bpm) / 60) % 1)) * Math.sin(2 * Math.PI * 60 * at);
  }
  return Buffer.from(await encodeMp3([samples], rate, 64));
}

const mp3 = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer });
let songs: Buffer[];
let app: StartedApp;
let painter: Server;
let asked = 0;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  songs = [await makeSong(220, 96), await makeSong(330, 120), await makeSong(262, 108)];
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  // A maker of covers that fails the second time it is asked.
  painter = createServer((request, response) => {
    // The app tries its key when it starts.
    if (request.method === 'GET') return void response.end('{}');
    asked += 1;
    response.statusCode = asked === 2 ? 500 : 200;
    response.end(JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] }));
  });
  await new Promise<void>((resolve) => painter.listen(0, '127.0.0.1', resolve));
  app = await startApp({
    ADMIN_EMAIL: STAFF.email,
    ADMIN_PASSWORD: STAFF.password,
    COVER_ART: 'openai',
    COVER_ART_URL: `http://127.0.0.1:${(painter.address() as AddressInfo).port}`,
    COVER_ART_KEY: 'test',
  });
  await dropDemoSongs(app);
});
test.afterAll(async () => {
  await app.stop();
  painter.close();
});

const shownToast = (page: Page) => page.locator('[data-variant][data-state=open]');
const expectNoViolation = async (page: Page) => expect(await listViolations(page)).toEqual([]);

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
}

test('AM-1 a track cut off in the middle is explained after a reload, and only its rest is sent', async ({
  page,
}) => {
  // A song under a tag of two pieces: three pieces in all.
  const tag = Buffer.concat([
    Buffer.from('ID3\u0004\0\0\0\u0020\0\0', 'latin1'),
    Buffer.alloc(32 * 128 * 128),
  ]);
  const big = mp3('big.mp3', Buffer.concat([tag, songs[0]]));
  let pieces = 0;
  let broken = true;
  await page.route('**/api/album/uploads/*/pieces', (route) => {
    pieces += 1;
    return broken && pieces > 1 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(`${app.url}/album-mode`);
  const tracks = page.getByRole('list', { name: 'Tracks' });
  await page.getByLabel('Add tracks').setInputFiles(big);
  await expect.poll(() => pieces).toBeGreaterThan(2);
  await page.reload();
  await expect(tracks.getByText('Drop the same file again and the rest is sent.')).toBeVisible();
  await expectNoViolation(page);
  [broken, pieces] = [false, 0];
  await page.getByLabel('Add tracks').setInputFiles(big);
  await expect(tracks.getByText('on the desk')).toHaveCount(1);
  await expect(tracks.getByText('Drop the same file again')).toHaveCount(0);
  expect(pieces).toBe(2);
});

test('AM-1 AM-2 AM-3 AM-4 AM-5 AM-7 an album from three drops to confirmed, reloaded at every step', async ({
  page,
}) => {
  await page.goto(`${app.url}/album-mode`);
  const input = page.getByLabel('Add tracks');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(shownToast(page)).toContainText('Invalid file type');
  await expect(shownToast(page)).toContainText('Only MP3 files are allowed');
  await input.setInputFiles(mp3('big.mp3', Buffer.alloc(10 * 1024 * 1024 + 1)));
  await expect(shownToast(page)).toContainText('File too large');
  await expect(shownToast(page)).toContainText('File size must be less than 10MB');
  await expectNoViolation(page);

  await input.setInputFiles([mp3('one.mp3', songs[0]), mp3('two.mp3', songs[1])]);
  const tracks = page.getByRole('list', { name: 'Tracks' });
  await expect(tracks.getByText('on the desk')).toHaveCount(2);
  await page.reload();
  await expect(tracks.getByText('on the desk')).toHaveCount(2);
  await page.getByRole('button', { name: 'Move two.mp3 up' }).click();
  await expect(tracks.getByRole('listitem').first()).toContainText('two.mp3');
  await page.getByRole('button', { name: 'Remove one.mp3' }).click();
  await expect(tracks.getByText('on the desk')).toHaveCount(1);
  await input.setInputFiles([
    mp3('one.mp3', songs[0]),
    mp3('three.mp3', songs[2]),
    mp3('four.mp3', songs[0]),
  ]);
  await expect(shownToast(page)).toContainText('Maximum tracks reached');
  await expect(shownToast(page)).toContainText('You can only upload 3 tracks for the album deal.');

  // Two seconds after the third it goes on by itself.
  await expect(page.getByRole('form', { name: 'Album details' })).toBeVisible();
  await expect(page.getByLabel('Track 1 Title')).toHaveValue('two');
  await page.getByRole('button', { name: 'Submit Album for Analysis' }).click();
  for (const message of [
    'Artist name must be at least 2 characters',
    'Album/EP name is required',
    'Please enter a valid phone number',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel('Artist Name').fill('Mina Okafor');
  await page.getByLabel('Album/EP Name').fill('Saltwater Teeth');
  await page.getByLabel('Track 1 Title').fill('Undertow');
  await expectNoViolation(page);
  await page.reload();
  await expect(page.getByLabel('Artist Name')).toHaveValue('Mina Okafor');
  await expect(page.getByLabel('Track 1 Title')).toHaveValue('Undertow');
  await page.getByLabel('Phone Number').fill('+1 202 555 0142');
  await page.getByRole('button', { name: 'Submit Album for Analysis' }).click();

  await expect(page.getByRole('heading', { name: 'On the desk.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Album experience')).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('meter', { name: 'Album score' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Undertow' })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('$24.99').first()).toBeVisible();
  const claim = page.getByText('75% higher selection chances').locator('..');
  await expect(claim.getByText(/^Sample/)).toBeVisible();
  await page.reload();
  await payWith(page, '4000000000000002');
  await page.getByRole('button', { name: 'Pay $24.99' }).click();
  await expect(shownToast(page)).toContainText('Payment Failed');
  await expectNoViolation(page);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Pay $24.99' }).click();
  await expect(page.getByText('listen to it and answer within 30 days')).toBeVisible();
  await page.reload();
  await expect(page.getByText('listen to it and answer within 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'The page of this album' }).click();
  await expect(page.getByText('Under review')).toBeVisible();
  await expect(page.getByText('CONGRATULATIONS')).toHaveCount(0);
});

test('AB-1 AB-4 AB-5 AB-6 AB-7 AB-11 PB-1 PB-2 PB-4 PA-12 staff find, follow up, export, publish in a batch in which one album fails, and pay for one', async ({
  page,
  request,
}) => {
  await sendAlbum(request, 'Night Shift', '+1 202 555 0150');
  await page.goto(`${app.url}/album-dashboard`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel('Email', { exact: true }).fill(STAFF.email);
  await page.getByLabel('Password').fill(STAFF.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.route('**/api/admin/albums?**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${app.url}/album-dashboard`);
  await expect(page.getByRole('heading', { name: 'Failed to fetch album submissions' })).toBeVisible();
  await page.unroute('**/api/admin/albums?**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Album Submissions (2)' })).toBeVisible();
  await expectNoViolation(page);

  await page.getByPlaceholder('Search by artist name, album name, or phone number...').fill('saltwater');
  await expect(page.getByRole('heading', { name: 'Album Submissions (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'paid', exact: true }).click();
  await expect(page.getByText('No albums found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish All (0)' })).toBeDisabled();
  await page.getByRole('button', { name: 'all', exact: true }).click();
  await page.getByPlaceholder('Search by artist name, album name, or phone number...').fill('');
  await expect(page.getByRole('heading', { name: 'Album Submissions (2)' })).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: 'Saltwater Teeth' });
  await row.getByRole('button', { name: /Send the follow-up/ }).click();
  const letter = page.getByRole('dialog').getByLabel('Letter');
  await expect(letter).not.toHaveValue('');
  await letter.fill('Dear Mina,\n\nwe heard all three songs twice and would like to release them.');
  await page.getByRole('button', { name: 'Send now' }).click();
  // At night in America it waits for the morning, and says so.
  await expect(shownToast(page)).toContainText(
    /Album selection message sent successfully|The message goes out at/,
  );
  await expect(row.getByRole('button', { name: /Follow-up sent/ })).toBeDisabled();

  let refuse = (): void => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/api/generate-cover-art', (route) =>
    refused.then(() => route.fulfill({ status: 500, body: '' })),
  );
  const publish = row.getByRole('button', { name: 'PUBLISH ALBUM' });
  await expect(publish).toHaveAttribute('title', 'AI cover art, $12.99');
  await publish.click();
  await expect(row.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  refuse();
  await expect(shownToast(page)).toContainText('Failed to generate cover art. Please try again.');
  await expect(publish).toBeEnabled();
  await page.unroute('**/api/generate-cover-art');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('album-submissions.csv');
  const csv = await readFile(await download.path(), 'utf8');
  // The mark by which a spreadsheet knows the letters.
  expect(csv.split('\n')[0]).toBe(
    '\uFEFFArtist Name,Album Name,Phone Number,Follow Up Link,Album Publish Link',
  );
  expect(csv).toContain(
    `Mina Okafor,Saltwater Teeth,+1 202 555 0142,${app.url}/album-selected/1,${app.url}/album-publish?albumId=1`,
  );
  await expect(shownToast(page)).toContainText('Exported 2 album submissions successfully');

  await page.getByRole('button', { name: 'Publish All (2)' }).click();
  await page.getByLabel('Batch size').fill('3');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(shownToast(page)).toContainText('Please enter a number between 1 and 2');
  await page.getByRole('button', { name: 'Publish All (2)' }).click();
  await page.getByLabel('Batch size').fill('2');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog')).toContainText('Estimated cost $0.20, estimated time 1 minute');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: /Publishing\.\.\. \(\d\/2\)/ })).toBeDisabled();
  await expect(shownToast(page)).toContainText('Successfully generated 1 covers. 1 failed.', {
    timeout: 60_000,
  });

  await page.goto(`${app.url}/album-publish?albumId=2&imageUrl=https://elsewhere.example/x.jpg`);
  await expect(page.getByRole('heading', { name: 'Night Shift' })).toBeVisible();
  await expect(page.getByRole('img', { name: /Cover of Night Shift/ })).toHaveAttribute(
    'src',
    /^\/api\/covers\//,
  );
  await expect(page.getByText('Cover Art Generated')).toBeVisible();
  // Nobody selected it, so the page does not say that it was accepted.
  await expect(page.getByText('is still under review')).toBeVisible();
  await expect(page.getByText('secures your ownership of the cover art')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Distribution platforms' })).toBeVisible();
  await expect(page.getByText('256-bit encryption')).toBeVisible();
  await expectNoViolation(page);
  await payWith(page, '4242424242424242');
  await page.getByRole('button', { name: 'Distribute Album Now & Sign Deal' }).click();
  await expect(page).toHaveURL(/\/album-dashboard$/);
  await expect(page.getByRole('row').filter({ hasText: 'Night Shift' })).toContainText('PAID');
});

test('AS-1 AS-2 AS-3 AS-4 AS-5 PA-12 the offer: while it loads, when it fails, before it was heard, and paid by way of the bank', async ({
  page,
}) => {
  const address = `${app.url}/api/album-submissions/1`;
  let fail = (): void => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(address, (route) => failed.then(() => route.fulfill({ status: 500, body: '' })));
  await page.goto(`${app.url}/album-selected/1`);
  await expect(page.getByText('Loading your exclusive album selection...')).toBeVisible();
  fail();
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await expect(shownToast(page)).toContainText('Failed to load album information');
  await page.unroute(address);

  // As it would stand before the album was heard, with a writer that does not answer.
  await page.route('**/api/generate-album-selection-message', (route) => route.abort());
  await page.route(address, async (route) => {
    const album = await (await route.fetch()).json();
    await route.fulfill({ json: { ...album, analysis: null, analyzed: false, personalMessage: null } });
  });
  await page.getByRole('button', { name: 'Try Again' }).click();
  const analytics = page.getByRole('heading', { name: 'Distribution Analytics' }).locator('..');
  await expect(analytics.getByText(/^Sample/)).toBeVisible();
  for (const figure of ['95%', 'A+', '8.7', 'HIGH'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await expect(page.getByText('we would like to take it further')).toBeVisible();
  await page.unrouteAll();

  // The artist, signed in on this device: what is paid for is theirs, and no gift.
  await signIn(page, '+1 202 555 0142', app.url);
  await page.goto(`${app.url}/album-selected/1`);
  for (const words of [
    'CONGRATULATIONS',
    'WINNER',
    'LIVE',
    'Distribution Offer',
    'Executive A&R Review',
    'Album Winner Package',
    'SAVE $6',
    '18.99',
    'One-time distribution fee',
    'Major label distribution network',
    'Celebrity collaboration consideration',
    'Global streaming platform placement',
    'Professional marketing support',
    'Industry executive review',
  ])
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  await expect(page.getByText('This discounted deal upgrades the single-track deal')).toBeVisible();
  await expect(page.getByText('Secure payment powered by')).toBeVisible();
  const letter = page.getByText('we heard all three songs twice');
  await expect(letter).toHaveCSS('white-space', 'pre-line');
  const album = (await (await page.request.get(address)).json()) as Album;
  await expect(
    page.getByText(`${album.analysis?.analytics.commercialViability}%`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Read off the analysis of your album')).toBeVisible();
  await expectNoViolation(page);
  await payWith(page, '4000002760003184');
  await page.getByRole('button', { name: 'START DISTRIBUTION NOW' }).click();
  // The bank is quicker than the way back: the page comes up with the album already paid.
  await page.route(address, async (route) => {
    await expect
      .poll(async () => ((await (await page.request.get(address)).json()) as Album).distributionPaid)
      .toBe(true);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/receipt\/[0-9a-z]{26}$/);
  await expect(page.getByRole('link', { name: 'Download the release package' })).toBeVisible();

  await page.goto(`${app.url}/album-publish?albumId=1`);
  await expect(page.getByText('“Saltwater Teeth” is accepted for distribution.')).toBeVisible();
  await expect(page.getByText('Distribution of this album is ordered.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.goto(`${app.url}/album-selected/999`);
  await expect(page.getByRole('heading', { name: 'Album Not Found' })).toBeVisible();
  await expect(page.getByText('The requested album could not be found.')).toBeVisible();
});

type Api = Parameters<Parameters<typeof test>[2]>[0]['request'];

async function sendAlbum(request: Api, albumName: string, phoneNumber: string): Promise<void> {
  const response = await request.post(`${app.url}/api/album/submit`, {
    headers: { origin: app.url },
    multipart: {
      artistName: 'The Corner Choir',
      albumName,
      phoneNumber,
      track1Title: 'A',
      track2Title: 'B',
      track3Title: 'C',
      track1: mp3('a.mp3', songs[2]),
      track2: mp3('b.mp3', songs[0]),
      track3: mp3('c.mp3', songs[1]),
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  // A busy machine answers before it has listened, and a cover is drawn from what was heard.
  const { albumId } = await response.json();
  const readState = async () =>
    (await (await request.get(`${app.url}/api/album-submissions/${albumId}/status`)).json()).state;
  await expect.poll(readState, { timeout: 120_000 }).toBe('done');
}
