/** To another page as a link leads there: scripts, styles and axe stay where they are. */
import type { Page } from '@playwright/test';

export async function follow(page: Page, path: string): Promise<void> {
  // The page's code comes after its first paint, and may after it counts as loaded.
  await page.waitForFunction(() => self.__TSR_ROUTER__);
  await page.evaluate((href) => self.__TSR_ROUTER__!.navigate({ href }), path);
}
