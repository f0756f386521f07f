/** What duels keep about a person: which of two hooks they chose. Erased, the answer stays and is nobody's. */
import { asc, eq } from 'drizzle-orm';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { duels } from './table.ts';

export const duelData = (): PersonalData => ({
  columns: ['duels.*'],
  export: async (tx, { digest }) => ({
    duels: await tx
      .select({
        tracks: sql<number[]>`ARRAY[${duels.lowId}, ${duels.highId}]`,
        answer: duels.answer,
        answeredAt: duels.answeredAt,
      })
      .from(duels)
      .where(eq(duels.personDigest, digest))
      .orderBy(asc(duels.id)),
  }),
  async move(tx, { digest }, to) {
    // Where both numbers answered a pair, each answer stays with its browser.
    await tx.execute(sql`
      UPDATE duels d SET person_digest = CASE WHEN EXISTS (SELECT FROM duels o WHERE o.person_digest = ${to.digest}
        AND (o.low_id, o.high_id) = (d.low_id, d.high_id)) THEN NULL ELSE ${to.digest} END
      WHERE d.person_digest = ${digest}`);
  },
  async erase(tx, { digest }) {
    await tx.update(duels).set({ personDigest: null }).where(eq(duels.personDigest, digest));
    return undefined;
  },
});
