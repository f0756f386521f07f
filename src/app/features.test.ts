/** The list of features is whole: what a folder brings is in it, and nothing twice. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES } from './features.ts';

/** Files that only do something once the app knows their feature. */
const BROUGHT = /^(feature|personal-data|(routes|jobs|grants)(-[a-z0-9-]+)?)\.ts$/;
const isBrought = (file: string) => BROUGHT.test(file) && !file.endsWith('.test.ts');
const folder = new URL('../features/', import.meta.url);

test('every feature that brings something is listed once, under the name of its folder', async () => {
  const bringing = readdirSync(folder).filter((name) =>
    readdirSync(new URL(`${name}/`, folder)).some(isBrought),
  );
  expect(bringing).toContain('submissions');
  expect(FEATURES.map(({ name }) => name).sort()).toEqual(bringing);
  for (const name of bringing) {
    const module: Record<string, unknown> = await import(new URL(`${name}/feature.ts`, folder).href);
    expect(FEATURES, name).toContain(Object.values(module)[0]);
  }
});
