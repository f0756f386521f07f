/** Makes the ranking from all answers, in one transaction; the same answers give the same ranking. */
import { inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { LEAST_DUELS } from './limits.ts';
import { fitBradleyTerry, type Pairing, Z_95 } from './rules-ranking.ts';
import { duelRanks, duels } from './table.ts';

/** The work grows with the cube of the entrants: of more than this many, those with most duels are ranked. */
const MOST_RANKED = 500;

interface Tally {
  lowId: number;
  highId: number;
  lowWins: number;
  highWins: number;
}

export async function rankDuels({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('duel-ranks'))`);
    const tallies = await listTallies(tx);
    const ids = chooseEntrants(tallies);
    const place = new Map(ids.map((id, index) => [id, index]));
    const pairings = tallies.flatMap(({ lowId, highId, lowWins, highWins }): Pairing[] => {
      const [first, second] = [place.get(lowId), place.get(highId)];
      return first === undefined || second === undefined
        ? []
        : [{ first, second, firstWins: lowWins, secondWins: highWins }];
    });
    const { ability, errorOf } = fitBradleyTerry(ids.length, pairings);
    const computedAt = clock.now();
    const rows = ids
      .map((submissionId, index) => {
        const reach = Z_95 * errorOf(index);
        const [strength, counted] = [ability[index], countOf(index, pairings)];
        return {
          submissionId,
          strength,
          low: strength - reach,
          high: strength + reach,
          ...counted,
          computedAt,
        };
      })
      .sort((a, b) => b.strength - a.strength || a.submissionId - b.submissionId)
      .map((row, index) => ({ ...row, rank: index + 1 }));
    await tx.delete(duelRanks);
    if (rows.length > 0) await tx.insert(duelRanks).values(rows);
    return rows.length;
  });
}

function listTallies(tx: Tx): Promise<Tally[]> {
  const wins = (answer: 'low' | 'high') =>
    sql<number>`(count(*) FILTER (WHERE ${duels.answer} = ${answer}))::int`;
  return tx
    .select({ lowId: duels.lowId, highId: duels.highId, lowWins: wins('low'), highWins: wins('high') })
    .from(duels)
    .where(inArray(duels.answer, ['low', 'high']))
    .groupBy(duels.lowId, duels.highId)
    .orderBy(duels.lowId, duels.highId);
}

function chooseEntrants(tallies: readonly Tally[]): number[] {
  const counts = new Map<number, number>();
  for (const { lowId, highId, lowWins, highWins } of tallies)
    for (const id of [lowId, highId]) counts.set(id, (counts.get(id) ?? 0) + lowWins + highWins);
  return [...counts]
    .filter(([, count]) => count >= LEAST_DUELS)
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .slice(0, MOST_RANKED)
    .map(([id]) => id);
}

/** Within the ranked field, as the strengths are. */
function countOf(index: number, pairings: readonly Pairing[]): { wins: number; duels: number } {
  let [wins, all] = [0, 0];
  for (const { first, second, firstWins, secondWins } of pairings)
    if (first === index || second === index) {
      wins += first === index ? firstWins : secondWins;
      all += firstWins + secondWins;
    }
  return { wins, duels: all };
}
