/** Lists a folder store in the order of its keys, a page at a time, without reading folders the page cannot touch. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedObject, ObjectPage } from '#ports/storage.ts';

interface Wanted {
  prefix: string;
  after: string;
  limit: number;
}

export async function listFolder(folder: string, wanted: Wanted): Promise<ObjectPage> {
  const objects: ListedObject[] = [];
  for await (const key of walkKeys(folder, '', wanted)) {
    const listed = await describeObject(folder, key);
    if (!listed) continue;
    if (objects.length === wanted.limit) return { objects, next: objects[objects.length - 1].key };
    objects.push(listed);
  }
  return { objects, next: null };
}

async function describeObject(folder: string, key: string): Promise<ListedObject | null> {
  try {
    const { size, mtime } = await stat(join(folder, key));
    return { key, size, modifiedAt: mtime };
  } catch (error) {
    // Deleted while we were listing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A folder sorts as its name with a slash: so the order is that of whole keys, as S3 gives it. */
async function* walkKeys(folder: string, below: string, wanted: Wanted): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
  for (const path of paths) {
    if (!path.endsWith('/')) {
      if (path.startsWith(wanted.prefix) && path > wanted.after) yield path;
    } else if (mayHold(path, wanted)) {
      yield* walkKeys(folder, path, wanted);
    }
  }
}

function mayHold(path: string, { prefix, after }: Wanted): boolean {
  const meetsPrefix = path.startsWith(prefix) || prefix.startsWith(path);
  return meetsPrefix && (path > after || after.startsWith(path));
}
