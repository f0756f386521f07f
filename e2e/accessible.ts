/** axe on the page as it stands, and nothing that sticks out sideways. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function expectAccessible(page: Page): Promise<void> {
  // A page that is still being fetched has no heading yet.
  await expect(page.locator('h1').first()).toBeAttached();
  // One run in the page itself: the pages have no frames, which is all the slower mode is for.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual(
    [],
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'sticks out sideways').toBeLessThanOrEqual(0);
}
