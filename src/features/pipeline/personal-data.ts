/** What the pipeline keeps about a person: how far the label is with them, by their number. */
import { anyText } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { Person, PersonalData } from '#ports/personal-data.ts';

const theirs = ({ e164, digits }: Person) => sql`(phone_key = ${e164} OR phone_key = ${anyText(digits)})`;

export const pipelineData = (): PersonalData => ({
  columns: ['deals.*', 'deal_steps.*'],
  export: async (tx, person) => ({
    deals: (
      await tx.execute(sql`
        SELECT d.stage, d.next_step, d.next_on, d.begun_at, (
          SELECT json_agg(json_build_object('stage', t.stage, 'note', t.note, 'at', t.made_at) ORDER BY t.id)
          FROM deal_steps t WHERE t.deal_id = d.id) AS steps
        FROM deals d WHERE ${theirs(person)}`)
    ).rows,
  }),
  async move(tx, person, { e164 }) {
    // One deal an artist: where both numbers have one, the new number's stays and takes over the steps.
    await tx.execute(sql`
      UPDATE deal_steps SET deal_id = (SELECT id FROM deals WHERE phone_key = ${e164})
      WHERE deal_id IN (SELECT id FROM deals WHERE ${theirs(person)})
        AND EXISTS (SELECT FROM deals WHERE phone_key = ${e164})`);
    await tx.execute(sql`
      DELETE FROM deals WHERE ${theirs(person)} AND EXISTS (SELECT FROM deals o WHERE o.phone_key = ${e164})`);
    await tx.execute(sql`UPDATE deals SET phone_key = ${e164} WHERE ${theirs(person)}`);
  },
  async erase(tx, person) {
    await tx.execute(sql`DELETE FROM deals WHERE ${theirs(person)}`);
    return undefined;
  },
});
