/** What is kept about a person as such: the number they proved, and where they are signed in. */
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const peopleData = (): PersonalData => ({
  columns: ['people.*', 'person_sessions.*'],
  export: async (tx, { e164 }) => ({
    signedIn: (
      await tx.execute(sql`
        SELECT s.agent, s.proven_by, s.created_at, s.last_seen_at FROM person_sessions s JOIN people p ON p.id = s.person_id
        WHERE p.phone_e164 = ${e164} ORDER BY s.id`)
    ).rows,
  }),
  async erase(tx, { e164 }) {
    await tx.execute(sql`DELETE FROM people WHERE phone_e164 = ${e164}`);
    return undefined;
  },
});
