/** A person in a real browser: a code, a passkey, one touch the next time, and signing out of every device. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';

/** Passkeys need a name: the same app, not by its number. */
const nameSite = (baseURL: string | undefined) => baseURL!.replace('127.0.0.1', 'localhost');

let made = Math.floor(Math.random() * 8000);
/** A number no other test uses, valid by the numbering plan. */
const newPhone = () => `+1 415 66${made % 10} ${1000 + made++}`;

/**
 * A fingerprint reader that always knows its owner. It also takes at once what the browser offers by itself in the
 * field, so that is off until a test wants it.
 */
async function plugIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.PublicKeyCredential.isConditionalMediationAvailable = async () =>
      window.sessionStorage.getItem('offers') === 'yes';
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function askCode(page: Page, phone: string): Promise<string> {
  await page.getByLabel('Phone number').fill(phone);
  await page.keyboard.press('Enter');
  const arrived = page.getByRole('region', { name: 'Test phone' });
  await expect(arrived.getByText('Test mode')).toBeVisible();
  const text = await arrived.getByText('is your code').textContent();
  return /\b\d{6}\b/.exec(text!)![0];
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('PE-1 PE-2 PE-3 a code signs in, a passkey is added, and the next sign-in is one touch, at 390 px', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await plugIn(page);
  await page.goto(`${nameSite(baseURL)}/sign-in`);
  expect(await listViolations(page)).toEqual([]);
  const code = await askCode(page, newPhone());
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  await expect(page.getByRole('button', { name: /New code in 0:\d\d/ })).toBeDisabled();
  expect(await listViolations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.keyboard.type(code);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'You are in', level: 1 })).toBeVisible();
  await expect(page.getByText('On that device only')).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'You are in', level: 1 })).toBeVisible();
  await expect(page.getByText('by passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await page.evaluate(() => window.sessionStorage.setItem('offers', 'yes'));
  await page.reload();
  await expect(page.getByText('by passkey')).toBeVisible();
  await page.evaluate(() => window.sessionStorage.clear());
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await expect(page.getByText('No code to wait for.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});

test('PE-1 a wrong code is said, typed again, and the page that was asked for follows', async ({ page }) => {
  await page.goto('/sign-in?then=/leaderboard');
  await page.getByLabel('Phone number').fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(['Please enter your phone number with its area code']);
  const code = await askCode(page, newPhone());
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await expect(page.getByRole('alert').first()).toHaveText(/not right, or no longer good/);
  const field = page.getByLabel('6-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  expect(await listViolations(page)).toEqual([]);
  // As it is copied from a text.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(/\/leaderboard$/);
});
