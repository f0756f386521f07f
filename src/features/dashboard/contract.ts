/** The dashboard on the wire: the list of submissions, its summary, label entries, exports. */
import { z } from 'zod';
import { DECISIONS } from '#features/listening/limits.ts';
import { directionSchema } from '#features/submissions/contract.ts';
import { countsSchema } from '#features/votes/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { DECISION_FILTERS, SORTS, STATUSES } from './limits.ts';

const when = z.iso.datetime();
const count = z.int().min(0);

export type DashboardSort = (typeof SORTS)[number];
export type DashboardStatus = (typeof STATUSES)[number];

const MOST_ROWS = 500;

export const dashboardFilterSchema = z.object({
  search: z.string().max(255).default(''),
  status: z.enum(STATUSES).default('all'),
  decision: z.enum(DECISION_FILTERS).default('any'),
});
export type DashboardFilter = z.infer<typeof dashboardFilterSchema>;

export const paymentStatusSchema = z.object({
  paid: z.boolean(),
  /** Cents. */
  amount: z.int().nullable(),
  paymentType: z.enum(['standard', 'discounted']).nullable(),
  paymentId: z.string().nullable(),
  description: z.string().nullable(),
});

export const dashboardRowSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  phoneNumber: z.string(),
  genre: z.string().nullable(),
  score: z.int().nullable(),
  createdAt: when,
  analyzed: z.boolean(),
  transcription: z.string().nullable(),
  paymentStatus: paymentStatusSchema,
  audioFilePath: z.string(),
  duration: z.number().nullable(),
  voteCount: z.int(),
  /** What the total is made of, and what is in none yet. */
  votes: countsSchema,
  distributionPaid: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  failureMessage: z.string().nullable(),
  hiddenReason: z.string().nullable(),
  demo: z.boolean(),
  /** Held as a copy of an earlier entry. */
  held: z.boolean(),
  decision: z.enum(DECISIONS).nullable(),
  decidedBy: z.string().nullable(),
});
export type DashboardRow = z.infer<typeof dashboardRowSchema>;

export const listDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/submissions',
  summary: `Submissions since the campaign's first day, newest first; at most ${MOST_ROWS} a call, \`after\` reads on from an id`,
  access: 'staff',
  query: dashboardFilterSchema.extend({
    sort: z.enum(SORTS).default('date'),
    direction: directionSchema.default('desc'),
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(MOST_ROWS),
  }),
  response: z.array(dashboardRowSchema),
});

export const summarySchema = z.object({
  total: count,
  analyzed: count,
  pending: count,
  failed: count,
  averageScore: count,
  /** What 'Clear all' clears: the table does not list rows from before the campaign's first day, but they count here. */
  clearable: count,
  /** Rows of each decision. */
  decided: z.object({ open: count, shortlist: count, pass: count, contact: count, sign: count }),
  /** Rows that match search and filters. */
  matching: count,
});
export type DashboardSummary = z.infer<typeof summarySchema>;

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/summary',
  summary: 'The four cards, over the rows the table can list, and how many match',
  access: 'staff',
  query: dashboardFilterSchema,
  response: summarySchema,
});

export const waitingSchema = z.object({
  /** For who asks: unheard, and those of them assigned to them. */
  toHear: count,
  yours: count,
  mentions: count,
  shortlisted: count,
  toContact: count,
  copies: count,
  heldVotes: count,
  orders: count,
  lateOrders: count,
  reports: count,
  requests: count,
  failed: count,
});
export type Waiting = z.infer<typeof waitingSchema>;

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'How much of everything waits for somebody',
  access: 'staff',
  response: waitingSchema,
});

export const listLabelEntries = endpoint({
  method: 'GET',
  path: '/api/admin/tyga-submissions',
  summary:
    'Submissions made to the celebrity label on the pitch page, newest first; `after` reads on from an id',
  access: 'staff',
  query: z.object({
    search: z.string().max(255).default(''),
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(MOST_ROWS),
  }),
  response: z.array(dashboardRowSchema.extend({ paymentCompleted: z.boolean(), enteredAt: when })),
});

export const exportFull = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/export',
  summary: 'Every staff column as CSV: all rows, or those that match a filter',
  access: 'a&r',
  query: dashboardFilterSchema,
  produces: 'text/csv; charset=utf-8',
});

export const exportSimple = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/export-simple',
  summary: 'Track data with audio and artist links as CSV',
  access: 'a&r',
  query: dashboardFilterSchema,
  produces: 'text/csv; charset=utf-8',
});
