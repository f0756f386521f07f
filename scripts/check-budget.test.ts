// The budget counts exactly what a page needs before it works, and says no when that is too much.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkBudgets, checkFaces, staticClosure } from './check-budget.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const MANIFEST = {
  'index.html': {
    file: 'shell.js',
    imports: ['_react.js'],
    dynamicImports: ['../features/a/web/a-page.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'] },
  '_style.css': { file: 'style.css' },
  '../features/a/web/a-page.tsx': {
    file: 'a.js',
    imports: ['_shared.js', '_style.css'],
    isDynamicEntry: true,
  },
  '../features/b/web/b-page.tsx': { file: 'b.js', isDynamicEntry: true },
};

function buildTree(files: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'budget-'));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Random bytes hardly compress: gzipped they stay within a percent of their length. */
function buildSite(pageBytes: number): string {
  return buildTree({
    'src/features/a/web/a-page.tsx': '',
    'src/features/c/web/c-page.tsx': '',
    'dist/.vite/manifest.json': JSON.stringify(MANIFEST),
    'dist/shell.js': randomBytes(20_000),
    'dist/react.js': randomBytes(30_000),
    'dist/shared.js': randomBytes(10_000),
    'dist/a.js': randomBytes(pageBytes),
    'dist/b.js': randomBytes(900_000),
  });
}
const budget = (source: string, limitKb: number) => [{ page: 'page', source, limitKb }];

test('counts shell, page and what they share once each, and no other page', () => {
  const files = staticClosure(MANIFEST, ['index.html', '../features/a/web/a-page.tsx']);
  expect(files.sort()).toEqual(['a.js', 'react.js', 'shared.js', 'shell.js']);
});

test('passes below the limit and fails above it', () => {
  const pages = budget('src/features/a/web/a-page.tsx', 100);
  const small = buildSite(35_000);
  expect(checkBudgets(join(small, 'dist'), pages, small)).toMatchObject([{ ok: true }]);
  const large = buildSite(45_000);
  const [result] = checkBudgets(join(large, 'dist'), pages, large);
  expect(result.ok).toBe(false);
  expect(result.kb).toBeGreaterThan(105);
});

test('a page that exists but has no file of its own fails; one not written yet is named', () => {
  const root = buildSite(1000);
  const [unlisted] = checkBudgets(join(root, 'dist'), budget('src/features/c/web/c-page.tsx', 100), root);
  expect(unlisted).toMatchObject({ ok: false });
  expect(unlisted.text).toContain('page-loaders.ts');
  const [absent] = checkBudgets(join(root, 'dist'), budget('src/features/d/web/d-page.tsx', 100), root);
  expect(absent).toMatchObject({ ok: true, text: 'page: not written yet' });
});

test('weighs the faces together, and a build without any is no build', () => {
  const root = buildTree({
    'assets/a.woff2': randomBytes(40_000),
    'assets/b.woff2': randomBytes(30_000),
    'assets/c.js': '',
  });
  expect(checkFaces(root, 70)).toMatchObject({ ok: true, kb: 70 });
  expect(checkFaces(root, 69)).toMatchObject({ ok: false, text: 'faces: 70.0 kB of 69 kB in 2 files' });
  expect(checkFaces(buildTree({ 'assets/c.js': '' })).ok).toBe(false);
});
