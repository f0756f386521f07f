/** Plays a recording: who may hear it, and the bytes of the requested range. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { answerRange, parseRange } from '#platform/http/range.ts';
import type { RawAnswer, Visitor } from '#platform/http/route.ts';

const noAudio = () => new AppError('not_found', 'Audio not found');

/** The features that show it decide; a recording none of them shows does not exist for visitors. */
export async function refuseUnheard(
  { db, recordingUsers }: Pick<Deps, 'db' | 'recordingUsers'>,
  audioSha256: string | null,
  visitor: Visitor,
): Promise<void> {
  if (audioSha256 !== null)
    for (const user of recordingUsers) if (await user.mayHear?.(db, audioSha256, visitor)) return;
  throw noAudio();
}

export async function streamAudio(
  { storage }: Pick<Deps, 'storage'>,
  key: string,
  range: string | undefined,
): Promise<RawAnswer> {
  const found = await storage.statObject(key);
  if (!found) throw noAudio();
  const wanted = parseRange(range, found.size);
  const { status, headers } = answerRange(wanted, found.size);
  const body =
    wanted === 'unsatisfiable'
      ? ''
      : (await storage.getObject(key, wanted === 'whole' ? undefined : wanted)).stream;
  // The name cannot be guessed, and the bytes behind it never change.
  return {
    status,
    body,
    headers: {
      ...headers,
      'cache-control': 'private, max-age=86400, immutable',
      'content-disposition': 'inline',
    },
  };
}
