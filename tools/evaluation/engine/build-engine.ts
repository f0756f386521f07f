// Builds the engine as the server is built, its listening thread beside it, so that what is measured or fuzzed is what runs.
import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as Engine from './engine.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `name` keeps two commands that run at the same time apart. The folder's end is where threads are looked for. */
export async function buildEngine(name: string): Promise<{ engine: typeof Engine; file: string }> {
  const folder = `${ROOT}.cache/engine-${name}`;
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: {
      engine: 'tools/evaluation/engine/engine.ts',
      'threads/measure': 'src/features/recordings/measure.thread.ts',
    },
    outdir: `${folder}/dist/server`,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  const file = pathToFileURL(`${folder}/dist/server/engine.js`).href;
  return { engine: (await import(file)) as typeof Engine, file };
}
