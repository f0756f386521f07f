/** The component kit on its own page: no violation in any width, and the parts behave as every screen relies on. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';

// With everything that moves, as most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const shownToasts = (page: Page) => page.locator('[data-variant][data-state=open]');

async function openKit(page: Page): Promise<void> {
  await page.goto('/kit');
  await expect(page.getByRole('heading', { name: 'Panels' })).toBeVisible();
}

test('the kit has no violation and no sideways scroll at 360, 768 and 1280 px', async ({ page }) => {
  await openKit(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await listViolations(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('SH-6 SH-8 a newer toast replaces the one shown; a swipe to the right past 50 px dismisses it, a shorter one does not; one leaves by itself', async ({
  page,
}) => {
  await openKit(page);
  await page.getByRole('button', { name: 'Toast', exact: true }).click();
  await expect(shownToasts(page)).toContainText('Track submitted successfully!');
  await page.getByRole('button', { name: 'Error toast' }).click();
  await expect(shownToasts(page)).toHaveCount(1);
  await expect(shownToasts(page)).toContainText('Upload failed');
  await expect(shownToasts(page)).toHaveAttribute('data-variant', 'destructive');

  await page.getByRole('button', { name: 'Toast', exact: true }).click();
  const toast = shownToasts(page);
  await expect(toast).toContainText('Track submitted successfully!');
  await expect(toast).toHaveCount(1);
  const swipe = async (distance: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('the toast is gone');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 75, y, { steps: 3 });
    await page.mouse.move(box.x + 60 + distance, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast).toBeVisible();
  await swipe(60);
  await expect(toast).toHaveCount(0);

  await page.getByRole('button', { name: 'Toast', exact: true }).click();
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(toast).toHaveCount(0);
});

test('UP-1 a dialog traps focus and gives it back; the drop zone takes a file by picker and by drop; nothing breaks the content policy', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  await openKit(page);
  const opener = page.getByRole('button', { name: 'Open dialog' });
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => !!document.activeElement?.closest('[role=dialog]'))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  const input = page.getByLabel('Your track', { exact: true });
  const zone = input.locator('..');
  await input.setInputFiles({ name: 'picked.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(2048) });
  await expect(zone).toContainText('picked.mp3');
  await expect(zone).toContainText('2 KB');
  await page.getByRole('button', { name: 'Remove picked.mp3' }).click();
  await expect(zone).not.toContainText('picked.mp3');
  await expect(input).toBeFocused();
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(99)], 'dropped.mp3', { type: 'audio/mpeg' }));
    return transfer;
  });
  await zone.dispatchEvent('dragenter', { dataTransfer: files });
  await expect(zone).toContainText('Let go to add it');
  await zone.dispatchEvent('drop', { dataTransfer: files });
  await expect(zone).toContainText('dropped.mp3');

  await page.getByRole('combobox').first().click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open sheet' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('AU-1 a player plays, seeks by key and pointer, starts at half volume and silences the other; a file that is not there says so', async ({
  page,
}) => {
  await openKit(page);
  const player = page.getByRole('region', { name: 'Player: Sample track' });
  const audio = player.locator('audio');
  expect(await audio.evaluate((element: HTMLAudioElement) => element.volume)).toBe(0.5);
  await player.getByRole('button', { name: 'Play Sample track' }).click();
  await expect(player.getByRole('button', { name: 'Pause Sample track' })).toBeVisible();
  const bar = player.getByRole('slider', { name: /Position/ });
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  const time = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await expect.poll(time).toBeGreaterThanOrEqual(5);
  await player.getByRole('button', { name: 'Pause Sample track' }).click();
  const box = await bar.boundingBox();
  if (!box) throw new Error('no seek bar');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const share = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime / element.duration);
  await expect.poll(share).toBeGreaterThan(0.45);
  expect(await share()).toBeLessThan(0.55);

  const second = page.getByRole('region', { name: 'Player: Track without peaks' });
  await player.getByRole('button', { name: /^Play Sample/ }).click();
  await expect(player.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await second.getByRole('button', { name: /^Play Track/ }).click();
  await expect(second.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(player.getByRole('button', { name: /^Play Sample/ })).toBeVisible();

  const missing = page.getByRole('region', { name: 'Player: Missing track' });
  await expect(missing.getByText('Could not load audio file')).toBeVisible();
  await missing.getByRole('button', { name: /^Play/ }).click();
  await expect(missing.getByText('Could not load audio file')).toBeVisible();
});

test('AU-1 a browser that refuses to play says so', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await openKit(page);
  const player = page.getByRole('region', { name: 'Player: Sample track' });
  await player.getByRole('button', { name: 'Play Sample track' }).click();
  await expect(player.getByText('Could not play audio')).toBeVisible();
});
