/** The release page on a phone: calm about what is missing, plain about what was entered wrongly, and nothing is lost. */
import { mkdirSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { makeResampler } from '../src/audio/decode/resample.ts';
import { composeMaster, decodeWhole, writeWav } from '../src/audio/test-masters.ts';
import { encodeMp3, joinSamples } from '../src/audio/test-signals.ts';
import { waitUntilHeard } from './payment-steps.ts';
import { signIn } from './sign-in-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

const PHONE = '+12025550163';
/** Of its own: another file enters the usual one, and would be held as a copy of it. */
const SONG = composeMaster(8, 44_100, 31);

async function sendSong(page: Page, mp3: Uint8Array): Promise<number> {
  await signIn(page, PHONE);
  await page.request.post('/api/priority-ticket');
  const audioFile = { name: 'salt.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(mp3) };
  const answer = await page.request.post('/api/submissions', {
    multipart: { artistName: 'Mina Okafor', phoneNumber: PHONE, trackTitle: 'Saltwater Teeth', audioFile },
  });
  const { submissionId } = (await answer.json()) as { submissionId: number };
  await waitUntilHeard(page.request, submissionId);
  return submissionId;
}

/** Lines in red that say something. */
const faults = (place: Page | Locator) => place.getByRole('alert').filter({ hasText: /\S/ });
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
const kept = (page: Page) => expect(page.getByText('Kept', { exact: true })).toBeVisible();

async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENS) return;
  mkdirSync(process.env.SCREENS, { recursive: true });
  await page.screenshot({ path: `${process.env.SCREENS}/${name}.png`, fullPage: true });
}

/** What is typed, and what the page says below it. */
const TYPED: [label: string, value: string, words: RegExp][] = [
  ['UPC or EAN', '036000291453', /after 03600029145 it is 2, not 3/],
  ['ISRC', 'US-S1Z-26-1', /An ISRC has 12 signs, such as US-S1Z-26-00001\. This one has 8\./],
  ['Label', 'Salt and Water '.repeat(20).trim(), /Stores take 255 letters here at most\. These are 299\./],
  ['℗ line owner', '℗ 2026 Mina Okafor', /the sign and the year are added/],
  ['© line year', '20266', /The year has four digits/],
  ['First released', '2031-05-05', /cannot have come out before/],
  ['Featured artists', 'Mina Okafor', /Mina Okafor is a main artist already/],
];

const paint = (side: number) =>
  sharp(Buffer.from(Array.from({ length: 192 }, (_, at) => (at * 89) % 256)), {
    raw: { width: 8, height: 8, channels: 3 },
  }).resize(side, side, { kernel: 'nearest' });

async function paintCovers(): Promise<[Buffer, RegExp][]> {
  const framed = paint(2600).extend({ top: 200, bottom: 200, left: 200, right: 200, background: 'white' });
  return [
    [await paint(1400).jpeg().toBuffer(), /at least 3000 pixels on each side\. This one has 1400/],
    [await paint(3000).toColourspace('cmyk').jpeg().toBuffer(), /in CMYK, the colours of print/],
    [await framed.jpeg().toBuffer(), /A plain border of \d+% runs around the picture/],
  ];
}

async function makeMasters(mp3: Uint8Array): Promise<[Uint8Array, RegExp][]> {
  const enlarged = SONG.map((samples) => {
    const up = makeResampler(44_100, 96_000);
    return joinSamples(up.push(samples), up.finish());
  });
  return [
    [mp3, /This is an MP3, whatever its name says/],
    [writeWav(await decodeWhole(mp3), 44_100), /as an MP3 or AAC encoder leaves it/],
    [writeWav(enlarged, 96_000, 24), /This file says 96 kHz.+it was made larger from less/],
    [writeWav(composeMaster(8, 44_100, 77), 44_100), /another recording than the one you entered/],
  ];
}

test('RL-1 RL-2 what is missing is listed calmly; what is wrong is refused at its field, and nothing is lost', async ({
  page,
}) => {
  const mp3 = await encodeMp3(SONG, 44_100, 192);
  const id = await sendSong(page, mp3);
  await page.goto(`/release/track/${id}`);
  const missing = page.getByRole('navigation', { name: 'Still to bring' });
  await expect(missing.getByRole('button', { name: 'Track 1, Writers' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'To put right' })).toHaveCount(0);
  expect(await faults(page).allTextContents()).toEqual([]);
  await takePicture(page, 'first-390');
  await page.setViewportSize({ width: 1280, height: 800 });
  await takePicture(page, 'first-1280');
  await page.setViewportSize({ width: 390, height: 844 });

  for (const [label, value] of TYPED) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Add a writer' }).click();
  await page.getByLabel('Writer 1, first and last name').fill('Mina Okafor');
  await page.getByLabel('Share of writer 1, percent').fill('101');
  const writers = page.getByRole('group', { name: 'Writers' });
  const expectRefusals = async () => {
    for (const [label, value, words] of TYPED) {
      const input = page.getByLabel(label, { exact: true });
      await expect(input).toHaveValue(value);
      const name = label.replace('© line year', '© line owner');
      await expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(words);
      await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(faults(writers)).toHaveText(/shares add up to 101%. They have to make 100%: 1% too much/);
  };
  await expectRefusals();
  await kept(page);
  await page.reload();
  await expectRefusals();

  const day = page.getByLabel('Release date');
  await day.pressSequentially('02312027');
  await day.blur();
  await expect(day).toHaveAccessibleDescription(/There is no such day/);
  expect(await day.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
  await takePicture(page, 'wrong-390');

  await page.getByRole('button', { name: 'Take writer 1 out' }).click();
  await expect(faults(writers)).toHaveCount(0);
  await page.getByRole('button', { name: 'I am done' }).click();
  await expect(faults(writers)).toHaveText('Name everybody who wrote the song, each with a share.');
  await expect(page.getByLabel('Language')).toHaveAccessibleDescription(/Say which language is sung/);
  await takePicture(page, 'tried-390');

  for (const [buffer, words] of await paintCovers()) {
    await page
      .getByLabel('A cover, JPEG or PNG')
      .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
    await expect(faults(card(page, 'Cover'))).toHaveText(words);
  }
  for (const [bytes, words] of await makeMasters(mp3)) {
    const file = { name: 'salt.wav', mimeType: 'audio/wav', buffer: Buffer.from(bytes) };
    await page.getByLabel('Master of track 1').setInputFiles(file);
    await expect(faults(card(page, 'The recording')).filter({ hasText: words })).toBeVisible();
  }
  await takePicture(page, 'masters-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(page.getByLabel('UPC or EAN')).toHaveValue(TYPED[0][1]);
});
