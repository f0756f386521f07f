/**
 * Fails when a page needs more JavaScript than it may, or the faces more room. Counts what the browser must load before the page works: the
 * shell and the page's own file with everything they import statically, gzipped. Run after the web build.
 *
 *   node scripts/check-budget.mjs [dist/web]
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Kilobytes of 1000, as browsers and build tools report them. */
export const BUDGETS = [
  { page: 'landing', source: 'src/features/landing/web/landing-page.tsx', limitKb: 130 },
  { page: 'leaderboard', source: 'src/features/leaderboard/web/leaderboard-page.tsx', limitKb: 150 },
];

/** All faces together: every new visitor fetches them. */
export const FACES_LIMIT_KB = 120;

/** The manifest names sources from the folder of index.html. */
const WEB_ROOT = 'src/shell';
const SHELL = 'index.html';

/** Every file reached from these manifest entries without a dynamic import. */
export function staticClosure(manifest, entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest has no entry ${key}`);
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

/** One line a budget: ok, over, or why it cannot be told. */
export function checkBudgets(folder, budgets = BUDGETS, root = '.') {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
    return sizes.get(file);
  };
  return budgets.map(({ page, source, limitKb }) => {
    const key = posix.relative(WEB_ROOT, source);
    if (!existsSync(join(root, source))) return { page, ok: true, text: `${page}: not written yet` };
    if (!manifest[key]?.isDynamicEntry) {
      return {
        page,
        ok: false,
        text: `${page}: ${source} is no file of its own in the build. Is it in page-loaders.ts?`,
      };
    }
    const bytes = staticClosure(manifest, [SHELL, key]).reduce((sum, file) => sum + sizeOf(file), 0);
    const kb = bytes / 1000;
    return { page, ok: kb <= limitKb, kb, text: `${page}: ${kb.toFixed(1)} kB of ${limitKb} kB gzipped` };
  });
}

/** A woff2 file is compressed already: its size is its weight. */
export function checkFaces(folder, limitKb = FACES_LIMIT_KB) {
  const faces = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.woff2'));
  const kb = faces.reduce((sum, file) => sum + statSync(join(folder, 'assets', file)).size, 0) / 1000;
  const text = `faces: ${kb.toFixed(1)} kB of ${limitKb} kB in ${faces.length} files`;
  return { page: 'faces', ok: faces.length > 0 && kb <= limitKb, kb, text };
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const folder = process.argv[2] ?? 'dist/web';
  const results = [...checkBudgets(folder), checkFaces(folder)];
  for (const { ok, text } of results) console.log(`${ok ? 'budget' : 'OVER BUDGET'} ${text}`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
