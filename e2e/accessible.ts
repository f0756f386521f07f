/** axe on the page as it stands, and nothing that sticks out sideways. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The short form: a page reads it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe finds, once the page itself is there and nothing fades in any more. */
export async function listViolations(page: Page): Promise<string[]> {
  // The server's first paint has a heading, too, but no footer.
  await expect(page.locator('#app > footer')).toBeAttached();
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((motion) => motion.finished.catch(() => {})),
    ),
  );
  return listViolationsNow(page);
}

/** What axe finds at this moment. It is brought into a page once, however often it looks: to read it takes as long as a look. */
export async function listViolationsNow(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await window.axe!.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
}

export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('#app > footer')).toBeAttached();
  // A page that is still being fetched has no heading yet.
  await expect(page.locator('h1').first()).toBeAttached();
  expect(await listViolations(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'sticks out sideways').toBeLessThanOrEqual(0);
}
