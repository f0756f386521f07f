/** A staff list's view in the address: search, filters and order. Defaults are not written, nonsense is ignored. */
import type { SearchParams } from '#web/search-params.ts';

export type Direction = 'asc' | 'desc';

export interface Order<Sort extends string = string> {
  sort: Sort;
  direction: Direction;
}

/** A list's filters and their values, the default first. `sort` is one of them. */
export type Choices = Record<string, readonly string[]>;

export type View<C extends Choices> = {
  search: string;
  /** Audit trail: by whom. */
  who: string;
  direction: Direction;
} & { [Name in keyof C]: C[Name][number] };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

/** The value if it is one of the words, else the first of them. */
export const pickWord = <T extends string>(words: readonly T[], value: string | string[] | undefined): T =>
  words.find((word) => word === first(value)) ?? words[0];

/** The newest and the best come first; of orders what is due soonest, of invitations what failed. */
const defaultDirection = (sort: string | undefined): Direction =>
  sort === 'due' || sort === 'status' ? 'asc' : 'desc';

/** A click on a header: reverses the order, or sorts by this column. */
export function flipOrder<Sort extends string>(order: Order<Sort>, sort: Sort): Order<Sort> {
  if (order.sort !== sort) return { sort, direction: defaultDirection(sort) };
  return { sort, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

export function readView<C extends Choices>(params: SearchParams, choices: C): View<C> {
  const chosen = Object.entries(choices).map(([name, words]) => [name, pickWord(words, params[name])]);
  const { sort } = Object.fromEntries(chosen) as { sort?: string };
  const direction = first(params.direction);
  return {
    ...Object.fromEntries(chosen),
    search: first(params.search).slice(0, 255),
    who: first(params.who).slice(0, 255),
    direction: direction === 'asc' || direction === 'desc' ? direction : defaultDirection(sort),
  };
}

export function writeView<C extends Choices>(view: View<C>, choices: C): Record<string, string | undefined> {
  const chosen = Object.entries(choices).map(([name, [byDefault]]) => {
    const word: string = view[name];
    return [name, word === byDefault ? undefined : word];
  });
  return {
    ...Object.fromEntries(chosen),
    search: view.search.trim() || undefined,
    who: view.who.trim() || undefined,
    direction: view.direction === defaultDirection(view.sort) ? undefined : view.direction,
  };
}
