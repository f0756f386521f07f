/** The counting rule: totals and fan ranks follow from the entries alone. The page prints it (copy-counting-rule.ts). */
import type { Entry, Standing } from './format-entry.ts';

export function createFold() {
  const cast = new Map<number, { track: number; votes: number; counts: boolean }>();
  const tracks = new Map<number, Standing & { ranked: boolean }>();
  let leaf = 0;
  const find = (track: number) => {
    if (!tracks.has(track)) tracks.set(track, { track, votes: 0, score: 0, ranked: false });
    return tracks.get(track)!;
  };
  const add = (entry: Entry) => {
    if (entry.type === 'vote') {
      const counts = entry.state === 'counted';
      const vote = { track: Number(entry.track), votes: Number(entry.votes), counts };
      cast.set(leaf, vote);
      if (counts) find(vote.track).votes += vote.votes;
    } else if (entry.type === 'decision') {
      const vote = cast.get(Number(entry.leaf));
      if (!vote)
        throw new Error(`Entry ${leaf} decides about entry ${entry.leaf}, which is no vote before it.`);
      const counts = entry.state === 'counted' || entry.state === 'lapsed';
      if (counts !== vote.counts) find(vote.track).votes += counts ? vote.votes : -vote.votes;
      vote.counts = counts;
    } else if (entry.type === 'entry') find(Number(entry.track)).ranked = true;
    else if (entry.type === 'withdrawn') find(Number(entry.track)).ranked = false;
    else if (entry.type === 'score') find(Number(entry.track)).score = Number(entry.score);
    leaf++;
  };
  const rank = (): Standing[] => sortStandings([...tracks.values()].filter(({ ranked }) => ranked));
  return {
    add,
    rank,
    total: (track: number) => tracks.get(track)?.votes ?? 0,
    isCounting: (of: number) => cast.get(of)?.counts,
  };
}

/** By votes, then by score, then the earlier entry, which has the lower number. */
export const sortStandings = <Track extends Standing>(tracks: readonly Track[]): Track[] =>
  [...tracks].sort((a, b) => b.votes - a.votes || b.score - a.score || a.track - b.track);
