/**
 * Orders of a round from its ballots, best first; tracks that cannot be told apart stand together.
 * Schulze: M. Schulze, 'A new monotonic, clone-independent, reversal symmetric, and Condorcet-consistent single-winner
 * election method' (2011), links weighed by winning votes, of equal ones the less opposed is stronger.
 * Majority judgment: M. Balinski and R. Laraki, 'Majority Judgment' (2011).
 */
import { type Method, medianOf } from './rules.ts';

/** What one juror gave, by track; only tracks they rated. */
export type Ballot = ReadonlyMap<number, number>;

export function orderTracks(
  method: Method,
  tracks: readonly number[],
  ballots: readonly Ballot[],
): number[][] {
  if (method === 'schulze') return orderBySchulze(tracks, ballots);
  const grades = new Map(tracks.map((track) => [track, gradesOf(track, ballots)]));
  const compare = method === 'median' ? compareMedians : compareMajorities;
  return group(tracks, (a, b) => compare(grades.get(a)!, grades.get(b)!));
}

const gradesOf = (track: number, ballots: readonly Ballot[]): number[] =>
  ballots.flatMap((ballot) => ballot.get(track) ?? []).sort((a, b) => a - b);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Negative: the first is better. Of equal medians the higher mean decides. */
const compareMedians = (a: readonly number[], b: readonly number[]): number =>
  medianOf(b) - medianOf(a) || Math.sign(Math.round((mean(b) - mean(a)) * 1e6));

/**
 * The better majority grade wins: the median of the whole grades. While they are equal, one such grade is taken out of each
 * and the next is compared. Of two middle grades the better one counts, as in belenios-tool; the book takes the worse.
 */
function compareMajorities(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [first.map(Math.round), second.map(Math.round)];
  while (a.length > 0 && b.length > 0) {
    const [left, right] = [a, b].map((grades) => grades.splice(grades.length >> 1, 1)[0]);
    if (left !== right) return right - left;
  }
  return b.length - a.length;
}

function group(tracks: readonly number[], compare: (a: number, b: number) => number): number[][] {
  const sorted = [...tracks].sort((a, b) => compare(a, b) || a - b);
  const groups: number[][] = [];
  for (const track of sorted) {
    const last = groups.at(-1);
    if (last && compare(last[0], track) === 0) last.push(track);
    else groups.push([track]);
  }
  return groups;
}

/** How strong a way from one track to another is: jurors for its weakest link, and against it. */
interface Link {
  won: number;
  lost: number;
}
const NO_LINK: Link = { won: 0, lost: 0 };
const isStronger = (a: Link, b: Link) => a.won > b.won || (a.won === b.won && a.lost < b.lost);

/** A juror compares the tracks they rated, and says nothing of the others. */
function orderBySchulze(tracks: readonly number[], ballots: readonly Ballot[]): number[][] {
  const wins = tracks.map((one) =>
    tracks.map((other) => ballots.filter((ballot) => ballot.get(one)! > ballot.get(other)!).length),
  );
  const ways: Link[][] = wins.map((row, i) =>
    row.map((won, j) => (won > wins[j][i] ? { won, lost: wins[j][i] } : NO_LINK)),
  );
  for (let via = 0; via < tracks.length; via++)
    for (let from = 0; from < tracks.length; from++)
      for (let to = 0; to < tracks.length; to++) {
        if (from === via || to === via || from === to) continue;
        const [first, second] = [ways[from][via], ways[via][to]];
        const weakest = isStronger(first, second) ? second : first;
        if (isStronger(weakest, ways[from][to])) ways[from][to] = weakest;
      }
  const beats = (i: number, j: number) => isStronger(ways[i][j], ways[j][i]);
  let left = tracks.map((_, place) => place);
  const groups: number[][] = [];
  while (left.length > 0) {
    const best = left.filter((i) => !left.some((j) => beats(j, i)));
    groups.push(best.map((place) => tracks[place]));
    left = left.filter((place) => !best.includes(place));
  }
  return groups;
}
