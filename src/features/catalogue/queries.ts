/** Reads of the catalogue: one narrow table for every filter and order, one index for what is alike. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { fifthsOf, isMinor } from '#features/albums/rules-keys.ts';
import { DISAGREE_FROM } from '#features/listening/limits.ts';
import { trackAssignments, trackDecisions, trackRatings } from '#features/listening/table.ts';
import { fileNameOf } from '#features/recordings/rules-file.ts';
import { type Counted, FAST, otherTempo, SLOW } from '#features/scoring/rules-tempo.ts';
import { anyText } from '#platform/db/any-of.ts';
import { type Direction, keyset } from '#platform/db/keyset.ts';
import { AppError } from '#platform/errors.ts';
import type { FoundTrack } from './contract.ts';
import type { FIND_SORTS } from './limits.ts';
import { type Filter, nameKey, readScores, readSpan, type Scored, type Span, splitSearch } from './rules.ts';
import { trackTraits } from './table.ts';

type FindDeps = Pick<Deps, 'db' | 'campaign'>;

/** Each order has its index, and is made total by the id. */
const ORDERS: Record<(typeof FIND_SORTS)[number], SQL> = {
  date: sql`t.created_at`,
  score: sql`coalesce(t.score, -1)`,
  bpm: sql`coalesce(t.bpm, 0)`,
  length: sql`coalesce(t.seconds, 0)`,
  artist: sql`left(t.words, 64)`,
};

const SCORE_COLUMNS: Record<Scored, SQL> = {
  score: ORDERS.score,
  commerciality: sql`t.commerciality`,
  flow: sql`t.flow`,
  lyrics: sql`t.lyrics`,
  production: sql`t.production`,
  hookStrength: sql`t.hook_strength`,
  songStructure: sql`t.song_structure`,
  originality: sql`t.originality`,
  replayValue: sql`t.replay_value`,
};

/** A word stands in a name, a title or a number; digits may also be the id. */
function hasWord(word: string): SQL {
  const id = /^#?([1-9]\d{0,8})$/.exec(word)?.[1];
  if (id && word.startsWith('#')) return sql`t.submission_id = ${Number(id)}`;
  const pattern = sql`'%' || regexp_replace(fold_words(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const found = sql`t.words LIKE ${pattern}`;
  return id ? sql`(${found} OR t.submission_id = ${Number(id)})` : found;
}

/** What is not known is in no span. */
const within = (column: SQL, { min, max }: Span): SQL =>
  sql`${column} BETWEEN ${min ?? 0} AND ${max ?? 9999}`;

/** The index has 0 for what is not known. */
const atLeast = ({ min, max }: Span, least: number): Span => ({ min: Math.max(min ?? 0, least), max });

/** Slow and fast ones by either count: whoever looks for 142 also wants what is listed as '71 or 142'. */
function atTempo(span: Span): SQL {
  const times = (by: number): Span => ({ min: span.min && span.min * by, max: span.max && span.max * by });
  const [bpm, half, double] = [1, 0.5, 2].map((by) => within(ORDERS.bpm, times(by)));
  return sql`(${bpm} OR ${half} AND t.bpm < ${SLOW} OR ${double} AND t.bpm > ${FAST})`;
}

/** A key, or also its relative and the two beside it in its own mode. */
function inKey(key: string, near: boolean): SQL {
  const [fifths, minor] = [fifthsOf(key) ?? -1, isMinor(key)];
  if (!near) return sql`t.fifths = ${fifths} AND t.minor = ${minor}`;
  const beside = sql`t.minor = ${minor} AND t.fifths IN (${(fifths + 1) % 12}, ${(fifths + 11) % 12})`;
  return sql`(t.fifths = ${fifths} OR ${beside})`;
}

const IS_COPY = sql`EXISTS (SELECT FROM duplicates d WHERE d.submission_id = t.submission_id)`;
const isDecided = (which: SQL) =>
  sql`EXISTS (SELECT FROM ${trackDecisions} d WHERE d.submission_id = t.submission_id AND ${which})`;
const inDecision = (decision: string): SQL =>
  decision === 'open'
    ? sql`NOT ${isDecided(sql`d.decision IS NOT NULL`)}`
    : isDecided(sql`d.decision = ${decision}`);

const isGiven = (which: SQL) =>
  sql`EXISTS (SELECT FROM ${trackAssignments} g WHERE g.submission_id = t.submission_id AND ${which})`;
const givenTo = (assignee: string): SQL =>
  assignee === 'nobody' ? sql`NOT ${isGiven(sql`true`)}` : isGiven(sql`g.staff_id = ${Number(assignee)}`);

const COPIES: Record<string, SQL> = { held: sql`t.held`, found: IS_COPY, none: sql`NOT ${IS_COPY}` };

/** Few state anything: these are found by the index submissions_ai_stated. */
const statesAi = (which: SQL) => sql`EXISTS (SELECT FROM submissions s WHERE s.id = t.submission_id
  AND s.ai_use IS NOT NULL AND s.ai_use @? ${which})`;
const USES_AI = statesAi(sql`'$.* ? (@ == "partly" || @ == "wholly")'`);
const USES_NO_AI = statesAi(sql`'$.* ? (@ == "none")'`);
const AI: Record<string, SQL> = {
  used: USES_AI,
  none: sql`${USES_NO_AI} AND NOT ${USES_AI}`,
  unstated: sql`NOT ${statesAi(sql`'$.* ? (@ != null)'`)}`,
};

/** Few of very many are rated: chosen by the ratings, not track by track. */
const isRated = (together: SQL) => sql`t.submission_id IN (SELECT g.submission_id FROM ${trackRatings} g
  WHERE g.rating IS NOT NULL GROUP BY 1 HAVING ${together})`;
const RATINGS: Record<string, SQL> = {
  split: isRated(sql`max(g.rating) - min(g.rating) >= ${DISAGREE_FROM}`),
  rated: isRated(sql`true`),
  none: sql`NOT ${isRated(sql`true`)}`,
};

/** One condition for each filter that is given. Days are the campaign's. */
function conditions({ campaign }: Pick<Deps, 'campaign'>, filter: Filter): SQL[] {
  const { search, genre, scores, bpm, key, near, length, from, to, state, language, copies } = filter;
  const { ai, ratings, decision, assignee } = filter;
  const day = (date: string, days: number) =>
    sql`((${date}::date + ${days}::int)::timestamp AT TIME ZONE ${campaign.timeZone})`;
  return [
    ...(search ? splitSearch(search).map(hasWord) : []),
    ...(genre ? [sql`t.genre = ${anyText(genre.split(','))}`] : []),
    ...(scores ? readScores(scores).map(({ of, span }) => within(SCORE_COLUMNS[of], span)) : []),
    ...(bpm ? [atTempo(atLeast(readSpan(bpm), 1))] : []),
    ...(key ? [inKey(key, near !== undefined)] : []),
    ...(length ? [within(ORDERS.length, atLeast(readSpan(length), 1))] : []),
    ...(from ? [sql`t.created_at >= ${day(from, 0)}`] : []),
    ...(to ? [sql`t.created_at < ${day(to, 1)}`] : []),
    ...(state ? [state === 'hidden' ? sql`t.hidden` : sql`t.state = ${state}`] : []),
    ...(language ? [sql`t.language = ${language}`] : []),
    ...(copies ? [COPIES[copies]] : []),
    ...(ai ? [AI[ai]] : []),
    ...(ratings ? [RATINGS[ratings]] : []),
    ...(decision ? [inDecision(decision)] : []),
    ...(assignee ? [givenTo(assignee)] : []),
  ];
}

/** A condition on the traits `t`. */
export const matching = (deps: Pick<Deps, 'campaign'>, filter: Filter): SQL =>
  sql.join([sql`NOT t.archived`, ...conditions(deps, filter)], sql` AND `);

interface RawTrack extends Record<string, unknown> {
  id: number;
  artist_name: string;
  track_title: string;
  genre: string | null;
  language: string | null;
  score: number | null;
  bpm: number | null;
  octaves: Counted['tempoOctaves'] | null;
  fifths: number | null;
  minor: boolean | null;
  seconds: number | null;
  created_at: Date | string;
  state: FoundTrack['state'];
  hidden: boolean;
  held: boolean;
  audio_key: string;
  hook_at: number | null;
  lufs: number | null;
  peaks: number[] | null;
}

/** Six hundred peaks are too many for a row of a list: every tenth. */
const COLUMNS = sql`s.id, s.artist_name, s.track_title, t.genre, t.language, t.score, t.bpm, t.fifths, t.minor,
  t.seconds, t.created_at, t.state, t.hidden, t.held, r.audio_key,
  s.analysis #> '{measures,tempoOctaves}' AS octaves,
  read_number(s.analysis, 'measures', 'hook', 'start') AS hook_at,
  read_number(s.analysis, 'measures', 'integratedLufs') AS lufs,
  (SELECT array_agg(u.peak ORDER BY u.n) FROM unnest(r.peaks) WITH ORDINALITY u(peak, n) WHERE u.n % 10 = 5) AS peaks`;

/** The page of ids is chosen first; names and peaks are read for its rows alone. */
const SHOWN = sql`JOIN track_traits t ON t.submission_id = page.id JOIN submissions s ON s.id = page.id
  JOIN recordings r ON r.audio_sha256 = s.audio_sha256`;

export interface FindPage extends Filter {
  sort: (typeof FIND_SORTS)[number];
  direction: Direction;
  after?: number;
  limit: number;
}

/**
 * A longer word is on few tracks: these are found by their index and then sorted. A walk along the order might read every
 * row to find them. A shorter one is on many, so a walk meets it soon.
 */
const isRare = ({ search }: Filter) => splitSearch(search ?? '').some((word) => word.length >= 4);

export async function findTracks(deps: FindDeps, page: FindPage): Promise<FoundTrack[]> {
  const { sort, direction, after, limit, ...filter } = page;
  const by = ORDERS[sort];
  const last =
    after === undefined
      ? undefined
      : sql`SELECT ${by}, t.submission_id FROM ${trackTraits} t WHERE t.submission_id = ${after}`;
  const { where, orderBy } = keyset({ place: by, id: sql`t.submission_id`, direction, last });
  const found = isRare(filter)
    ? sql`(WITH found AS MATERIALIZED (SELECT * FROM ${trackTraits} t WHERE ${matching(deps, filter)}) SELECT * FROM found)`
    : sql`(SELECT * FROM ${trackTraits} t WHERE ${matching(deps, filter)})`;
  const { rows } = await deps.db.execute<RawTrack>(sql`
    SELECT ${COLUMNS} FROM (
      SELECT t.submission_id AS id, row_number() OVER (ORDER BY ${orderBy}) AS nth FROM ${found} t
      WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}
    ) page ${SHOWN} ORDER BY page.nth`);
  return rows.map(present);
}

export async function countTracks(deps: FindDeps, filter: Filter): Promise<number> {
  const { rows } = await deps.db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM ${trackTraits} t WHERE ${matching(deps, filter)}`,
  );
  return rows[0].count;
}

/**
 * How many tracks match each filter, in one statement. Searches go by their index; all others are counted in one walk
 * over the table.
 */
export async function countEach(deps: FindDeps, filters: readonly Filter[]): Promise<number[]> {
  if (filters.length === 0) return [];
  const name = (at: number) => sql.identifier(`n${at}`);
  const counts = filters.map((filter, at) =>
    filter.search
      ? sql`(SELECT count(*) FROM ${trackTraits} t WHERE ${matching(deps, filter)})::int AS ${name(at)}`
      : sql`count(*) FILTER (WHERE ${matching(deps, filter)})::int AS ${name(at)}`,
  );
  const walk = filters.some(({ search }) => !search) ? sql`FROM ${trackTraits} t` : sql``;
  const { rows } = await deps.db.execute<Record<string, number>>(
    sql`SELECT ${sql.join(counts, sql`, `)} ${walk}`,
  );
  return filters.map((_, at) => rows[0][`n${at}`]);
}

/** Hops from one value to the next along the index: as many steps as there are values, not as there are tracks. */
const distinct = (column: SQL) => sql`
  WITH RECURSIVE hop AS (
    (SELECT ${column} AS value FROM track_traits t WHERE NOT t.archived AND ${column} IS NOT NULL ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT ${column} FROM track_traits t WHERE NOT t.archived AND ${column} > hop.value ORDER BY 1 LIMIT 1)
    FROM hop WHERE hop.value IS NOT NULL)
  SELECT value FROM hop WHERE value IS NOT NULL`;

export async function listChoices({ db }: Pick<Deps, 'db'>) {
  const [genres, languages] = await Promise.all(
    [sql`t.genre`, sql`t.language`].map((column) => db.execute<{ value: string }>(distinct(column))),
  );
  return {
    genres: genres.rows.map(({ value }) => value),
    languages: languages.rows.map(({ value }) => value),
  };
}

/** These tracks, in this order; those that are gone or cleared are left out. */
export async function readTracks({ db }: Pick<Deps, 'db'>, ids: readonly number[]): Promise<FoundTrack[]> {
  const { rows } = await db.execute<RawTrack>(sql`
    SELECT ${COLUMNS} FROM unnest(${sql.param([...ids])}::int[]) WITH ORDINALITY page(id, nth) ${SHOWN}
    WHERE NOT t.archived ORDER BY page.nth`);
  return rows.map(present);
}

/** Candidates by six dimensions, which are then compared in all ten. */
const CANDIDATES = 800;
/** Spelled as in the index track_traits_alike: pace, brightness, density, voice, offbeat. */
const SKETCH = sql`ARRAY[1, 2, 5, 6, 7, 9]`;

/** The nearest, itself left out. A track that was not measured has no place and nothing like it. */
export async function findAlike({ db }: Pick<Deps, 'db'>, id: number, limit: number) {
  const { rows: own } = await db.execute<RawTrack & { place: string | null }>(
    sql`SELECT ${COLUMNS}, t.place::text AS place FROM (SELECT ${id}::int AS id) page ${SHOWN}`,
  );
  if (!own[0]) throw new AppError('not_found', 'Track not found');
  const { place } = own[0];
  if (place === null) return { of: present(own[0]), tracks: [] };
  const { rows } = await db.execute<RawTrack & { distance: number }>(sql`
    SELECT ${COLUMNS}, page.distance FROM (
      SELECT near.id, near.place <-> ${place}::cube AS distance FROM (
        SELECT t.submission_id AS id, t.place FROM ${trackTraits} t
        WHERE t.place IS NOT NULL AND NOT t.archived
        ORDER BY cube_subset(t.place, ${SKETCH}) <-> cube_subset(${place}::cube, ${SKETCH}) LIMIT ${CANDIDATES}
      ) near WHERE near.id <> ${id} ORDER BY distance, near.id LIMIT ${limit}
    ) page ${SHOWN} ORDER BY page.distance, page.id`);
  return {
    of: present(own[0]),
    tracks: rows.map((row) => ({ ...present(row), distance: Math.round(row.distance * 1000) / 1000 })),
  };
}

function present(row: RawTrack): FoundTrack {
  return {
    id: row.id,
    artistName: row.artist_name,
    trackTitle: row.track_title,
    genre: row.genre,
    language: row.language,
    score: row.score,
    bpm: row.bpm === null ? null : Math.round(row.bpm * 10) / 10,
    otherBpm: otherTempo({ tempoBpm: row.bpm ?? 0, tempoOctaves: row.octaves ?? undefined }),
    key: nameKey(row.fifths, row.minor),
    seconds: row.seconds,
    createdAt: new Date(row.created_at).toISOString(),
    state: row.state,
    hidden: row.hidden,
    held: row.held,
    audioFilePath: fileNameOf(row.audio_key),
    hookAt: row.hook_at,
    lufs: row.lufs,
    peaks: row.peaks ?? [],
  };
}
