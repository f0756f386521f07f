/** Signs a page's browser in with a number, by the calls behind the form: the code comes from the demo's test phone. */
import type { Page } from '@playwright/test';

export async function signIn(page: Page, phone: string, site = ''): Promise<void> {
  const asked = await page.request.post(`${site}/api/me/code`, { data: { phone } });
  const { testPhone } = (await asked.json()) as { testPhone: { code: string } };
  const proven = await page.request.post(`${site}/api/me/sign-in`, { data: { phone, code: testPhone.code } });
  if (!proven.ok()) throw new Error(`signing in answered ${proven.status()}: ${await proven.text()}`);
}
