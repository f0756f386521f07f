/** Finds a program on the PATH. The bench uses what is installed and says what is not. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findTool(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(canRun) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
