/** The hook of a recording as a small file of its own: quick to fetch, and without the tags that name whoever made it. */
import { cutMp3 } from '#audio/decode/cut-mp3.ts';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { answerRange, parseRange } from '#platform/http/range.ts';
import type { RawAnswer } from '#platform/http/route.ts';

export interface HookSpan {
  audioKey: string;
  /** Seconds. */
  start: number;
  end: number;
}

/** Cuts kept in memory, a few hundred kilobytes each: the ones asked for last. */
const KEPT = 40;

export type HookReader = (span: HookSpan, range: string | undefined) => Promise<RawAnswer>;

export function createHookReader({ storage }: Pick<Deps, 'storage'>): HookReader {
  const cuts = new Map<string, Promise<Buffer>>();
  const cut = async ({ audioKey, start, end }: HookSpan): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of (await storage.getObject(audioKey)).stream) chunks.push(Buffer.from(chunk));
    return Buffer.from(cutMp3(Buffer.concat(chunks), start, end));
  };
  const remember = (span: HookSpan): Promise<Buffer> => {
    const key = `${span.audioKey} ${span.start} ${span.end}`;
    const found = cuts.get(key) ?? cut(span);
    cuts.delete(key);
    cuts.set(key, found);
    found.catch(() => cuts.delete(key));
    if (cuts.size > KEPT) cuts.delete(cuts.keys().next().value as string);
    return found;
  };
  return async (span, range) => {
    if (!(await storage.statObject(span.audioKey))) throw new AppError('not_found', 'Audio not found');
    const bytes = await remember(span);
    const wanted = parseRange(range, bytes.length);
    const { status, headers } = answerRange(wanted, bytes.length);
    const body =
      wanted === 'unsatisfiable'
        ? ''
        : wanted === 'whole'
          ? bytes
          : bytes.subarray(wanted.start, wanted.end + 1);
    return { status, body, headers: { ...headers, 'cache-control': 'private, max-age=3600' } };
  };
}
