/**
 * Builds the server to dist/server: one file for each entry point of src/main, one in threads/ for each
 * `*.thread.ts`, and what they share in chunks. Packages stay in node_modules.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Output name (without .js) → source file. */
export function findEntries(folder = root) {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join('src', file),
  );
  const mains = files.filter((file) => /^src\/main\/[a-z0-9-]+\.ts$/.test(file));
  const threads = files.filter((file) => file.endsWith('.thread.ts'));
  const entries = new Map(mains.map((file) => [basename(file, '.ts'), file]));
  for (const file of threads) {
    const name = `threads/${basename(file, '.thread.ts')}`;
    if (entries.has(name)) throw new Error(`Two threads have the name of ${file}.`);
    entries.set(name, file);
  }
  return Object.fromEntries(entries);
}

export async function buildServer({
  folder = root,
  outdir = join(folder, 'dist/server'),
  entries = findEntries(folder),
} = {}) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: folder,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Stack traces show our lines; the sources themselves are beside them in the checkout.
    sourcesContent: false,
    logLevel: 'warning',
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildServer();
