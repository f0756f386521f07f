/** Pure decisions of the listening room: what several ratings say together, whom a note mentions, who hears what. */
import { DISAGREE_FROM } from './limits.ts';

export interface RatingSummary {
  count: number;
  average: number | null;
  median: number | null;
  /** The lowest and the highest. One rating has no spread. */
  spread: { from: number; to: number } | null;
  disagree: boolean;
}

export function summariseRatings(ratings: readonly number[]): RatingSummary {
  const sorted = [...ratings].sort((a, b) => a - b);
  const count = sorted.length;
  if (count === 0) return { count, average: null, median: null, spread: null, disagree: false };
  const middle = Math.floor(count / 2);
  const median = count % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  const average = Math.round((sorted.reduce((sum, rating) => sum + rating, 0) / count) * 10) / 10;
  const [from, to] = [sorted[0], sorted[count - 1]];
  return {
    count,
    average,
    median,
    spread: count > 1 ? { from, to } : null,
    disagree: to - from >= DISAGREE_FROM,
  };
}

export interface Colleague {
  id: number;
  name: string;
}

/** Whom a note calls: '@Maya' or '@Maya Kessler', whichever case. A first name that two people share calls both. */
export function findMentions(body: string, colleagues: readonly Colleague[]): number[] {
  const text = body.toLowerCase();
  const isCalled = (name: string) => {
    const call = `@${name.toLowerCase()}`;
    for (let at = text.indexOf(call); at !== -1; at = text.indexOf(call, at + 1)) {
      const next = text.charAt(at + call.length);
      const before = text.charAt(at - 1);
      if (!/[\p{L}\p{N}]/u.test(next) && !/[\p{L}\p{N}]/u.test(before)) return true;
    }
    return false;
  };
  return colleagues
    .filter(({ name }) => isCalled(name) || isCalled(name.split(/\s+/)[0]))
    .map(({ id }) => id);
}

export interface Share {
  staffId: number;
  /** Tracks already waiting for them. */
  load: number;
  /** Tracks they may not judge. */
  barred: ReadonlySet<number>;
}

export interface Assignment {
  submissionId: number;
  staffId: number;
}

/** Each track goes to `ears` people: to whoever has least to hear, in the order given when it is the same. */
export function shareEvenly(tracks: readonly number[], people: readonly Share[], ears: number): Assignment[] {
  const loads = new Map(people.map(({ staffId, load }) => [staffId, load]));
  return tracks.flatMap((submissionId) => {
    const free = people
      .filter(({ barred }) => !barred.has(submissionId))
      .sort((a, b) => loads.get(a.staffId)! - loads.get(b.staffId)!);
    return free.slice(0, ears).map(({ staffId }) => {
      loads.set(staffId, loads.get(staffId)! + 1);
      return { submissionId, staffId };
    });
  });
}
