/** What artist pages keep about a person: the words on their own, and whom they follow. */
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const artistPageData = (): PersonalData => ({
  columns: ['artist_pages.*', 'artist_follows.*'],
  export: async (tx, { e164 }) => ({
    artistPages: (
      await tx.execute(sql`
        SELECT id, name, bio, links, shows_albums, created_at FROM artist_pages WHERE phone_e164 = ${e164} ORDER BY id`)
    ).rows,
    artistsFollowed: (
      await tx.execute(sql`
        SELECT p.name, f.created_at FROM artist_follows f JOIN artist_pages p ON p.id = f.page_id
        WHERE f.phone_e164 = ${e164} ORDER BY f.id`)
    ).rows,
  }),
  /** Before the tracks move: they find the page with the new number. Of two with one name the words of either stay. */
  async move(tx, { e164 }, to) {
    await tx.execute(sql`
      UPDATE artist_pages new SET bio = CASE WHEN new.bio = '' THEN old.bio ELSE new.bio END,
        links = CASE WHEN new.links = '{}' THEN old.links ELSE new.links END
      FROM artist_pages old
      WHERE old.phone_e164 = ${e164} AND new.phone_e164 = ${to.e164} AND new.name_key = old.name_key`);
    await tx.execute(sql`
      INSERT INTO artist_follows (page_id, phone_e164, created_at)
      SELECT new.id, f.phone_e164, f.created_at
      FROM artist_pages old JOIN artist_pages new ON new.name_key = old.name_key AND new.phone_e164 = ${to.e164}
        JOIN artist_follows f ON f.page_id = old.id
      WHERE old.phone_e164 = ${e164} ON CONFLICT DO NOTHING`);
    await tx.execute(sql`
      DELETE FROM artist_pages old WHERE old.phone_e164 = ${e164} AND EXISTS (
        SELECT FROM artist_pages new WHERE new.phone_e164 = ${to.e164} AND new.name_key = old.name_key)`);
    await tx.execute(sql`UPDATE artist_pages SET phone_e164 = ${to.e164} WHERE phone_e164 = ${e164}`);
    await tx.execute(sql`
      DELETE FROM artist_follows old WHERE old.phone_e164 = ${e164} AND EXISTS (
        SELECT FROM artist_follows new WHERE new.phone_e164 = ${to.e164} AND new.page_id = old.page_id)`);
    await tx.execute(sql`UPDATE artist_follows SET phone_e164 = ${to.e164} WHERE phone_e164 = ${e164}`);
    // Nobody follows themselves, also not by having had two numbers.
    await tx.execute(sql`
      DELETE FROM artist_follows f USING artist_pages p
      WHERE p.id = f.page_id AND f.phone_e164 = ${to.e164} AND p.phone_e164 = ${to.e164}`);
  },
  async erase(tx, { e164 }) {
    await tx.execute(sql`DELETE FROM artist_follows WHERE phone_e164 = ${e164}`);
    // Those who follow it go with the page; the tracks are erased by the feature that keeps them.
    await tx.execute(sql`DELETE FROM artist_pages WHERE phone_e164 = ${e164}`);
    return undefined;
  },
});
