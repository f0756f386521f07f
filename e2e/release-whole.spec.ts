/** A release filled in to its end on a phone, of a track and of an album: nothing is left to bring, and the package is whole. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { paintCover } from '../src/app/test-cover.ts';
import { composeMaster, writeFlac } from '../src/audio/test-masters.ts';
import { encodeMp3 } from '../src/audio/test-signals.ts';
import { checkMessage } from '../src/features/releases/rules-message.ts';
import { CARDS, fillCard, waitUntilHeard } from './payment-steps.ts';
import { signIn } from './sign-in-steps.ts';
import { uploadTrack } from './upload-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

const WHO = { artistName: 'Mina Okafor', phoneNumber: '+12025550164' };
const file = async (sound: readonly Float32Array[]) => ({
  name: 'salt.mp3',
  mimeType: 'audio/mpeg',
  buffer: Buffer.from(await encodeMp3(sound, 44_100, 192)),
});

/** By the form, the page that sells it and its card form; owned by the browser, without a sign-in. */
async function openTrack(page: Page, [sound]: readonly Float32Array[][]): Promise<number> {
  const id = await uploadTrack(page, WHO, await file(sound));
  await waitUntilHeard(page.request, id);
  await page.goto(`/artist-distro/${id}`);
  await expect(page.getByText('Track 1, Master')).toBeVisible();
  await page.getByRole('button', { name: 'Distribute for $19.99' }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $19.99' }).click();
  await expect(page.getByRole('heading', { name: 'Distribution Active!' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the release' }).click();
  return id;
}

/** Signed in, and past the forms: they have tests of their own. */
async function openAlbum(page: Page, sounds: readonly Float32Array[][]): Promise<number> {
  await signIn(page, WHO.phoneNumber);
  await page.request.post('/api/priority-ticket');
  const [track1, track2, track3] = await Promise.all(sounds.map(file));
  const titles = {
    albumName: 'Harbour',
    track1Title: 'Low Tide',
    track2Title: 'Undertow',
    track3Title: 'Slack',
  };
  const multipart = { ...WHO, ...titles, track1, track2, track3 };
  const { albumId } = await (await page.request.post('/api/album/submit', { multipart })).json();
  const begun = await page.request.post('/api/create-payment-intent', {
    data: { amount: 12.99, albumId, product: 'albumPublication' },
  });
  const { clientSecret } = await begun.json();
  const card = { number: CARDS.good, expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  await page.request.post('/api/sandbox/confirm', {
    data: { clientSecret, card, returnPath: '/payment-success' },
  });
  await page.request.get(`/api/payments/status?payment_intent_client_secret=${clientSecret}`);
  await page.goto(`/release/album/${albumId}`);
  return albumId;
}

/** Entry and master side by side, and what a store makes of its level. */
async function listenToBoth(page: Page): Promise<void> {
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
}

async function readPackage(page: Page, id: number, kind: string, zip: string): Promise<string[]> {
  writeFileSync(zip, await (await page.request.get(`/api/releases/${kind}/${id}/package.zip`)).body());
  return execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).split('\n');
}

/** From the lists, whose choices are drawn apart from them. */
async function choose(page: Page, label: string, option: string | RegExp, nth = 0): Promise<void> {
  await page.getByLabel(label, { exact: true }).nth(nth).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function fillTrack(page: Page, at: number, isrc: string, flac: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Add a writer' }).nth(at).click();
  await page.getByLabel('Writer 1, first and last name').nth(at).fill('Mina Okafor');
  await page.getByLabel('Producers').nth(at).fill('Jonas Weir');
  await choose(page, 'Language', 'English', at);
  await choose(page, 'Explicit words', /./, at);
  await page.getByLabel('ISRC', { exact: true }).nth(at).fill(isrc);
  const master = { name: `salt-${at + 1}.flac`, mimeType: 'audio/flac', buffer: flac };
  await page.getByLabel(`Master of track ${at + 1}`).setInputFiles(master);
  await expect(page.getByText(/^FLAC, 24 bit, 44.1 kHz/)).toHaveCount(at + 1);
}

// Codes of its own for a second attempt: those of the first are taken.
for (const [kind, seeds, eans, open] of [
  ['track', [61], ['9780201379624', '9780306406157'], openTrack],
  ['album', [62, 63, 64], ['0036000291452', '0012345678905'], openAlbum],
] as const)
  test(`RL-1 RL-2 RL-4 the release of one ${kind} is made whole in the browser, and becomes a package that a distributor takes`, async ({
    page,
  }, info) => {
    test.slow();
    const ean = eans[info.retry];
    const sounds = seeds.map((seed) => composeMaster(8, 44_100, seed));
    const flacs = sounds.map((sound) => Buffer.from(writeFlac(sound, 24)));
    const id = await open(page, sounds);
    await choose(page, 'Genre', 'Indie');
    await page.getByLabel('UPC or EAN').fill(ean);
    await page.getByLabel('Release date').fill('2030-01-01');
    for (const [at, flac] of flacs.entries())
      await fillTrack(page, at, `US-S1Z-26-${6 + info.retry}${seeds[at]}00`, flac);
    if (kind === 'track') {
      await listenToBoth(page);
      const early = await readPackage(page, id, kind, info.outputPath('early.zip'));
      expect(early.join()).toContain('what-is-missing.txt');
    }
    for (const part of ['Vocals', 'Music', 'Words', 'Artwork']) await choose(page, part, /./);
    const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await paintCover() };
    await page.getByLabel('A cover, JPEG or PNG').setInputFiles(cover);
    await expect(page.getByAltText('The cover as it is now')).toBeVisible();
    await expect(page.getByRole('navigation', { name: /Still to bring|To put right/ })).toHaveCount(0);
    // What is typed is checked at once and kept a moment later; the package holds what is kept.
    await expect(page.getByText('Kept', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const [zip, out] = [info.outputPath('package.zip'), info.outputPath('out')];
    const names = await readPackage(page, id, kind, zip);
    execFileSync('unzip', ['-q', zip, '-d', out]);
    const message = names.find((name) => name.endsWith(`${ean}.xml`))!;
    const resources = names
      .flatMap((name) => name.split(`${ean}/`).slice(1))
      .filter((name) => /\.(flac|jpg)$/.test(name));
    expect(resources).toHaveLength(flacs.length + 1);
    expect(checkMessage(readFileSync(join(out, message), 'utf8'), resources)).toEqual([]);
    for (const [at, flac] of flacs.entries()) {
      const packed = names.find((name) => name.endsWith(`_00${at + 1}.flac`))!;
      expect(readFileSync(join(out, packed)).equals(flac)).toBe(true);
    }
  });
