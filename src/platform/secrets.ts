/** Secrets that nobody gave are made at the first start and kept in the data folder, readable by its owner only. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './errors.ts';
import { randomCode } from './tokens.ts';

export type SecretName = 'app-secret' | 'staff-password';

export async function keepSecret(dataDir: string, name: SecretName): Promise<string> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotUse(file, error);
  }
  const secret = randomCode(name === 'app-secret' ? 52 : 16);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // 'wx': of two processes starting at once, one writes and the other reads what it wrote.
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(file, 0o600);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return (await readFile(file, 'utf8')).trim();
    throw cannotUse(file, error);
  }
}

function cannotUse(file: string, error: unknown): StartError {
  return new StartError(`Cannot keep a secret in ${file}: ${(error as Error).message}.`);
}
