/** The lyrics of a track: pasted by its owner, read in time with the sound, refused when they are none, taken back. */
import { expect, test } from '@playwright/test';
import { sendTrack, waitUntilHeard } from './payment-steps.ts';
import { toasts } from './upload-steps.ts';

const TEXT = `[Verse]
I walk alone into the city night
the pretty lights are shining far too bright
[Chorus]
saltwater teeth are calling out my name
nobody here will ever be the same
[Chorus]`;

test('AN-3 the owner pastes lyrics, sees them in time, and takes them back; a visitor only reads', async ({
  page,
  browser,
}) => {
  const id = await sendTrack(page);
  await waitUntilHeard(page.request, id);
  await page.goto(`/results/${id}`);
  await page.locator('summary', { hasText: /^Lyrics$/ }).click();
  const panel = page.getByRole('heading', { name: 'Lyrics', level: 2 }).locator('../..');
  await expect(panel).toContainText('Not transcribed');

  await panel.getByRole('button', { name: 'Add the lyrics' }).click();
  const sheet = page.getByRole('dialog', { name: 'Lyrics' });
  const words = sheet.getByLabel('Words');
  await words.fill('[Chorus]');
  await sheet.getByRole('button', { name: 'Save lyrics' }).click();
  await expect(sheet.getByRole('alert')).toContainText('There are no words in this text.');
  await words.fill(TEXT);
  await words.press('Control+Enter');
  await expect(toasts(page)).toContainText('Lyrics saved');
  await expect(sheet).toHaveCount(0);

  await expect(panel).toContainText('Given by the artist');
  await expect(panel.getByText('Times approximate')).toBeVisible();
  // The test track is a chord: words for it are shown, and do not count.
  await expect(panel).toContainText('No voice was found in this track that could sing them.');
  const lines = panel.getByRole('list', { name: 'Lyrics in time' }).getByRole('listitem');
  await expect(lines).toHaveCount(6);
  await expect(lines.first()).toContainText('night, rhyme A');
  await expect(panel.getByText('Hook line').first()).toBeVisible();
  await lines
    .nth(3)
    .getByRole('button', { name: /Play line from/ })
    .click();
  await expect(panel.locator('[aria-current=true]')).toHaveCount(1);
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(2);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/results/${id}`);
  await visitor.locator('summary', { hasText: /^Lyrics$/ }).click();
  await expect(visitor.getByText('Given by the artist', { exact: true })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Correct the lyrics' })).toHaveCount(0);
  await visitor.context().close();

  await panel.getByRole('button', { name: 'Correct the lyrics' }).click();
  await expect(words).toHaveValue(TEXT);
  await sheet.getByRole('button', { name: 'Remove' }).click();
  await expect(toasts(page)).toContainText('Lyrics removed');
  await expect(panel).toContainText('Not transcribed');
  await expect(panel.getByRole('button', { name: 'Add the lyrics' })).toBeFocused();
});
