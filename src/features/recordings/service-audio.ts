/** Plays a recording: who may hear it, and the bytes of the requested range. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { answerRange, parseRange } from '#platform/http/range.ts';
import type { RawAnswer, Visitor } from '#platform/http/route.ts';
import { readTagLength, readTailLength, type SoundSpan, TAG_HEAD, TAG_TAIL } from './rules-tags.ts';

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

/**
 * The sound alone, without the tags around it: for listeners who must not know whose it is, or may not keep it. Not
 * cached, so that it is over when their permission is.
 */
export async function streamSound(
  { storage }: Pick<Deps, 'storage'>,
  key: string,
  range: string | undefined,
): Promise<RawAnswer> {
  const found = await storage.statObject(key);
  if (!found) throw noAudio();
  const sound = await findSound({ storage }, key, found.size);
  const size = sound.end - sound.start;
  const wanted = parseRange(range, size);
  const { status, headers } = answerRange(wanted, size);
  const part = wanted === 'whole' ? { start: 0, end: size - 1 } : wanted;
  const body =
    part === 'unsatisfiable'
      ? ''
      : (await storage.getObject(key, { start: sound.start + part.start, end: sound.start + part.end }))
          .stream;
  return {
    status,
    body,
    headers: { ...headers, 'cache-control': 'private, no-store', 'content-disposition': 'inline' },
  };
}

/** Some files have two tags in front. */
const MOST_TAGS = 4;

async function findSound(deps: Pick<Deps, 'storage'>, key: string, size: number): Promise<SoundSpan> {
  let start = 0;
  for (let tags = 0; tags < MOST_TAGS && start + TAG_HEAD < size; tags++) {
    const length = readTagLength(await readPart(deps, key, start, start + TAG_HEAD));
    if (length === 0) break;
    start += length;
  }
  const end = size - readTailLength(await readPart(deps, key, Math.max(0, size - TAG_TAIL), size));
  // A tag that claims more than the file holds is no tag.
  return start < end ? { start, end } : { start: 0, end: size };
}

async function readPart(
  { storage }: Pick<Deps, 'storage'>,
  key: string,
  start: number,
  end: number,
): Promise<Buffer> {
  const { stream } = await storage.getObject(key, { start, end: end - 1 });
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
