/** Reads of the ranking: score, then earlier first. Votes, and so money, never move it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { fileNameOf } from '#features/submissions/rules.ts';
import { PAGE_SIZE, type Row } from './contract.ts';

interface RawRow extends Record<string, unknown> {
  id: number;
  rank: number;
  track_title: string;
  artist_name: string;
  audio_key: string;
  score: number;
  genre: string;
  duration_seconds: number | null;
  vote_count: number;
  demo: boolean;
  peaks: number[] | null;
}

const columns = sql`s.id, s.track_title, s.artist_name, s.audio_key, s.score, s.genre, s.duration_seconds, s.vote_count, s.demo`;
const order = sql`s.score DESC, s.created_at, s.id`;

export async function listBest({ db }: Pick<Deps, 'db'>, limit: number): Promise<Omit<Row, 'peaks'>[]> {
  const { rows } = await db.execute<RawRow>(sql`
    SELECT ${columns}, row_number() OVER (ORDER BY ${order})::int AS rank
    FROM submissions s WHERE s.analyzed AND s.listed ORDER BY ${order} LIMIT ${limit}`);
  return rows.map(({ peaks: _, ...row }) => presentRow(row));
}

export interface PageQuery {
  genre: string;
  search: string;
  page: number;
}

export async function readPage({ db }: Pick<Deps, 'db'>, query: PageQuery) {
  const where = matching(query);
  const counted = await db.execute<{ total: number; everything: number }>(sql`
    SELECT (SELECT count(*)::int FROM submissions s WHERE ${where}) AS total,
           (SELECT count(*)::int FROM submissions s WHERE s.analyzed AND s.listed) AS everything`);
  const { total, everything } = counted.rows[0];
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const { rows } = await db.execute<RawRow>(sql`
    WITH shown AS (
      SELECT ${columns}, s.created_at, s.audio_sha256, s.engine_version FROM submissions s WHERE ${where}
      ORDER BY ${order} LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}
    )
    SELECT s.*, r.peaks,
      1 + (SELECT count(*)::int FROM submissions o WHERE o.analyzed AND o.listed AND o.score >= s.score
           AND (o.score > s.score OR (o.created_at, o.id) < (s.created_at, s.id))) AS rank
    FROM shown s
    LEFT JOIN recordings r ON r.audio_sha256 = s.audio_sha256 AND r.engine_version = s.engine_version
    ORDER BY ${order}`);
  return {
    rows: rows.map((row) => ({ ...presentRow(row), peaks: row.peaks ?? [] })),
    page,
    total,
    everything,
  };
}

function matching({ genre, search }: PageQuery): SQL {
  const parts = [sql`s.analyzed AND s.listed`];
  if (genre) parts.push(sql`s.genre = ${genre}`);
  const words = search.trim();
  if (words) {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(sql`(s.artist_name ILIKE ${pattern} OR s.track_title ILIKE ${pattern})`);
  }
  return sql.join(parts, sql` AND `);
}

function presentRow(row: Omit<RawRow, 'peaks'>): Omit<Row, 'peaks'> {
  return {
    rank: row.rank as number,
    id: row.id as number,
    trackTitle: row.track_title as string,
    artistName: row.artist_name as string,
    audioFilePath: fileNameOf(row.audio_key as string),
    score: row.score as number,
    genre: row.genre as string,
    duration: row.duration_seconds as number | null,
    voteCount: row.vote_count as number,
    demo: row.demo as boolean,
  };
}
