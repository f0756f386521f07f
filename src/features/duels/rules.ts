/** Pure decisions about duels. */
import { HOOK_SECONDS, LEAST_HEARD } from './limits.ts';

export interface Candidate {
  id: number;
  /** Its number, or null: nobody is put up against themselves. */
  phone: string | null;
}

/** Whose turn it is against the next whose turn it is that this visitor has not heard against it. Best candidates first. */
export function choosePair(
  candidates: readonly Candidate[],
  isHeard: (low: number, high: number) => boolean,
): [number, number] | null {
  for (const [index, first] of candidates.entries())
    for (const second of candidates.slice(index + 1)) {
      if (first.phone !== null && first.phone === second.phone) continue;
      const pair: [number, number] = [Math.min(first.id, second.id), Math.max(first.id, second.id)];
      if (!isHeard(...pair)) return pair;
    }
  return null;
}

/** Whether both hooks can have been heard, from when they could first be played. */
export const isHeardEnough = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= 2 * LEAST_HEARD * 1000;

/** Where the hook is cut, s: from where the engine would begin, and never past the end. */
export function cutSpan(hookStart: number | null, duration: number | null): { start: number; end: number } {
  const length = duration ?? HOOK_SECONDS;
  const start = Math.max(0, Math.min(hookStart ?? length / 3, length - HOOK_SECONDS));
  return { start, end: Math.min(length, start + HOOK_SECONDS) };
}
