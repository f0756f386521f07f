/** Builds the web pages and the server when, and only when, something they are made of changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

const STAMP = 'dist/.built-from';
const PRODUCTS = ['dist/web', 'dist/server'];
const SOURCES = [
  'src',
  'campaigns',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build-server.mjs',
  'scripts/check-budget.mjs',
  'scripts/cut-faces.ts',
  'scripts/compress-web.mjs',
];

export function isBuilt(root) {
  try {
    if (!PRODUCTS.every((file) => existsSync(join(root, file)))) return false;
    return readFileSync(join(root, STAMP), 'utf8') === hashSources(root);
  } catch {
    return false;
  }
}

export async function buildAll(root) {
  const hash = hashSources(root);
  rmSync(join(root, STAMP), { force: true });
  mkdirSync(join(root, 'dist'), { recursive: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const run = (args, failure) => runProgram(process.execPath, args, { cwd: root, env, failure });
  const buildWeb = async () => {
    await run(
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      'The web pages could not be built.',
    );
    await run(['scripts/check-budget.mjs', 'dist/web'], 'A page has more JavaScript than it may.');
    await run(['scripts/compress-web.mjs', 'dist/web'], 'The web pages could not be compressed.');
  };
  await Promise.all([buildWeb(), run(['scripts/build-server.mjs'], 'The server could not be built.')]);
  writeFileSync(join(root, STAMP), hash);
}

/** Names and contents of all that goes into the build; tests do not. */
export function hashSources(root) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const source of SOURCES)
    for (const file of listFiles(root, source))
      hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function listFiles(root, source) {
  const found = statSync(join(root, source), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [source];
  const entries = readdirSync(join(root, source), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(root, `${source}/${entry.name}`) : `${source}/${entry.name}`,
    );
}
