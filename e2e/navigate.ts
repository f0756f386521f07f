/** To another page as a link leads there: scripts, styles and axe stay where they are. */
import type { Page } from '@playwright/test';

export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => self.__TSR_ROUTER__!.navigate({ href }), path);
