/** A release made in the browser on a phone: what is to bring, a wrong and a right master, levels, cover, package. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { paintCover } from '../src/app/test-cover.ts';
import { composeMaster, writeFlac } from '../src/audio/test-masters.ts';
import { encodeMp3 } from '../src/audio/test-signals.ts';
import { CARDS, fillCard, waitUntilHeard } from './payment-steps.ts';
import { uploadTrack } from './upload-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('RL-1 RL-2 RL-4 a track becomes a package that a distributor takes', async ({ page }, info) => {
  const sound = composeMaster(8, 44_100);
  const mp3 = Buffer.from(await encodeMp3(sound, 44_100, 192));
  const id = await uploadTrack(page, {}, { name: 'salt.mp3', mimeType: 'audio/mpeg', buffer: mp3 });
  await waitUntilHeard(page.request, id);
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByText('Track 1, Master')).toBeVisible();
  await page.getByRole('button', { name: 'Distribute for $19.99' }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the release' }).click();

  await page
    .getByLabel('Master of track 1')
    .setInputFiles({ name: 'salt.wav', mimeType: 'audio/wav', buffer: mp3 });
  await expect(page.getByText('This is an MP3, whatever its name says').first()).toBeVisible();
  const flac = Buffer.from(writeFlac(sound, 24));
  await page
    .getByLabel('Master of track 1')
    .setInputFiles({ name: 'salt.flac', mimeType: 'audio/flac', buffer: flac });
  await expect(page.getByText(/^FLAC, 24 bit, 44.1 kHz, 0:08/)).toBeVisible();
  const both = page.getByText('Your entry and its master').locator('..');
  await both.getByRole('button', { name: 'Play both versions' }).click();
  await expect(both.getByText('0:02')).toBeVisible();
  await both.getByRole('button', { name: 'Entry' }).click();
  await expect(both.getByRole('button', { name: 'Entry' })).toHaveAttribute('aria-pressed', 'true');
  await expect(both.getByText('0:04')).toBeVisible();
  await expect(both.getByRole('alert')).toHaveCount(0);
  await page.getByText('Apple Music').click();
  await expect(page.getByText(/Apple Music turns it (up|down) by/)).toBeVisible();
  await page.getByLabel('A cover, JPEG or PNG').setInputFiles({
    ...{ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await paintCover() },
  });
  await expect(page.getByAltText('The cover as it is now')).toBeVisible();
  await page.getByLabel('UPC or EAN').fill('036000291453');
  await expect(page.getByText('after 03600029145 it is 2, not 3')).toBeVisible();
  await page.screenshot({ path: info.outputPath('release-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: info.outputPath('release-1280.png'), fullPage: true });
  await expect(page.getByText('Kept', { exact: true })).toBeVisible();

  const archive = await page.request.get(`/api/releases/track/${id}/package.zip`);
  const file = info.outputPath('package.zip');
  writeFileSync(file, await archive.body());
  expect(execFileSync('unzip', ['-l', file], { encoding: 'utf8' })).toContain('what-is-missing.txt');
});
