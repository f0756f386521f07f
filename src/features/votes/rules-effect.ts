/** What one vote does, in words; and when the next free one is due. */
import type { FanNeighbours, RankSimulation } from './contract.ts';

export interface Effect {
  from: number;
  to: number;
  text: string;
}

/** 3701 as '3,701'. A browser's first use of its own words for numbers and dates costs a slow phone a tenth of a second. */
export const sayNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

const count = (votes: number) => `${sayNumber(votes)} vote${votes === 1 ? '' : 's'}`;
const place = (rank: number) => `#${sayNumber(rank)}`;

export function describeEffect(rank: RankSimulation, neighbours: FanNeighbours | undefined): Effect {
  const { currentRank: from, withOne: to, voteCount } = rank;
  const above = neighbours?.above;
  if (from === 1) return { from, to, text: voteCount === 0 ? 'Be the first' : 'Keeps it at number one' };
  if (to < from)
    return {
      from,
      to,
      text:
        above?.voteCount === voteCount && from - to === 1
          ? `Breaks the tie for ${place(to)}`
          : `Lifts it to ${place(to)}`,
    };
  return { from, to, text: above ? `${count(above.apart)} from ${place(from - 1)}` : 'One closer' };
}

interface Counted {
  votes: number;
  state: 'counted' | 'held' | 'waiting' | 'voided' | 'received';
  before: { rank: number | null; tied: boolean } | null;
}

/** The headline after a vote. `rank` is where the track stands now, once that is known. */
export function sayMoment({ votes, state, before }: Counted, rank: number | null): string {
  if (state === 'received') return 'In, being counted.';
  if (state === 'held') return 'Being checked.';
  if (state === 'waiting') return 'One step left.';
  if (state === 'voided') return 'Not counted.';
  const was = before?.rank ?? null;
  if (rank === 1) return was === 1 ? 'Still number one.' : 'Number one.';
  if (rank !== null && was !== null && rank < was) {
    if (was - rank > 1) return `${was - rank} places up.`;
    return before?.tied && votes === 1 ? 'You broke the tie.' : 'One place up.';
  }
  return votes === 1 ? 'One closer.' : `${votes} votes closer.`;
}

/** How far it is to the place above, for whoever brings a friend. */
export function sayNextGoal(rank: RankSimulation | undefined, neighbours: FanNeighbours | undefined): string {
  const above = neighbours?.above;
  if (!rank || !above) return 'One more vote keeps it there.';
  return `${count(above.apart)} to ${place(rank.currentRank - 1)}.`;
}

/** 'You can vote again in 7 h.': free votes begin anew with the campaign's day. */
export function sayWait(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    hour: 'numeric',
    minute: 'numeric',
    timeZone,
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const minutes = 24 * 60 - read('hour') * 60 - read('minute');
  const wait = minutes > 60 ? `${Math.round(minutes / 60)} h` : `${minutes} min`;
  return `You voted for this track today. Your next vote is ready in ${wait}.`;
}
