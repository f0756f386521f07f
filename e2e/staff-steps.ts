/** Steps of staff at the desk of an app: in past the form, and from place to place. */
import type { Locator, Page } from '@playwright/test';
import { STAFF, signIn } from './start-app.ts';

/** A page of somebody who is signed in. */
export async function openDashboard(page: Page, site: string, path = '/admin/dashboard'): Promise<void> {
  const { name, value } = await signIn(site, STAFF);
  await page.context().addCookies([{ name, value, url: site }]);
  await page.goto(site + path);
}

/** A place in the side bar; a count may follow its name. */
export const place = (page: Page, name: string): Locator =>
  page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: new RegExp(`^${name}( \\d|$)`) });
