/** Corrects the genre of a track: what people say counts, what was heard is kept beside it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { GenreName } from './contract.ts';
import { notFound } from './queries.ts';
import { submissions } from './table.ts';

export interface GenreState {
  genre: string | null;
  genreHeard: string | null;
  genreGivenBy: 'artist' | 'staff' | null;
}

/** `null` goes back to what was heard. A later analysis does not change a genre that was given. */
export async function correctGenre(
  { db }: Pick<Deps, 'db'>,
  id: number,
  genre: GenreName | null,
  by: 'artist' | 'staff',
): Promise<GenreState> {
  const [row] = await db
    .update(submissions)
    .set({
      genre: genre ?? sql`${submissions.genreHeard}`,
      genreGivenBy: genre === null ? null : by,
    })
    .where(and(eq(submissions.id, id), eq(submissions.analyzed, true)))
    .returning({
      genre: submissions.genre,
      genreHeard: submissions.genreHeard,
      genreGivenBy: submissions.genreGivenBy,
    });
  if (row) return row;
  const [exists] = await db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id));
  if (!exists) throw notFound();
  throw new AppError('conflict', 'This track has not been heard yet: there is no genre to correct.');
}
