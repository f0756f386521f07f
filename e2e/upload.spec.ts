/** The upload form in a real browser: every check, every refusal, and the whole way to the leaderboard. */
import { expect, type Page, test } from '@playwright/test';
import { answer } from './fake-answers.ts';
import { makeTrack, ofSize, RENAMED_TEXT, WAV } from './tracks.ts';
import { fillForm, GOOD_FIELDS, submitButton, toasts, uploadForm } from './upload-steps.ts';

// With everything that moves, as most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const MB = 1024 * 1024;
const fileInput = (page: Page) => uploadForm(page).locator('input[type=file]');

test('UP-1 UP-2 UP-3 UP-4 UP-9 three fields, checked on every change, and a drop zone in a padded box: a file is chosen, removed, dropped, refused for its type or over 10 MB, and taken at exactly 10 MB', async ({
  page,
}) => {
  await page.goto('/upload-form');
  const form = uploadForm(page);
  for (const label of ['Artist Name', 'Phone Number', 'Track Title'])
    await expect(form.getByLabel(label)).toBeVisible();
  const padding = await form.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element.parentElement!).paddingLeft),
  );
  expect(padding).toBeGreaterThanOrEqual(16);
  await expect(fileInput(page)).toHaveAttribute('accept', '.mp3');
  await expect(form.getByText('Maximum file size: 10MB')).toBeVisible();
  const track = await makeTrack('first-take.mp3');
  await fileInput(page).setInputFiles(track);
  await expect(form.getByText('first-take.mp3', { exact: true })).toBeVisible();
  await expect(form.getByText(`${Math.round(track.buffer.length / 1024)} KB`)).toBeVisible();
  await form.getByRole('button', { name: 'Remove first-take.mp3' }).click();
  await expect(form.getByText('first-take.mp3', { exact: true })).toHaveCount(0);
  await expect(form.getByText('Please upload an MP3 file')).toBeVisible();

  const cases = [
    ['Artist Name', 'A', 'Al', 'Artist name must be at least 2 characters'],
    ['Phone Number', '123456789', '1234567890', 'Please enter a valid phone number'],
    ['Track Title', '', 'T', 'Track title is required'],
  ] as const;
  for (const [label, wrong, right, message] of cases) {
    await form.getByLabel(label).fill('x');
    await form.getByLabel(label).fill(wrong);
    await expect(form.getByText(message)).toBeVisible();
    await form.getByLabel(label).fill(right);
    await expect(form.getByText(message)).toHaveCount(0);
  }

  const zone = fileInput(page).locator('..');
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(2048)], 'dropped.mp3', { type: 'audio/mpeg' }));
    return transfer;
  });
  await zone.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(zone).toHaveAttribute('data-over', 'true');
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(form.getByText('dropped.mp3', { exact: true })).toBeVisible();
  await expect(form.getByText('2 KB')).toBeVisible();

  await fileInput(page).setInputFiles(WAV);
  await expect(form.getByText('Only MP3 files are allowed')).toBeVisible();
  await fileInput(page).setInputFiles(ofSize(10 * MB + 1));
  await expect(form.getByText('File size must be less than 10MB')).toBeVisible();
  await expect(form.getByText('Only MP3 files are allowed')).toHaveCount(0);
  await fileInput(page).setInputFiles(ofSize(10 * MB));
  await expect(form.getByText('10.0 MB')).toBeVisible();
  await expect(form.getByText('File size must be less than 10MB')).toHaveCount(0);
});

test('UP-5 the button says Uploading... and a bar shows the bytes that have left', async ({ page }) => {
  await page.goto('/upload-form');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60 * 1024 };
  await network.send('Network.emulateNetworkConditions', slow);
  await fillForm(page, {}, await makeTrack('long.mp3', 24));
  await submitButton(page).click();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  const bar = page.getByRole('progressbar', { name: 'Bytes sent' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^([1-9]|[1-9]\d)$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(submitButton(page)).toBeEnabled();
  await expect(bar).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

/** A message of its own, JSON without one, no JSON at all. */
const FAILURES = [
  [413, 'application/json', '{"message":"We are full today."}', 'We are full today.'],
  [500, 'application/json', '{}', 'Server error occurred'],
  [502, 'text/html', '<h1>Bad gateway</h1>', 'Server error: 502'],
] as const;

test('UP-3 UP-6 UP-7 no file, each kind of refusal, a broken connection, bytes that are no MP3, a form that cannot be built: each is said, and what was typed stays', async ({
  page,
}) => {
  const SUBMIT = '**/api/submissions';
  const expectRefusal = async (text: string) => {
    await submitButton(page).click();
    await expect(toasts(page).filter({ hasText: text })).toContainText('Upload failed');
    await expect(submitButton(page)).toBeEnabled();
    await expect(uploadForm(page).getByLabel('Track Title')).toHaveValue(GOOD_FIELDS.trackTitle);
  };
  await page.goto('/upload-form');
  await submitButton(page).click();
  const toast = toasts(page);
  await expect(toast).toContainText('Missing file');
  await expect(toast).toContainText('Please upload an MP3 file');
  await expect(toast).toHaveAttribute('data-variant', 'destructive');
  await expect(uploadForm(page).getByText('Please upload an MP3 file')).toBeVisible();
  await expect(page).toHaveURL(/upload-form$/);

  await fillForm(page);
  for (const [status, contentType, body, text] of FAILURES) {
    await page.route(SUBMIT, (route) => route.fulfill({ status, contentType, body }));
    await expectRefusal(text);
    await page.unroute(SUBMIT);
  }
  await page.route(SUBMIT, (route) => route.abort('connectionreset'));
  await expectRefusal('There was an error uploading your track. Please try again.');
  await page.unroute(SUBMIT);

  // The server looks at the bytes.
  await fillForm(page, {}, RENAMED_TEXT);
  await expectRefusal('Only MP3 files are allowed');

  let sent = 0;
  await page.route(SUBMIT, (route) => {
    sent += 1;
    return answer({})(route);
  });
  await page.evaluate(() => {
    FormData.prototype.append = () => {
      throw new Error('out of memory');
    };
  });
  await fillForm(page);
  await submitButton(page).click();
  await expect(
    toasts(page).filter({ hasText: 'There was a problem preparing your submission. Please try again.' }),
  ).toContainText('Error');
  expect(sent).toBe(0);
});

test('UP-5 PR-2 LB-9 a track goes from the landing page to its results and onto the leaderboard', async ({
  page,
}) => {
  const trackTitle = `Journey ${Date.now()}`;
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL(/\/#upload$/);
  await fillForm(page, { trackTitle });
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/(submission|results)\/\d+$/);
  await expect(toasts(page)).toContainText('Track submitted successfully!');
  await expect(toasts(page)).toContainText('Your track is now being analyzed.');
  await expect(page).toHaveURL(/\/results\/\d+$/, { timeout: 45_000 });
  await expect(page.getByRole('heading', { level: 1, name: trackTitle })).toBeVisible();

  await page.getByRole('link', { name: 'See it on the leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard\?/);
  const row = page.getByRole('row').filter({ hasText: trackTitle });
  await expect(row).toContainText('Mina Okafor');
  await expect(row).toContainText('0:06');
});
