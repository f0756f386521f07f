/** The dashboard over HTTP: lists and exports. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { DECIDED_WORDS } from '#features/listening/copy.ts';
import { refuseNumbers } from '#features/submissions/queries-search.ts';
import { signArtistLink } from '#features/submissions/service-artist-links.ts';
import { noteExport } from '#platform/audit.ts';
import { type CsvColumn, csvAnswer } from '#platform/csv.ts';
import { type Route, route, type StaffIdentity } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listDashboard, listLabelEntries, readSummary, streamDashboard } from './queries.ts';
import { readWaiting } from './queries-waiting.ts';

type Row = contract.DashboardRow;

export function dashboardRoutes(deps: Deps): Route[] {
  return [...listRoutes(deps), ...exportRoutes(deps)];
}

function listRoutes(deps: Deps): Route[] {
  return [
    route(contract.listDashboard, async ({ query, staff }) => {
      refuseNumbers(query.search, staff);
      return hideFromReviewers(await listDashboard(deps, query), staff);
    }),
    route(contract.getWaiting, ({ staff }) => readWaiting(deps, staff)),
    route(contract.getSummary, ({ query, staff }) => {
      refuseNumbers(query.search, staff);
      return readSummary(deps, query);
    }),
    route(contract.listLabelEntries, async ({ query, staff }) => {
      refuseNumbers(query.search, staff);
      return hideFromReviewers(await listLabelEntries(deps, query), staff);
    }),
  ];
}

const NO_PAYMENT = { amount: null, paymentType: null, paymentId: null, description: null };

/** Reviewers listen: whom to call is for those who write, and what was paid must not sway them. */
function hideFromReviewers<R extends Row>(rows: R[], { role }: StaffIdentity): R[] {
  if (role !== 'reviewer') return rows;
  return rows.map((row) => ({
    ...row,
    phoneNumber: '',
    paymentStatus: { ...NO_PAYMENT, paid: false },
    distributionPaid: false,
  }));
}

function exportRoutes(deps: Deps): Route[] {
  return [
    route(contract.exportFull, async ({ query, staff }) => {
      await noteExport(deps, staff, 'submissions.export', query);
      return csvAnswer('submissions', deps.clock.now(), FULL_COLUMNS, streamDashboard(deps, query));
    }),
    route(contract.exportSimple, async ({ query, staff, request }) => {
      await noteExport(deps, staff, 'submissions.export-simple', query);
      return csvAnswer(
        'tracks',
        deps.clock.now(),
        simpleColumns(deps, request),
        streamDashboard(deps, query),
      );
    }),
  ];
}

const FULL_COLUMNS: CsvColumn<Row>[] = [
  { header: 'ID', cell: (row) => row.id },
  { header: 'Artist Name', cell: (row) => row.artistName },
  { header: 'Track Title', cell: (row) => row.trackTitle },
  { header: 'Phone', cell: (row) => row.phoneNumber },
  { header: 'Genre', cell: (row) => row.genre ?? 'Pending' },
  { header: 'Score', cell: (row) => row.score },
  { header: 'Date', cell: (row) => row.createdAt },
  {
    header: 'Status',
    cell: (row) => (row.analyzed ? 'Analyzed' : row.state === 'failed' ? 'Failed' : 'Pending'),
  },
  { header: 'Decision', cell: (row) => row.decision && DECIDED_WORDS[row.decision] },
  { header: 'Decided By', cell: (row) => row.decidedBy },
  { header: 'Held As Copy', cell: (row) => row.held },
  { header: 'Failure', cell: (row) => row.failureMessage },
  { header: 'Duration Seconds', cell: (row) => row.duration },
  { header: 'Votes', cell: (row) => row.voteCount },
  { header: 'Proven Votes', cell: (row) => row.votes.proven },
  { header: 'Unproven Votes', cell: (row) => row.votes.unproven },
  { header: 'Paid Votes', cell: (row) => row.votes.paid },
  { header: 'Referred Votes', cell: (row) => row.votes.referred },
  { header: 'Held Votes', cell: (row) => row.votes.held },
  { header: 'Waiting Votes', cell: (row) => row.votes.waiting },
  { header: 'Paid', cell: (row) => row.paymentStatus.paid },
  { header: 'Payment Cents', cell: (row) => row.paymentStatus.amount },
  { header: 'Payment Type', cell: (row) => row.paymentStatus.paymentType },
  { header: 'Payment ID', cell: (row) => row.paymentStatus.paymentId },
  { header: 'Payment Description', cell: (row) => row.paymentStatus.description },
  { header: 'Distribution Paid', cell: (row) => row.distributionPaid },
  { header: 'Hidden Because', cell: (row) => row.hiddenReason },
  { header: 'Demo', cell: (row) => row.demo },
  { header: 'Audio File', cell: (row) => row.audioFilePath },
  { header: 'Transcription', cell: (row) => row.transcription },
];

function simpleColumns(deps: Deps, request: FastifyRequest): CsvColumn<Row>[] {
  const site = deps.config.publicUrl ?? `${request.protocol}://${request.headers.host}`;
  return [
    { header: 'Artist Name', cell: (row) => row.artistName },
    { header: 'Track Title', cell: (row) => row.trackTitle },
    { header: 'Phone', cell: (row) => row.phoneNumber },
    { header: 'Genre', cell: (row) => row.genre ?? 'Pending' },
    { header: 'Score', cell: (row) => row.score },
    { header: 'Audio Link', cell: (row) => `${site}/api/submissions/${row.id}/audio` },
    {
      header: 'Artist Link',
      cell: ({ id, createdAt }) =>
        site + signArtistLink(deps, 'access', { id, createdAt: new Date(createdAt) }).path,
    },
  ];
}
