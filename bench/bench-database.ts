/** A PostgreSQL of its own for a run, as careful with the disk as a real one, and tracks by the hundred thousand in it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connection, connect } from '../src/platform/db/connect.ts';
import { startEmbeddedServer } from '../src/platform/db/embedded-server.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { installQueue } from '../src/platform/jobs/queue.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

export interface BenchDatabase extends Connection {
  url: string;
  folder: string;
  stop(): Promise<void>;
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-bench-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedServer({ dataDir: folder, log: { info: () => {}, warn: () => {} } });
  const connection = connect(server.url, { max: 16 });
  await migrate(connection.pool, MIGRATIONS);
  await installQueue(server.url);
  const stop = async () => {
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...connection, url: server.url, folder, stop };
}

/**
 * Analysed tracks as a busy site has them: scores around 60, most with few votes and some with many, a year of dates.
 * The triggers' tables are filled in one go instead of row by row, and compared with the rows before anybody measures.
 */
export async function fillTracks({ pool }: Pick<Connection, 'pool'>, entries: number): Promise<void> {
  await pool.query('ALTER TABLE submissions DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_key, audio_bytes, audio_sha256, created_at,
       state, analyzed, analyzed_at, analysis, score, genre, vote_count)
     SELECT 'Artist ' || substr(md5(n::text), 1, 8), '+12025550100', 'Title ' || substr(md5((n * 7)::text), 1, 8),
       'audio/' || n || '.mp3', 1, 'x', now() - random() * interval '20 days', 'done', true, now(), '{}',
       least(100, greatest(0, 60 + ((random() + random() + random() - 1.5) * 40)::int)),
       (ARRAY['Pop', 'Hip Hop', 'R&B', 'Dancehall'])[1 + n % 4], floor(-ln(1 - random()) * 60)::int
     FROM generate_series(1, $1::int) n`,
    [entries],
  );
  await pool.query('ALTER TABLE submissions ENABLE TRIGGER USER');
  await pool.query('INSERT INTO fan_standings SELECT id, vote_count, score, created_at FROM submissions');
  await pool.query(
    'INSERT INTO board_cells SELECT genre, score, count(*) FROM submissions GROUP BY genre, score',
  );
  await pool.query('VACUUM ANALYZE submissions');
  await pool.query('VACUUM ANALYZE fan_standings');
  await pool.query('VACUUM ANALYZE board_cells');
}
