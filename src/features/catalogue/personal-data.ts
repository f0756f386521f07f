/**
 * What the catalogue keeps about a person: words of their tracks, which follow the tracks, and views that staff made to
 * find them, which nobody needs once they are gone.
 */
import { anyText } from '#platform/db/any-of.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import type { Person, PersonalData } from '#ports/personal-data.ts';

/** Searches for a whole name, or for so many digits of the number that they are meant for it. */
async function forgetSearches(tx: Tx, { names, digits }: Person): Promise<void> {
  await tx.execute(sql`
    DELETE FROM saved_views v
    WHERE fold_words(v.filter ->> 'search') IN (SELECT fold_words(name) FROM unnest(${sql.param(names)}::text[]) name)
      OR length(regexp_replace(v.filter ->> 'search', '\\D', '', 'g')) >= 7
        AND EXISTS (SELECT FROM unnest(${sql.param(digits)}::text[]) number
          WHERE strpos(number, regexp_replace(v.filter ->> 'search', '\\D', '', 'g')) > 0)`);
}

export const catalogueData = (): PersonalData => ({
  columns: ['track_traits.*', 'saved_views.filter'],
  kept: { 'what staff call a view': ['saved_views.name'] },
  export: async (tx, { names }) => ({
    // How often staff look for them, not who does.
    searchesKept: (
      await tx.execute(sql`
        SELECT v.filter ->> 'search' AS search, v.created_at FROM saved_views v
        WHERE lower(v.filter ->> 'search') = ${anyText(names)} ORDER BY v.id`)
    ).rows,
  }),
  move: (tx, person) => forgetSearches(tx, person),
  async erase(tx, person) {
    await forgetSearches(tx, person);
    return undefined;
  },
});
