/** Where the files of a ledger are read from: a site, or a folder with a copy. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReadFile } from '#features/ledger/rules-check.ts';

/** Milliseconds a site may take for a file. */
const PATIENCE_MS = 30_000;

/** The site by its name, its address, or that of its ledger. */
export function readFromSite(address: string): ReadFile {
  const url = (/^https?:\/\//.test(address) ? address : `https://${address}`).replace(/(\/ledger)?\/*$/, '');
  return async (path) => {
    const response = await fetch(`${url}/ledger/${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${url}/ledger/${path} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

export function readFromFolder(folder: string): ReadFile {
  return async (path) => {
    try {
      return new Uint8Array(await readFile(join(folder, path)));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  };
}

/** Keeps a copy of everything that is read. */
export function saveTo(folder: string, read: ReadFile): ReadFile {
  return async (path) => {
    const bytes = await read(path);
    if (bytes) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    return bytes;
  };
}

/** Asks for files a little ahead of the one that reads them: a site is far away. */
export function readAhead(read: ReadFile, paths: readonly string[], ahead = 16): ReadFile {
  const places = new Map(paths.map((path, index) => [path, index]));
  const asked = new Map<string, Promise<Uint8Array | null>>();
  const ask = (path: string) => {
    if (!asked.has(path)) {
      const answer = read(path);
      // Whoever waits for it hears of the error; nobody may ever wait.
      answer.catch(() => {});
      asked.set(path, answer);
    }
    return asked.get(path)!;
  };
  return async (path) => {
    const place = places.get(path) ?? paths.length;
    for (const next of paths.slice(place, place + ahead)) ask(next);
    const bytes = await ask(path);
    asked.delete(path);
    return bytes;
  };
}
