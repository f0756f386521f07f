/** What is kept about a person as such: the number they proved, how they prove it, and where they are signed in. */
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

const ofPerson = (e164: string | null) => sql`person_id = (SELECT id FROM people WHERE phone_e164 = ${e164})`;

export const peopleData = (): PersonalData => ({
  columns: ['people.*', 'person_sessions.*', 'person_codes.*', 'person_passkeys.*', 'person_challenges.*'],
  export: async (tx, { e164, digest }) => ({
    person: (await tx.execute(sql`SELECT created_at, texts_agreed_at FROM people WHERE phone_e164 = ${e164}`))
      .rows,
    signedIn: (
      await tx.execute(sql`
        SELECT agent, proven_by, created_at, last_seen_at FROM person_sessions WHERE ${ofPerson(e164)} ORDER BY id`)
    ).rows,
    passkeys: (
      await tx.execute(sql`
        SELECT agent, synced, created_at, last_used_at FROM person_passkeys WHERE ${ofPerson(e164)} ORDER BY id`)
    ).rows,
    codes: (
      await tx.execute(sql`
        SELECT asked_at, expires_at, tries, day_count AS codes_that_day FROM person_codes WHERE phone_digest = ${digest}`)
    ).rows,
  }),
  async erase(tx, { e164, digest }) {
    // Sessions, passkeys and challenges go with the person.
    await tx.execute(sql`DELETE FROM people WHERE phone_e164 = ${e164}`);
    await tx.execute(sql`DELETE FROM person_codes WHERE phone_digest = ${digest}`);
    return undefined;
  },
});
