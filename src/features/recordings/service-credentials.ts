/** Keeps what a file's own credentials say: once a recording, as its bytes never change. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { startThread } from '#platform/thread.ts';
import type { Credentials } from './contract.ts';
import { hasCredentials, summariseStore, UNREADABLE } from './rules-credentials.ts';
import { recordings } from './table.ts';

/** A second is usual. */
const BUDGET_MS = 20_000;
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

export async function keepCredentials(
  { db }: Pick<Deps, 'db'>,
  audioSha256: string,
  mp3: Uint8Array,
): Promise<void> {
  if (!hasCredentials(mp3)) return;
  const credentials = await readCredentials(mp3);
  await db.update(recordings).set({ credentials }).where(eq(recordings.audioSha256, audioSha256));
}

/** A file that breaks the reader breaks that thread and nothing else. */
export function readCredentials(mp3: Uint8Array): Promise<Credentials> {
  return new Promise((resolve) => {
    const thread = startThread('credentials', mp3, HEAP);
    const end = (credentials: Credentials) => {
      clearTimeout(timer);
      resolve(credentials);
      void thread.terminate();
    };
    const timer = setTimeout(() => end(UNREADABLE), BUDGET_MS);
    thread.on('message', (json: string) => end(summariseStore(json)));
    thread.on('error', () => end(UNREADABLE));
    thread.on('exit', () => end(UNREADABLE));
  });
}
