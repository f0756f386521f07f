/** Reads of the dashboard: keyset pages in every order, counts, and a stream of all rows for exports. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { DECISIONS, type Decision } from '#features/listening/limits.ts';
import { trackDecisions } from '#features/listening/table.ts';
import { labelEntries } from '#features/offers/table.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { fileNameOf } from '#features/recordings/rules-file.ts';
import { recordings } from '#features/recordings/table.ts';
import { searchWhere } from '#features/submissions/queries-search.ts';
import { submissions } from '#features/submissions/table.ts';
import { type Direction, keyset } from '#platform/db/keyset.ts';
import type {
  DashboardFilter,
  DashboardRow,
  DashboardSort,
  DashboardStatus,
  DashboardSummary,
} from './contract.ts';

type DashboardDeps = Pick<Deps, 'db' | 'campaign'>;

interface RawRow extends Record<string, unknown> {
  id: number;
  artist_name: string;
  track_title: string;
  phone_number: string;
  genre: string | null;
  score: number | null;
  created_at: Date | string;
  analyzed: boolean;
  transcription: string | null;
  audio_key: string;
  duration_seconds: number | null;
  votes: DashboardRow['votes'];
  distribution_paid: boolean;
  state: DashboardRow['state'];
  failure_message: string | null;
  hidden_reason: string | null;
  demo: boolean;
  held: boolean;
  decision: DashboardRow['decision'];
  decided_by: string | null;
  pay_amount: number | null;
  pay_product: string | null;
  pay_id: string | null;
  pay_description: string | null;
}

const VOTES = sql`json_build_object('total', s.vote_count, 'free', s.votes_free, 'proven', s.votes_proven,
  'unproven', s.votes_free - s.votes_proven, 'paid', s.votes_paid, 'referred', s.votes_referred, 'held', s.votes_held,
  'waiting', s.votes_waiting)`;

const COLUMNS = sql`s.id, s.artist_name, s.track_title, s.phone_number, s.genre, s.score, s.created_at, s.analyzed,
  s.transcription, (SELECT r.audio_key FROM ${recordings} r WHERE r.audio_sha256 = s.audio_sha256),
  s.duration_seconds, ${VOTES} AS votes, s.distribution_paid, s.state, s.failure_message,
  s.hidden_reason, s.demo, s.held_at IS NOT NULL AS held, t.decision, t.name AS decided_by, p.amount AS pay_amount, p.product AS pay_product, p.provider_id AS pay_id,
  p.description AS pay_description`;

/** What the artist paid, the final round before the tour before distribution; votes are paid by fans. */
const PAYMENT = sql`LEFT JOIN LATERAL (
  SELECT i.amount, i.product, i.provider_id, i.description FROM ${paymentIntents} i
  WHERE i.submission_id = s.id AND i.state = 'succeeded' AND i.grant_state <> 'revoked'
    AND i.product IN ('standardEntry', 'discountedEntry', 'tourEntry', 'distribution')
  ORDER BY array_position(ARRAY['standardEntry', 'discountedEntry', 'tourEntry', 'distribution'], i.product::text), i.paid_at DESC
  LIMIT 1) p ON true`;

const DECISION = sql`LEFT JOIN LATERAL (
  SELECT d.decision, a.name FROM ${trackDecisions} d JOIN ${admins} a ON a.id = d.decided_by
  WHERE d.submission_id = s.id AND d.decision IS NOT NULL) t ON true`;

/** Each order is made total by the id, and has its index. */
const ORDERS: Record<DashboardSort, SQL> = {
  date: sql`s.created_at`,
  id: sql`s.id`,
  artist: sql`lower(s.artist_name)`,
  track: sql`lower(s.track_title)`,
  score: sql`coalesce(s.score, -1)`,
};

const STATUS_WHERE: Record<DashboardStatus, SQL> = {
  all: sql`true`,
  analyzed: sql`s.analyzed`,
  // What failed waits for nobody: it has a filter of its own.
  pending: sql`NOT s.analyzed AND s.state <> 'failed'`,
  // Failed implies not analysed; spelled out, the index of pending rows serves it too.
  failed: sql`s.state = 'failed' AND NOT s.analyzed`,
  hidden: sql`s.hidden_at IS NOT NULL`,
  held: sql`s.held_at IS NOT NULL`,
};

/** What the table lists: not cleared, and submitted since the campaign's first day in its own time zone. */
function listable({ campaign }: Pick<Deps, 'campaign'>): SQL {
  return sql`s.archive_id IS NULL AND s.created_at >= (${campaign.listFrom}::timestamp AT TIME ZONE ${campaign.timeZone})`;
}

function decisionWhere(decision: DashboardFilter['decision']): SQL {
  if (decision === 'any') return sql`true`;
  const made = (which: SQL) =>
    sql`EXISTS (SELECT FROM ${trackDecisions} d WHERE d.submission_id = s.id AND ${which})`;
  return decision === 'open'
    ? sql`NOT ${made(sql`d.decision IS NOT NULL`)}`
    : made(sql`d.decision = ${decision}`);
}

const isFiltered = ({ search, status, decision }: DashboardFilter) =>
  status !== 'all' || decision !== 'any' || search.trim() !== '';

function matching(
  deps: DashboardDeps,
  { search, status, decision, older }: DashboardFilter & Pick<DashboardPage, 'older'>,
): SQL {
  const rows = older ? sql`s.archive_id IS NULL` : listable(deps);
  return sql`${rows} AND ${STATUS_WHERE[status]} AND ${decisionWhere(decision)} AND ${searchWhere(search)}`;
}

export interface DashboardPage extends DashboardFilter {
  sort: DashboardSort;
  direction: Direction;
  after?: number;
  limit: number;
  /** Also those from before the campaign's first day. */
  older?: boolean;
}

export async function listDashboard(deps: DashboardDeps, page: DashboardPage): Promise<DashboardRow[]> {
  const by = ORDERS[page.sort];
  const { direction, after } = page;
  const last =
    after === undefined ? undefined : sql`SELECT ${by}, s.id FROM ${submissions} s WHERE s.id = ${after}`;
  const { where, orderBy } = keyset({ place: sql`page.place`, id: sql`page.id`, direction, last });
  // The page is chosen first, so payments are looked up for its rows alone.
  const { rows } = await deps.db.execute<RawRow>(sql`
    WITH found AS ${isRare(page.search) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`} (
      SELECT s.id, ${by} AS place FROM ${submissions} s WHERE ${matching(deps, page)})
    SELECT ${COLUMNS} FROM (
      SELECT page.id, page.place FROM found page WHERE ${where} ORDER BY ${orderBy} LIMIT ${page.limit}
    ) page JOIN ${submissions} s ON s.id = page.id ${PAYMENT} ${DECISION}
    ORDER BY ${orderBy}`);
  return rows.map(presentRow);
}

/**
 * Longer words match few rows: these are found by their index and then sorted, because a walk along the order might read
 * every row to find them. Shorter ones match many rows, so a walk meets them soon.
 */
const isRare = (search: string) => search.trim().length >= 4;

export async function readSummary(deps: DashboardDeps, filter: DashboardFilter): Promise<DashboardSummary> {
  const inTable = listable(deps);
  const cards = deps.db.execute<Omit<DashboardSummary, 'matching' | 'decided'> & Record<string, unknown>>(sql`
    SELECT count(*)::int AS clearable, count(*) FILTER (WHERE ${inTable})::int AS total,
      count(*) FILTER (WHERE s.analyzed AND ${inTable})::int AS analyzed,
      count(*) FILTER (WHERE ${STATUS_WHERE.pending} AND ${inTable})::int AS pending,
      count(*) FILTER (WHERE s.state = 'failed' AND ${inTable})::int AS failed,
      coalesce(round(avg(s.score) FILTER (WHERE ${inTable})), 0)::int AS "averageScore"
    FROM ${submissions} s WHERE s.archive_id IS NULL`);
  const found = isFiltered(filter) && countMatching(deps, filter);
  const [{ rows }, matches, made] = await Promise.all([cards, found, countDecisions(deps)]);
  const [card] = rows;
  const open = card.total - Object.values(made).reduce((sum, count) => sum + count, 0);
  return { ...card, decided: { open, ...made }, matching: matches === false ? card.total : matches };
}

async function countDecisions(deps: DashboardDeps) {
  const { rows } = await deps.db.execute<Record<Decision, number>>(sql`
    SELECT ${sql.join(
      DECISIONS.map((one) => sql`count(*) FILTER (WHERE d.decision = ${one})::int AS ${sql.identifier(one)}`),
      sql`, `,
    )}
    FROM ${trackDecisions} d JOIN ${submissions} s ON s.id = d.submission_id
    WHERE d.decision IS NOT NULL AND ${listable(deps)}`);
  return rows[0];
}

async function countMatching(deps: DashboardDeps, filter: DashboardFilter): Promise<number> {
  const { rows } = await deps.db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM ${submissions} s WHERE ${matching(deps, filter)}`,
  );
  return rows[0].count;
}

/** Rows read at a time for an export. */
const CHUNK = 1000;

/**
 * Every row that matches, oldest first, in chunks, so that an export never holds them all. Without a filter that includes
 * rows the table no longer lists.
 */
export async function* streamDashboard(
  deps: DashboardDeps,
  filter: DashboardFilter,
): AsyncGenerator<DashboardRow> {
  let after: number | undefined;
  for (;;) {
    const page = { ...filter, sort: 'id', direction: 'asc', after, limit: CHUNK } as const;
    const rows = await listDashboard(deps, { ...page, older: !isFiltered(filter) });
    yield* rows;
    if (rows.length < CHUNK) return;
    after = rows[rows.length - 1].id;
  }
}

export interface LabelPage {
  search: string;
  /** Only entries made before this one. */
  after?: number;
  limit: number;
}

/** Entries to the celebrity label, newest first. */
export async function listLabelEntries(deps: DashboardDeps, { search, after, limit }: LabelPage) {
  const from =
    after === undefined
      ? sql`true`
      : sql`(e.created_at, e.submission_id) <
          (SELECT a.created_at, a.submission_id FROM ${labelEntries} a WHERE a.submission_id = ${after})`;
  const { rows } = await deps.db.execute<
    RawRow & { payment_completed: boolean; entered_at: Date | string }
  >(sql`
    SELECT ${COLUMNS}, s.payment_completed, s.entered_at FROM (
      SELECT s.*, e.payment_completed, e.created_at AS entered_at
      FROM ${labelEntries} e JOIN ${submissions} s ON s.id = e.submission_id
      WHERE s.archive_id IS NULL AND ${searchWhere(search)} AND ${from}
      ORDER BY e.created_at DESC, e.submission_id DESC LIMIT ${limit}
    ) s ${PAYMENT} ${DECISION} ORDER BY s.entered_at DESC, s.id DESC`);
  return rows.map((row) => ({
    ...presentRow(row),
    paymentCompleted: row.payment_completed,
    enteredAt: new Date(row.entered_at).toISOString(),
  }));
}

const PAYMENT_TYPES: Record<string, 'standard' | 'discounted'> = {
  standardEntry: 'standard',
  discountedEntry: 'discounted',
};

function presentRow(row: RawRow): DashboardRow {
  return {
    id: row.id,
    artistName: row.artist_name,
    trackTitle: row.track_title,
    phoneNumber: row.phone_number,
    genre: row.genre,
    score: row.score,
    createdAt: new Date(row.created_at).toISOString(),
    analyzed: row.analyzed,
    transcription: row.transcription,
    paymentStatus: {
      paid: row.pay_amount !== null,
      amount: row.pay_amount,
      paymentType: PAYMENT_TYPES[row.pay_product ?? ''] ?? null,
      paymentId: row.pay_id,
      description: row.pay_description,
    },
    audioFilePath: fileNameOf(row.audio_key),
    duration: row.duration_seconds,
    voteCount: row.votes.total,
    votes: row.votes,
    distributionPaid: row.distribution_paid,
    state: row.state,
    failureMessage: row.failure_message,
    hiddenReason: row.hidden_reason,
    demo: row.demo,
    held: row.held,
    decision: row.decision,
    decidedBy: row.decided_by,
  };
}
