/** The public ledger as a voter meets it: from the receipt to the check in the browser. */
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';

test('LE-5 a vote is sealed within two minutes, checked in the browser step by step, and its proof kept', async ({
  page,
  request,
}) => {
  test.setTimeout(400_000);
  const track = 1;
  const isHeard = async () => (await (await request.get(`/api/submissions/${track}`)).json()).analyzed;
  await expect.poll(isHeard, { timeout: 150_000 }).toBe(true);
  const voterPhone = `+1213${String(3_000_000 + (Date.now() % 6_000_000)).padStart(7, '0')}`;
  const answer = await request.post(`/api/submissions/${track}/vote`, {
    data: { voterName: 'Ledger Fan', voterPhone },
  });
  expect(answer.status()).toBe(200);
  const { receiptCode } = await answer.json();

  await page.goto(`/vote-receipt/${receiptCode}`);
  await expect(page.getByText(/Sealed within two minutes|Leaf/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the proof' })).toBeVisible({ timeout: 130_000 });

  await page.goto('/ledger');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Count it yourself.');
  await page.getByLabel('Receipt code').fill(receiptCode);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/Receipt opens leaf/)).toBeVisible();
  await expect(page.getByText(/lead to the root/)).toBeVisible();
  await expect(page.getByText('Checkpoint signed by this contest')).toBeVisible();
  await expect(page.getByText(/one unproven vote, .+ by /)).toBeVisible();
  await expect(page.getByText('No independent witness watches this log')).toBeVisible();

  await page.getByLabel('Number of the track').fill(String(track));
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(page.getByText(new RegExp(`Track ${track} is number \\d+`))).toBeVisible({ timeout: 60_000 });

  await page.getByLabel('Receipt code').fill('0'.repeat(26));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/There is no such receipt in/)).toBeVisible();
  await expectAccessible(page);
});

test('LE-5 a tile that was tampered with on the way turns the step red and stops', async ({
  page,
  request,
}) => {
  test.setTimeout(400_000);
  await expect(async () => expect((await request.get('/ledger/checkpoint')).status()).toBe(200)).toPass({
    timeout: 130_000,
  });
  await page.route('**/ledger/tile/0/**', async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({
      response,
      body: Buffer.from(body.map((byte, index) => (index === 40 ? byte ^ 1 : byte))),
    });
  });
  await page.goto('/ledger');
  await page.getByLabel('Number of the track').fill('1');
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(page.getByText(/Entry \d+ is not the one hashed in/)).toBeVisible({ timeout: 60_000 });
});
