/**
 * Content credentials (C2PA): what the program that made a file signed about it. Read, never guessed, and once a
 * recording, as its bytes never change.
 */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { startThread } from '#platform/thread.ts';
import type { Credentials } from './contract.ts';
import { readTagLength } from './rules-tags.ts';
import { recordings } from './table.ts';

/** A second is usual; ten for the largest master. */
const BUDGET_MS = 60_000;
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

/** From a file's bytes, or where a large one lies on disk. One that breaks the reader breaks that thread and nothing else. */
export function readCredentials(source: Uint8Array | string, type = 'audio/mpeg'): Promise<Credentials> {
  return new Promise((resolve) => {
    const thread = startThread('credentials', { source, type }, HEAP);
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

/** In an MP3 they are an object of its tag, by either of these names (C2PA 2.2, appendix A.3.4). */
const NAMES = ['application/c2pa', 'application/x-c2pa-manifest-store'];

/** Whether it is worth reading them: reading costs a second, and next to no file has any. */
export function hasCredentials(mp3: Uint8Array): boolean {
  const tag = Buffer.from(
    mp3.buffer,
    mp3.byteOffset,
    Math.min(mp3.length, readTagLength(mp3.subarray(0, 10))),
  );
  return NAMES.some((name) => tag.includes(`${name}\0`, 0, 'latin1'));
}

/** What nobody could read is there all the same, and does not hold. */
export const UNREADABLE: Credentials = { holds: false, tool: null, signer: null, ai: null };

const word = z.string().transform(
  (text) =>
    text
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 80) || null,
);
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const storeSchema = z.object({
  active_manifest: z.string(),
  manifests: z.record(
    z.string(),
    z.object({
      claim_generator_info: maybe(z.array(z.object({ name: word, version: maybe(word) }))),
      signature_info: maybe(z.object({ issuer: maybe(word), common_name: maybe(word) })),
      assertions: z
        .array(z.object({ label: z.string(), data: z.unknown() }))
        .nullish()
        .catch(null),
    }),
  ),
  validation_state: maybe(z.string()),
});
const actionsSchema = z.object({ actions: z.array(z.object({ digitalSourceType: maybe(z.string()) })) });

/** IPTC's words for where a thing comes from. */
const SOURCES: Record<string, Credentials['ai']> = {
  trainedAlgorithmicMedia: 'wholly',
  compositeWithTrainedAlgorithmicMedia: 'partly',
};

/** From a manifest store as JSON. */
export function summariseStore(json: string): Credentials {
  const store = storeSchema.safeParse(JSON.parse(json)).data;
  const manifest = store?.manifests[store.active_manifest];
  if (!store || !manifest) return UNREADABLE;
  const [made] = manifest.claim_generator_info ?? [];
  const sources = (manifest.assertions ?? [])
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => actionsSchema.safeParse(data).data?.actions ?? [])
    .map(({ digitalSourceType }) => SOURCES[digitalSourceType?.split('/').pop() ?? '']);
  const { issuer, common_name: name } = manifest.signature_info ?? {};
  return {
    holds: ['Valid', 'Trusted'].includes(store.validation_state ?? ''),
    tool: made?.name ? [made.name, made.version].filter(Boolean).join(' ') : null,
    signer: issuer ?? name ?? null,
    ai: sources.includes('wholly') ? 'wholly' : sources.includes('partly') ? 'partly' : null,
  };
}
