/**
 * Reads of the ranking: score, then earlier first. Votes, and so money, never move it. At any size a page is a few index
 * steps: the table board_cells knows how many tracks each genre and score has, so totals are sums, a deep page starts
 * inside its own cell, and a rank is a sum and the older ones of the same score.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { fileNameOf } from '#features/recordings/rules-file.ts';
import { recordings } from '#features/recordings/table.ts';
import type { Row } from './contract.ts';
import { FOUND_MOST, PAGE_SIZE } from './limits.ts';
import { type BoardSearch, readSearch } from './rules-search.ts';

interface BoardRow {
  id: number;
  track_title: string;
  artist_name: string;
  artist_id: number | null;
  audio_key: string;
  score: number;
  genre: string;
  duration_seconds: number | null;
  vote_count: number;
  demo: boolean;
  heard: boolean;
}

interface RawRow extends BoardRow {
  peaks: number[] | null;
  /** The rank, where the page itself does not tell it. */
  above: number | null;
}

const columns = sql`s.id, s.track_title, s.artist_name, s.artist_id, r.audio_key, s.score, s.genre, s.duration_seconds, s.vote_count, s.demo,
  EXISTS (SELECT 1 FROM track_hearings h WHERE h.submission_id = s.id) AS heard`;
const recording = sql`JOIN ${recordings} r ON r.audio_sha256 = s.audio_sha256`;
const order = sql`s.score DESC, s.created_at, s.id`;
const shown = sql`s.analyzed AND s.listed`;

export async function listBest({ db }: Pick<Deps, 'db'>, limit: number): Promise<Omit<Row, 'peaks'>[]> {
  const { rows } = await db.execute<BoardRow & Record<string, unknown>>(sql`
    SELECT ${columns} FROM submissions s ${recording} WHERE ${shown} ORDER BY ${order} LIMIT ${limit}`);
  return rows.map((row, index) => presentRow(row, index + 1));
}

export interface PageQuery {
  genre: string;
  search: string;
  /** 'yes': only what staff have listened to. */
  heard?: 'yes';
  page: number;
}

/** One statement, so that counts and rows are of the same moment. */
export async function readPage({ db }: Pick<Deps, 'db'>, query: PageQuery) {
  const { rows } = await db.execute<PageAnswer & Record<string, unknown>>(composePage(query));
  const { total, skipped, everything, page } = rows[0];
  // The whole board in order: the place on the page is the rank.
  const rankOf = (row: RawRow, index: number) => row.above ?? skipped + index + 1;
  return {
    rows: page.map((row, index) => ({ ...presentRow(row, rankOf(row, index)), peaks: row.peaks ?? [] })),
    page: skipped / PAGE_SIZE + 1,
    total,
    everything,
  };
}

interface PageAnswer {
  total: number;
  /** Rows before the page; a page past the end is the last one. */
  skipped: number;
  everything: number;
  page: RawRow[];
}

/** What most visitors ask for, without what the other pages need: planning takes longer here than reading. */
const firstPage = sql`
  SELECT total, 0 AS skipped, total AS everything, page
  FROM (SELECT coalesce(sum(entries), 0)::int AS total FROM board_cells) size,
    (SELECT coalesce(json_agg(rows), '[]') AS page FROM (
      SELECT ${columns}, r.peaks, NULL::int AS above
      FROM (SELECT * FROM submissions s WHERE ${shown} ORDER BY ${order} LIMIT ${PAGE_SIZE}) s
        ${recording}
      ORDER BY ${order}) rows) best`;

function composePage(query: PageQuery): SQL {
  const search = readSearch(query.search);
  const where = matching(query, search);
  // Nobody counts what is found: of a search, and of what staff have heard, which is little.
  const isSearch = search.kind !== 'none' || query.heard === 'yes';
  const isWhole = !query.genre && !isSearch;
  if (isWhole && query.page === 1) return firstPage;
  const ofGenre = query.genre ? sql`WHERE genre = ${query.genre}` : sql``;
  const { found, total, ids } = isSearch
    ? composeFound(composeSearch(query, search, where))
    : composeWalk(where, query.page);
  const above = isWhole
    ? sql`NULL::int`
    : sql`1 + (SELECT coalesce(sum(entries), 0)::int FROM board_cells c WHERE c.score > s.score)
        + count_older(s.score, s.created_at, s.id)`;
  return sql`
    WITH levels AS (SELECT score, sum(entries)::int AS entries FROM board_cells ${ofGenre} GROUP BY score),
      ${found}
      size AS (SELECT ${total} AS total),
      place AS (SELECT greatest(0, least(${query.page}::int, ceil(total / ${PAGE_SIZE}::float8)::int) - 1)
        * ${PAGE_SIZE}::int AS skipped, total FROM size),
      ids AS (${ids}),
      rows AS (SELECT ${columns}, r.peaks, ${above} AS above FROM ids JOIN submissions s ON s.id = ids.id
        ${recording}
        ORDER BY ${order})
    SELECT total, skipped, (SELECT coalesce(sum(entries), 0)::int FROM board_cells) AS everything,
      (SELECT coalesce(json_agg(rows), '[]') FROM rows) AS page
    FROM place`;
}

type Parts = Record<'found' | 'total' | 'ids', SQL>;

/** The ids of the best that match, each with its place among them. */
function composeSearch({ genre, heard }: PageQuery, search: BoardSearch, where: SQL): SQL {
  const patterns = heard ? [] : writePatterns(search);
  if (patterns.length > 0)
    return sql`SELECT id, place FROM unnest(search_board(${sql.param(patterns)}::text[], ${genre}, ${FOUND_MOST}::int))
      WITH ORDINALITY AS f (id, place)`;
  return sql`SELECT s.id, row_number() OVER (ORDER BY ${order}) AS place FROM (
      SELECT s.id, s.score, s.created_at FROM submissions s WHERE ${where} ORDER BY ${order} LIMIT ${FOUND_MOST}) s`;
}

/** Of what was found, a page. */
const composeFound = (found: SQL): Parts => ({
  found: sql`found AS MATERIALIZED (${found}),`,
  total: sql`(SELECT count(*)::int FROM found)`,
  ids: sql`SELECT f.id FROM found f, place WHERE f.place > skipped AND f.place <= skipped + ${PAGE_SIZE}::int`,
});

/** The first page begins at the top; deep ones at the score their first row has. */
function composeWalk(where: SQL, page: number): Parts {
  const total = sql`(SELECT coalesce(sum(entries), 0)::int FROM levels)`;
  const walk = (bound: SQL, offset: SQL) =>
    sql`SELECT s.id FROM submissions s WHERE ${where} ${bound} ORDER BY ${order} LIMIT ${PAGE_SIZE} ${offset}`;
  if (page === 1) return { found: sql``, total, ids: walk(sql``, sql``) };
  const start = sql`(SELECT score, skipped - before AS inside FROM place, (
    SELECT score, sum(entries) OVER (ORDER BY score DESC) - entries AS before FROM levels) starts
    WHERE before <= skipped ORDER BY before DESC LIMIT 1)`;
  return {
    found: sql``,
    total,
    ids: walk(
      sql`AND s.score <= (SELECT score FROM ${start} start)`,
      sql`OFFSET (SELECT inside FROM ${start} start)`,
    ),
  };
}

function matching({ genre, heard }: PageQuery, search: BoardSearch): SQL {
  const parts = [shown];
  if (heard) parts.push(sql`s.id IN (SELECT submission_id FROM track_hearings)`);
  if (genre) parts.push(sql`s.genre = ${genre}`);
  const patterns = writePatterns(search);
  if (patterns.length > 0)
    parts.push(
      sql`(${sql.join(
        patterns.map((pattern) => sql`${names} ILIKE ${pattern}`),
        sql` OR `,
      )})`,
    );
  // The staff's indexes of lower-case names leave out what is archived, as `listed` does.
  if (search.kind === 'whole')
    parts.push(
      sql`s.archive_id IS NULL AND (lower(s.artist_name) = lower(${search.words}) OR lower(s.track_title) = lower(${search.words}))`,
    );
  return sql.join(parts, sql` AND `);
}

/** As the index has it; the line break keeps a match inside one of the two. */
const names = sql`(s.artist_name || E'\n' || s.track_title)`;

/** What names have to be like, one of these; none where it is no question of a pattern. */
function writePatterns({ kind, words }: BoardSearch): string[] {
  const pattern = words.replace(/[\\%_]/g, '\\$&');
  if (kind === 'inside') return [`%${pattern}%`];
  return kind === 'beginning' ? [`${pattern}%`, `% ${pattern}%`, `%\n${pattern}%`] : [];
}

function presentRow(row: BoardRow, rank: number): Omit<Row, 'peaks'> {
  return {
    rank,
    id: row.id,
    trackTitle: row.track_title,
    artistName: row.artist_name,
    artistId: row.artist_id,
    audioFilePath: fileNameOf(row.audio_key),
    score: row.score,
    genre: row.genre,
    duration: row.duration_seconds,
    voteCount: row.vote_count,
    demo: row.demo,
    heard: row.heard,
  };
}
