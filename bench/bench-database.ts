/** A PostgreSQL of its own for a run, as careful with the disk as a real one, and tracks by the hundred thousand in it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrateDatabase } from '../src/app/migrate-database.ts';
import { type Connection, connect } from '../src/platform/db/connect.ts';
import { startEmbeddedServer } from '../src/platform/embedded/server.ts';

export interface BenchDatabase extends Connection {
  url: string;
  folder: string;
  stop(): Promise<void>;
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-bench-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedServer({ dataDir: folder, log: { info: () => {}, warn: () => {} } });
  // As the owner: indexes are dropped and built again while it is filled.
  const connection = connect(server.ownerUrl, { max: 16 });
  await migrateDatabase(server);
  const stop = async () => {
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // Ctrl-C must not leave a server behind. Whatever was asked of it fails now, and nobody cares any more.
  const abandon = async () => {
    process.on('uncaughtException', () => {});
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abandon());
  return { ...connection, url: server.url, folder, stop };
}

/**
 * Analysed tracks as a busy site has them: scores around 60, most with few votes and some with many, twenty days of
 * dates. The triggers' tables are filled in one go and the indexes built over the finished rows: row by row takes ten
 * times as long. Compared with the rows before anybody measures.
 */
export async function fillTracks({ pool }: Pick<Connection, 'pool'>, entries: number): Promise<void> {
  const indexes = await dropIndexes(pool);
  await pool.query(
    `INSERT INTO recordings (audio_sha256, audio_key, bytes)
     SELECT n::text, 'audio/' || n || '.mp3', 1 FROM generate_series(1, $1::int) n`,
    [entries],
  );
  await pool.query('ALTER TABLE submissions DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at,
       state, analyzed, analyzed_at, analysis, score, genre, vote_count)
     SELECT 'Artist ' || substr(md5(n::text), 1, 8), '+12025550100', 'Title ' || substr(md5((n * 7)::text), 1, 8),
       n::text, now() - random() * interval '20 days', 'done', true, now(), '{}',
       least(100, greatest(0, 60 + ((random() + random() + random() - 1.5) * 40)::int)),
       (ARRAY['Pop', 'Hip Hop', 'R&B', 'Dancehall'])[1 + n % 4], floor(-ln(1 - random()) * 60)::int
     FROM generate_series(1, $1::int) n`,
    [entries],
  );
  await pool.query('ALTER TABLE submissions ENABLE TRIGGER USER');
  await pool.query('ALTER TABLE fan_standings DISABLE TRIGGER USER');
  await pool.query('INSERT INTO fan_standings SELECT id, vote_count, score, created_at FROM submissions');
  await pool.query('ALTER TABLE fan_standings ENABLE TRIGGER USER');
  await pool.query(
    'INSERT INTO board_cells SELECT genre, score, count(*) FROM submissions GROUP BY genre, score',
  );
  await pool.query(
    `INSERT INTO board_times SELECT span, score, date_trunc(span, created_at, 'UTC'), count(*)
     FROM submissions, unnest(ARRAY['day', 'hour']) span GROUP BY 1, 2, 3`,
  );
  await buildIndexes(pool, indexes);
  for (const table of ['submissions', 'fan_standings', 'board_cells', 'board_times'])
    await pool.query(`VACUUM ANALYZE ${table}`);
  await checkFilled(pool);
}

/** All but those of a constraint, as the statements that make them again. */
export async function dropIndexes(
  pool: pg.Pool,
  tables = ['submissions', 'fan_standings'],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY($1::regclass[])
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Two at a time, with enough memory to sort without files. */
export async function buildIndexes(pool: pg.Pool, definitions: string[]): Promise<void> {
  const waiting = [...definitions];
  const build = async () => {
    const client = await pool.connect();
    try {
      await client.query(`SET maintenance_work_mem = '256MB'`);
      for (let next = waiting.pop(); next; next = waiting.pop()) await client.query(next);
      await client.query('RESET maintenance_work_mem');
    } finally {
      client.release();
    }
  };
  await Promise.all([build(), build()]);
}

async function checkFilled(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ same: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM submissions s FULL JOIN fan_standings f ON f.submission_id = s.id
         WHERE (s.vote_count, s.score, s.created_at) IS DISTINCT FROM (f.votes, f.score, f.entered_at))
       AND (SELECT sum(entries) FROM board_cells) = (SELECT count(*) FROM submissions) AS same`,
  );
  if (!rows[0].same) throw new Error('The standings are not those of the tracks.');
}
