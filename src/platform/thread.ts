/**
 * Starts a worker thread by name. A thread's code is a file `<name>.thread.ts` anywhere below src: the build makes
 * `threads/<name>.js` of it, and where the sources run as they are (development) it is loaded through tsx.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** Bundles may move this code into any chunk: the folder is found from the path, not from this file's place. */
const BUILT = /^.*\/(dist|\.cache)\/server[^/]*\//;
const IS_SOURCE = import.meta.url.endsWith('.ts');

let builtFolder = IS_SOURCE ? undefined : BUILT.exec(import.meta.url)?.[0];

/** For tests: the threads of a server built once for the whole run; undefined for the sources again, which load slowly. */
export function takeThreadsFrom(folder: URL | undefined): void {
  builtFolder = folder?.href;
}

/** `limits` bound the thread's own heap: passing them ends the thread with an error, not the process. */
export function startThread(name: string, workerData?: unknown, limits?: ResourceLimits): Worker {
  const options = {
    name,
    workerData,
    ...(limits && { resourceLimits: limits }),
    // Only what the thread needs is handed down: a test runner's own flags would confuse it.
    ...(IS_SOURCE && { execArgv: [] }),
  };
  return builtFolder
    ? new Worker(new URL(`threads/${name}.js`, builtFolder), options)
    : new Worker(startSource(findSource(name)), { ...options, eval: true });
}

function findSource(name: string): string {
  const src = fileURLToPath(new URL('..', import.meta.url));
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
