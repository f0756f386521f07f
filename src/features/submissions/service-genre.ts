/** Corrects the genre of a track: what people say counts, what the engine said is kept beside it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { GenreName } from './contract.ts';
import { notFound } from './queries.ts';
import { submissions } from './table.ts';

export interface GenreState {
  genre: string | null;
  genreHeard: string | null;
  genreGivenBy: 'artist' | 'staff' | null;
}

/**
 * `null` goes back to the engine's word. A later analysis does not change a genre that was given. `actor`: the member of
 * staff who corrects it, or null for the artist.
 */
export async function correctGenre(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  genre: GenreName | null,
  actor: StaffIdentity | null,
): Promise<GenreState> {
  return db.transaction(async (tx) => {
    const [exists] = await tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id));
    if (!exists) throw notFound();
    const [row] = await tx
      .update(submissions)
      .set({
        genre: genre ?? sql`${submissions.genreHeard}`,
        genreGivenBy: genre === null ? null : actor ? 'staff' : 'artist',
      })
      .where(and(eq(submissions.id, id), eq(submissions.analyzed, true)))
      .returning({
        genre: submissions.genre,
        genreHeard: submissions.genreHeard,
        genreGivenBy: submissions.genreGivenBy,
      });
    if (!row)
      throw new AppError('conflict', 'This track has not been heard yet: there is no genre to correct.');
    if (actor)
      await recordAudit(tx, {
        at: clock.now(),
        actor,
        action: 'submission.correct-genre',
        subject: { type: 'submission', id },
        detail: { genre },
      });
    return row;
  });
}
