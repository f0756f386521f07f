/**
 * Reads of the ranking: score, then earlier first. Votes, and so money, never move it. At any size a page is a few index
 * steps: the table board_cells knows how many tracks each genre and score has, so totals are sums, a deep page starts
 * inside its own cell, and a rank is a sum and the older ones of the same score.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { fileNameOf } from '#features/submissions/rules.ts';
import type { Tx } from '#platform/db/connect.ts';
import { PAGE_SIZE, type Row } from './contract.ts';
import { type BoardCell, type BoardShape, shapeBoard } from './rules-cells.ts';

interface BoardRow {
  id: number;
  track_title: string;
  artist_name: string;
  audio_key: string;
  score: number;
  genre: string;
  duration_seconds: number | null;
  vote_count: number;
  demo: boolean;
}

interface RawRow extends BoardRow, Record<string, unknown> {
  peaks: number[] | null;
  /** Earlier tracks with the same score; only where the page itself does not tell the rank. */
  older: number | null;
}

const columns = sql`s.id, s.track_title, s.artist_name, s.audio_key, s.score, s.genre, s.duration_seconds, s.vote_count, s.demo`;
const order = sql`s.score DESC, s.created_at, s.id`;
const shown = sql`s.analyzed AND s.listed`;

export async function listBest({ db }: Pick<Deps, 'db'>, limit: number): Promise<Omit<Row, 'peaks'>[]> {
  const { rows } = await db.execute<BoardRow & Record<string, unknown>>(sql`
    SELECT ${columns} FROM submissions s WHERE ${shown} ORDER BY ${order} LIMIT ${limit}`);
  return rows.map((row, index) => presentRow(row, index + 1));
}

export interface PageQuery {
  genre: string;
  search: string;
  page: number;
}

export async function readPage({ db }: Pick<Deps, 'db'>, query: PageQuery) {
  // One snapshot: what the counts say and what the rows are must be of the same moment.
  return db.transaction((tx) => readPageIn(tx, query), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readPageIn(tx: Tx, query: PageQuery) {
  const { rows: cells } = await tx.execute<BoardCell & Record<string, unknown>>(
    sql`SELECT genre, score, entries FROM board_cells WHERE entries > 0`,
  );
  const shape = shapeBoard(cells, query.genre);
  const where = matching(query);
  const total = isSearch(query) ? await countMatches(tx, where) : shape.total;
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const offset = (page - 1) * PAGE_SIZE;
  // The whole board in order: the place on the page is the rank.
  const isWhole = !query.genre && !isSearch(query);
  const rows = total === 0 ? [] : await readRows(tx, where, startOf(query, shape, offset), !isWhole);
  return {
    rows: rows.map((row, index) => ({
      ...presentRow(row, isWhole ? offset + index + 1 : shape.countAbove(row.score) + (row.older ?? 0) + 1),
      peaks: row.peaks ?? [],
    })),
    page,
    total,
    everything: shape.everything,
  };
}

const isSearch = ({ search }: PageQuery) => search.trim() !== '';

async function countMatches(tx: Tx, where: SQL): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM submissions s WHERE ${where}`,
  );
  return rows[0].total;
}

interface Start {
  /** Only rows from this score down. */
  from: SQL;
  offset: number;
}

function startOf(query: PageQuery, shape: BoardShape, offset: number): Start {
  const cell = isSearch(query) ? null : shape.findOffset(offset);
  return cell ? { from: sql`s.score <= ${cell.score}`, offset: cell.inner } : { from: sql`true`, offset };
}

async function readRows(tx: Tx, where: SQL, { from, offset }: Start, withRank: boolean): Promise<RawRow[]> {
  const older = withRank
    ? sql`(SELECT count(*)::int FROM submissions o WHERE o.analyzed AND o.listed AND o.score = s.score
        AND (o.created_at, o.id) < (s.created_at, s.id))`
    : sql`NULL`;
  // Ids first: they are in the index, so that skipped rows are not read.
  const { rows } = await tx.execute<RawRow>(sql`
    SELECT ${columns}, r.peaks, ${older} AS older
    FROM (SELECT s.id FROM submissions s WHERE ${where} AND ${from}
          ORDER BY ${order} LIMIT ${PAGE_SIZE} OFFSET ${offset}) page
    JOIN submissions s ON s.id = page.id
    LEFT JOIN recordings r ON r.audio_sha256 = s.audio_sha256 AND r.engine_version = s.engine_version
    ORDER BY ${order}`);
  return rows;
}

function matching({ genre, search }: PageQuery): SQL {
  const parts = [shown];
  if (genre) parts.push(sql`s.genre = ${genre}`);
  const words = search.trim().replace(/\s+/g, ' ');
  if (words) {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
    // As the index has it; the line break keeps a match inside one of the two.
    parts.push(sql`(s.artist_name || E'\n' || s.track_title) ILIKE ${pattern}`);
  }
  return sql.join(parts, sql` AND `);
}

function presentRow(row: BoardRow, rank: number): Omit<Row, 'peaks'> {
  return {
    rank,
    id: row.id,
    trackTitle: row.track_title,
    artistName: row.artist_name,
    audioFilePath: fileNameOf(row.audio_key),
    score: row.score,
    genre: row.genre,
    duration: row.duration_seconds,
    voteCount: row.vote_count,
    demo: row.demo,
  };
}
