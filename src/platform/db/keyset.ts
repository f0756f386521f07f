/** A page of a list in any order: it begins beyond the last row of the page before, so it stays right while rows come. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export type Direction = 'asc' | 'desc';

interface Keyset {
  /** What is sorted by. Its ties are told apart by the id, so the order is total. */
  place: SQLWrapper;
  id: SQLWrapper;
  direction: Direction;
  /** A query of place and id of the row the page before ended with; none for the first page. */
  last?: SQL;
}

const WAYS = { asc: [sql`ASC`, sql`>`], desc: [sql`DESC`, sql`<`] } as const;

export function keyset({ place, id, direction, last }: Keyset): { where: SQL; orderBy: SQL } {
  const [way, beyond] = WAYS[direction];
  return {
    where: last ? sql`(${place}, ${id}) ${beyond} (${last})` : sql`true`,
    orderBy: sql`${place} ${way}, ${id} ${way}`,
  };
}
