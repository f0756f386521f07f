/** The rank of a track over time as a picture: steps, as ranks are, with #1 at the top; and what it says in words. */

export interface Point {
  /** '2026-11-16'. */
  day: string;
  rank: number;
}

export interface Steps {
  /** In a box 100 wide and 100 high. */
  line: string;
  /** The stretch of the last change, where that was a loss. */
  lost: string | null;
  /** Height of the present rank. */
  end: number;
  worst: number;
}

const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const round = (value: number) => Math.round(value * 10) / 10;

/** Ranks are written down each hour: the one of this minute ends the line. */
export function addPresent(history: readonly Point[], today: string, rank: number | undefined): Point[] {
  const last = history[history.length - 1];
  if (!last || rank === undefined || rank === last.rank) return [...history];
  const before = dayOf(last.day) < dayOf(today) ? history : history.slice(0, -1);
  return [...before, { day: today, rank }];
}

/** Null on the first day: there is only the rank then. `today` may be later than the last change. */
export function drawSteps(history: readonly Point[], today: string): Steps | null {
  const [first] = history;
  if (!first || dayOf(today) <= dayOf(first.day)) return null;
  const span = dayOf(today) - dayOf(first.day);
  const worst = Math.max(...history.map(({ rank }) => rank));
  const x = (day: string) => round((100 * (dayOf(day) - dayOf(first.day))) / span);
  const y = (rank: number) => (worst === 1 ? 0 : round((100 * (rank - 1)) / (worst - 1)));
  const steps = history.slice(1).map(({ day, rank }) => `H${x(day)}V${y(rank)}`);
  const last = history[history.length - 1];
  const before = history[history.length - 2];
  const isLost = before !== undefined && last.rank > before.rank;
  return {
    line: `M0 ${y(first.rank)}${steps.join('')}H100`,
    lost: isLost ? `M${x(last.day)} ${y(before.rank)}V${y(last.rank)}H100` : null,
    end: y(last.rank),
    worst,
  };
}

const sayDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

/** '#19, 28 Oct': where the line begins. */
export const sayStart = ([first]: readonly Point[]): string =>
  first ? `#${first.rank}, ${sayDay(first.day)}` : '';

/** The last change, once there was one: '3 places up', 'One place down'. `now` may be newer than what was written down. */
export function sayMove(history: readonly Point[], now: number): { text: string; isLost: boolean } | null {
  const before = [...history].reverse().find(({ rank }) => rank !== now);
  if (!before) return null;
  const places = Math.abs(before.rank - now);
  const isLost = now > before.rank;
  const text = `${places === 1 ? 'One place' : `${places.toLocaleString('en-US')} places`} ${isLost ? 'down' : 'up'}`;
  return { text, isLost };
}

/** 'From #19 to #7 since 28 Oct.' */
export function sayHistory(history: readonly Point[]): string {
  const [first] = history;
  const last = history[history.length - 1];
  if (!first || !last) return '';
  const since = sayDay(first.day);
  if (first.rank === last.rank) return `#${last.rank}, as on ${since}`;
  return `From #${first.rank} to #${last.rank} since ${since}`;
}
