// The fan rank against a plain sort: random data with many ties, while it changes, from several processes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { SIMULATED } from './contract.ts';
import { createFanRanking, sweepMoves } from './queries-rank.ts';
import { comparePlaces, type Place } from './rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await run(`INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ('x', 'audio/x.mp3', 1)`);
});
afterAll(() => database.drop());

const run = (text: string, values?: unknown[]) => database.pool.query(text, values);

/** Few values of each, so that cells hold many entries and many share even their second of entry. */
async function addTracks(count: number): Promise<void> {
  await run(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at,
       state, analyzed, analysis, score, genre, vote_count)
     SELECT 'Artist', '+12025550100', 'Track', 'x',
       timestamptz '2026-01-01' + make_interval(secs => (random() * 5)::int),
       'done', true, '{}', 60 + (random() * 4)::int, 'Pop', (random() * 12)::int * 5 FROM generate_series(1, $1)`,
    [count],
  );
}

async function readPlaces(): Promise<Place[]> {
  const { rows } = await run(
    `SELECT id, vote_count AS votes, score, extract(epoch FROM created_at) * 1000 AS entered
     FROM submissions WHERE analyzed AND listed`,
  );
  return rows.map((row) => ({
    id: row.id,
    votes: row.votes,
    score: row.score,
    enteredAt: Number(row.entered),
  }));
}

/** What a full sort gives, with the entry lifted by so many votes. */
function naiveRank(places: readonly Place[], own: Place, more: number): number {
  const lifted = { ...own, votes: own.votes + more };
  const sorted = [...places.filter(({ id }) => id !== own.id), lifted].sort(comparePlaces);
  return sorted.findIndex(({ id }) => id === own.id) + 1;
}

async function compareAll(ranking: ReturnType<typeof createFanRanking>, sample: number): Promise<void> {
  const places = await readPlaces();
  const chosen = places.filter(() => Math.random() < sample / places.length);
  const answers = await Promise.all(chosen.map(({ id }) => ranking.simulate(id)));
  for (const [index, own] of chosen.entries()) {
    const rank = naiveRank(places, own, 0);
    const { currentRank, totalRanked, simulations, withOne, votesToFirst, voteCount } = answers[index];
    expect(withOne).toBe(naiveRank(places, own, 1));
    expect({ currentRank, totalRanked, voteCount }).toEqual({
      currentRank: rank,
      totalRanked: places.length,
      voteCount: own.votes,
    });
    expect(simulations).toEqual(
      SIMULATED.map((more) => {
        const newRank = naiveRank(places, own, more);
        return { voteCount: more, newRank, positionsGained: rank - newRank };
      }),
    );
    if (rank === 1) expect(votesToFirst).toBe(0);
    else {
      expect(naiveRank(places, own, votesToFirst)).toBe(1);
      expect(naiveRank(places, own, votesToFirst - 1)).toBeGreaterThan(1);
    }
  }
}

test('VO-7 HON-4 ranks and simulations are what a full sort gives, with many ties, after every kind of change', async () => {
  await addTracks(800);
  const first = createFanRanking(database);
  const second = createFanRanking(database);
  await compareAll(first, 60);
  await run('UPDATE submissions SET vote_count = vote_count + 15 WHERE id % 7 = 0');
  await compareAll(first, 40);
  await run(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id % 11 = 0`);
  await run('UPDATE submissions SET score = 64 WHERE id % 13 = 0');
  await run('DELETE FROM submissions WHERE id % 17 = 0');
  await run('UPDATE submissions SET vote_count = 5000 WHERE id = 1');
  await addTracks(50);
  await compareAll(second, 40);
  await run(`UPDATE submissions SET hidden_at = NULL, hidden_reason = NULL WHERE hidden_at IS NOT NULL`);
  await run('UPDATE submissions SET vote_count = vote_count - 5 WHERE vote_count >= 5 AND id % 3 = 0');
  await compareAll(first, 40);
  await compareAll(second, 40);
});

test('VO-7 a process that looked away while transactions crossed each other misses and doubles nothing', async () => {
  const ranking = createFanRanking(database);
  const [{ id }] = await readPlaces();
  await ranking.simulate(id);
  // One transaction is open before and after the others commit, and while the ranking reads.
  const slow = await database.pool.connect();
  await slow.query('BEGIN');
  await slow.query('UPDATE submissions SET vote_count = vote_count + 40 WHERE id % 5 = 1');
  await run('UPDATE submissions SET vote_count = vote_count + 1 WHERE id % 5 = 2');
  await compareAll(ranking, 20);
  await run('UPDATE submissions SET vote_count = vote_count + 3 WHERE id % 5 = 3');
  await compareAll(ranking, 20);
  await slow.query('COMMIT');
  slow.release();
  await compareAll(ranking, 20);
  const aborted = await database.pool.connect();
  await aborted.query('BEGIN');
  await aborted.query('UPDATE submissions SET vote_count = vote_count + 40 WHERE id % 5 = 4');
  await compareAll(ranking, 20);
  await aborted.query('ROLLBACK');
  aborted.release();
  await compareAll(ranking, 20);
});

/** As a dump brings them: moves under transaction numbers that this server has yet to reach. */
const restoreMoves = (ahead: number) =>
  run(
    `INSERT INTO fan_moves (xid, from_votes, from_score, to_votes, to_score)
     SELECT (pg_current_xact_id()::text::bigint + $1 + votes)::text::xid8, votes, score, votes + 15, score FROM fan_standings`,
    [ahead],
  );

test('VO-7 moves that came with a dump from another server are not counted again, however often one looks', async () => {
  await restoreMoves(5);
  const ranking = createFanRanking(database);
  for (let look = 0; look < 3; look++) await compareAll(ranking, 20);
  // This server reaches their numbers.
  for (let spent = 0; spent < 90; spent++) await run('SELECT pg_current_xact_id()');
  await run('UPDATE submissions SET vote_count = vote_count + 1 WHERE id % 5 = 2');
  await compareAll(ranking, 20);
  expect(
    (await run('SELECT count(*)::int AS foreign FROM fan_moves WHERE xid > pg_current_xact_id()')).rows,
  ).toEqual([{ foreign: 0 }]);
});

test('VO-7 a histogram that does not fit its standings is counted anew', async () => {
  const ranking = createFanRanking(database);
  await compareAll(ranking, 5);
  // Behind its back, as when a process stays up while its database is put back.
  await run('DELETE FROM fan_moves');
  await run(`INSERT INTO fan_moves (from_votes, from_score) VALUES (777, 60)`);
  await compareAll(ranking, 20);
});

test('VO-7 a track that is none, or not analysed yet, has no rank; sweeping leaves what is recent', async () => {
  const ranking = createFanRanking(database);
  await expect(ranking.simulate(987_654)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await run(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256)
     VALUES ('Waiting', '+12025550100', 'Soon', 'x') RETURNING id`,
  );
  await expect(ranking.simulate(rows[0].id)).rejects.toMatchObject({ details: { reason: 'not_ranked' } });
  await run(`UPDATE fan_moves SET made_at = now() - interval '2 hours'`);
  await run('UPDATE submissions SET vote_count = vote_count + 1 WHERE id = 2');
  await sweepMoves(database);
  expect((await run('SELECT count(*)::int AS left FROM fan_moves')).rows).toEqual([{ left: 1 }]);
});
