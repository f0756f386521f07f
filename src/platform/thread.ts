/**
 * Starts a worker thread by name. A thread's code is a file `<name>.thread.ts` anywhere below src: the build makes
 * `threads/<name>.js` of it, and where the sources run as they are (tests, development) it is loaded through tsx.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const BUILT = '/dist/server/';

/** `limits` bound the thread's own heap: passing them ends the thread with an error, not the process. */
export function startThread(name: string, workerData?: unknown, limits?: ResourceLimits): Worker {
  const here = import.meta.url;
  const options = { name, workerData, ...(limits && { resourceLimits: limits }) };
  if (!here.endsWith('.ts')) return new Worker(findBuilt(here, name), options);
  // Only what the thread needs is handed down: a test runner's own flags would confuse it.
  return new Worker(startSource(findSource(here, name)), { ...options, eval: true, execArgv: [] });
}

/** Bundles may move this code into any chunk: the folder is found from the path, not from this file's place. */
function findBuilt(here: string, name: string): URL {
  const root = here.slice(0, here.lastIndexOf(BUILT) + BUILT.length);
  return new URL(`threads/${name}.js`, root);
}

function findSource(here: string, name: string): string {
  const src = fileURLToPath(new URL('..', here));
  const file = readdirSync(src, { recursive: true, encoding: 'utf8' }).find((path) =>
    `/${path}`.endsWith(`/${name}.thread.ts`),
  );
  if (!file) throw new Error(`There is no file ${name}.thread.ts below src.`);
  return pathToFileURL(join(src, file)).href;
}

function startSource(url: string): string {
  const tsx = import.meta.resolve?.('tsx/esm/api') ?? 'tsx/esm/api';
  return `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(url)}); });`;
}
