// Pages of a larger board against a plain sort: every chip, deep pages, searches, and after every kind of change.
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { FOUND_MOST, PAGE_SIZE } from './limits.ts';
import { readPage } from './queries.ts';

const ENTRIES = 4000;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await run(`INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ('x', 'audio/x.mp3', 1)`);
  await run(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at,
       state, analyzed, analysis, score, genre)
     SELECT 'Artist ' || md5(n::text), '+12025550100', 'Title ' || md5((n * 7)::text),
       'x', timestamptz '2026-01-01' + make_interval(secs => (random() * 300)::int), 'done', true, '{}',
       40 + (random() * 20)::int, (ARRAY['Pop', 'Hip Hop', 'R&B', 'Soul'])[1 + n % 4]
     FROM generate_series(1, ${ENTRIES}) n`,
  );
});
afterAll(() => database.drop());

const run = (text: string) => database.pool.query(text);

interface Plain {
  id: number;
  genre: string;
  words: string;
  rank: number;
}

async function sortPlainly(): Promise<Plain[]> {
  const { rows } = await run(
    `SELECT id, genre, lower(artist_name) || chr(10) || lower(track_title) AS words FROM submissions
     WHERE analyzed AND listed ORDER BY score DESC, created_at, id`,
  );
  return rows.map((row, index) => ({ ...row, rank: index + 1 }));
}

/** Said again by plain means: words that begin with one or two letters, names that hold three. */
function finds(words: string, search: string): boolean {
  if (search.length >= 3 || search === '') return words.includes(search);
  return words.split(/[\s]/).some((word) => word.startsWith(search));
}

async function comparePages(): Promise<void> {
  const everything = await sortPlainly();
  for (const genre of ['', 'Pop', 'R&B', 'Nothing'])
    for (const search of ['', 'artist', 'a1b', 'f', 't', '&&', 'zzz']) {
      const expected = everything.filter(
        (row) => (!genre || row.genre === genre) && finds(row.words, search),
      );
      if (search) expected.length = Math.min(expected.length, FOUND_MOST);
      const last = Math.max(1, Math.ceil(expected.length / PAGE_SIZE));
      for (const page of new Set(
        [1, 2, Math.ceil(last / 3), last - 1, last, last + 9].filter((n) => n > 0),
      )) {
        const read = await readPage(database, { genre, search, page });
        const shown = Math.min(page, last);
        expect({ genre, search, ...read, rows: read.rows.map(({ id, rank }) => [id, rank]) }).toEqual({
          genre,
          search,
          page: shown,
          total: expected.length,
          everything: everything.length,
          rows: expected.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE).map(({ id, rank }) => [id, rank]),
        });
      }
    }
}

test('LB-3 LB-8 every page, chip and search has the rows and ranks of a plain sort', () => comparePages());

test('LB-8 the counts follow hiding, archiving, new scores, new genres and deletion', async () => {
  await run(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id % 10 = 0`);
  await run(`UPDATE submissions SET score = score + 3 WHERE id % 7 = 0`);
  await run(`UPDATE submissions SET genre = 'Pop' WHERE id % 9 = 0`);
  await run('DELETE FROM submissions WHERE id % 11 = 0');
  await run(`UPDATE submissions SET hidden_at = NULL, hidden_reason = NULL WHERE id % 20 = 0`);
  await comparePages();
  const { rows } = await run(
    `SELECT genre, score, entries FROM board_cells WHERE entries > 0 EXCEPT
     SELECT genre, score, count(*) FROM submissions WHERE analyzed AND listed GROUP BY genre, score`,
  );
  expect(rows).toEqual([]);
});

test('LB-1 a search of any length is answered by an index, never by reading everything', async () => {
  await run('VACUUM ANALYZE submissions');
  const client = await database.pool.connect();
  const read = async () => {
    const { rows } = await client.query<{ seq_scan: number; idx_tup_fetch: number }>(
      `SELECT seq_scan, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'submissions'`,
    );
    return [Number(rows[0]?.seq_scan ?? 0), Number(rows[0]?.idx_tup_fetch ?? 0)];
  };
  const db = drizzle(client);
  const fetched: Record<string, [scans: number, rows: number]> = {};
  for (const search of ['a1b2c', 'f1', 'f', '!!!', 'artist', 'zzzz']) {
    await client.query('BEGIN');
    // So few rows are read faster in full; the question is whether an index can answer at all.
    await client.query('SET LOCAL enable_seqscan = off');
    const before = await read();
    await readPage({ db: db as never }, { genre: '', search, page: 1 });
    const after = await read();
    await client.query('COMMIT');
    fetched[search] = [after[0] - before[0], after[1] - before[1]];
  }
  client.release(true);
  for (const [search, [scans, rows]] of Object.entries(fetched))
    expect([scans === 0, rows < ENTRIES * 0.75], `${search}: ${rows} of ${ENTRIES}`).toEqual([true, true]);
});

test('counts that are kept are those of a count: any dates, also within an hour, and after tracks moved in time', async () => {
  await run(
    `UPDATE submissions SET created_at = timestamptz '2026-01-01' + random() * interval '6 days' WHERE id % 3 = 0`,
  );
  await run(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id % 17 = 0`);
  const from = '2026-01-01T00:00:00Z';
  const dates = [
    [from, '2026-01-07T00:00:00Z'],
    ['2026-01-02T10:20:30Z', '2026-01-05T23:59:59Z'],
    ['2026-01-03T10:20:30Z', '2026-01-03T10:55:00Z'],
    ['2026-01-03T10:20:30Z', '2026-01-03T19:55:00Z'],
  ];
  for (const [since, until] of dates)
    for (const lowest of [0, 50, 61]) {
      const { rows } = await run(
        `SELECT count_entries('${since}', '${until}', ${lowest}) AS kept, count(*)::int AS counted FROM submissions
         WHERE analyzed AND listed AND score >= ${lowest} AND created_at >= '${since}' AND created_at < '${until}'`,
      );
      expect(rows[0].kept, `${since} ${until} ${lowest}`).toBe(rows[0].counted);
    }
});
