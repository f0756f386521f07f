/** What is kept about a person as such: the number they proved, how they prove it, and where they are signed in. */
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

const ofPerson = (e164: string | null) => sql`person_id = (SELECT id FROM people WHERE phone_e164 = ${e164})`;

export const peopleData = (): PersonalData => ({
  columns: ['people.*', 'person_sessions.*', 'person_codes.*', 'person_passkeys.*', 'person_challenges.*'],
  export: async (tx, { e164, digest }) => ({
    person: (await tx.execute(sql`SELECT created_at FROM people WHERE phone_e164 = ${e164}`)).rows,
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
  async move(tx, person, to) {
    const both = sql`phone_e164 IN (${person.e164}, ${to.e164})`;
    await tx.execute(sql`DELETE FROM person_codes WHERE phone_digest IN (${person.digest}, ${to.digest})`);
    await tx.execute(
      sql`DELETE FROM person_sessions WHERE person_id IN (SELECT id FROM people WHERE ${both})`,
    );
    // Whoever has the lost phone may have its passkeys too.
    await tx.execute(sql`DELETE FROM person_passkeys WHERE ${ofPerson(person.e164)}`);
    await tx.execute(sql`DELETE FROM person_challenges WHERE ${ofPerson(person.e164)}`);
    await tx.execute(sql`
      DELETE FROM people WHERE phone_e164 = ${person.e164}
        AND EXISTS (SELECT 1 FROM people WHERE phone_e164 = ${to.e164})`);
    await tx.execute(sql`UPDATE people SET phone_e164 = ${to.e164} WHERE phone_e164 = ${person.e164}`);
  },
  async erase(tx, { e164, digest }) {
    // Sessions, passkeys and challenges go with the person.
    await tx.execute(sql`DELETE FROM people WHERE phone_e164 = ${e164}`);
    await tx.execute(sql`DELETE FROM person_codes WHERE phone_digest = ${digest}`);
    return undefined;
  },
});
