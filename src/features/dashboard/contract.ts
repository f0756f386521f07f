/** The submissions dashboard on the wire: list, cards, re-processing, batches, exports, queues. */
import { z } from 'zod';
import { directionSchema, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();
const count = z.int().min(0);

export const SORTS = ['date', 'id', 'artist', 'track', 'score'] as const;
export const STATUSES = ['all', 'analyzed', 'pending', 'failed', 'hidden'] as const;
export type DashboardSort = (typeof SORTS)[number];
export type DashboardStatus = (typeof STATUSES)[number];

export const PAGE_ROWS = 100;
const MOST_ROWS = 500;

export const dashboardFilterSchema = z.object({
  search: z.string().max(255).default(''),
  status: z.enum(STATUSES).default('all'),
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
  distributionPaid: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  failureMessage: z.string().nullable(),
  hiddenReason: z.string().nullable(),
  demo: z.boolean(),
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
  /** What 'Clear all' takes: also rows from before the campaign's first day, which the table does not list. */
  clearable: count,
  /** Rows that match search and status. */
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

export const reprocess = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/reprocess',
  summary: 'Listen to a track that is not analysed; does nothing when it is in line already',
  access: 'staff',
  params: idParams,
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const reprocessPending = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/reprocess-pending',
  summary: 'Process the next tracks that are not analysed',
  access: 'staff',
  body: z.object({ count: z.int().min(1).max(500).default(5) }),
  produces: 'text/plain; charset=utf-8',
});

export const processAll = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/process-all-unanalyzed',
  summary: 'Process every track that is not analysed, 10 seconds apart',
  access: 'staff',
  produces: 'text/plain; charset=utf-8',
});

export const processBulk = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/process-all-bulk',
  summary: 'Process a batch of tracks that are not analysed, one right after the other',
  access: 'staff',
  query: z.object({ batchSize: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ message: z.string() }),
  changesState: true,
});

export const retryFailed = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/retry-failed',
  summary: 'Process every track whose analysis failed once more',
  access: 'staff',
  response: z.object({ message: z.string() }),
});

export const batchSchema = z.object({
  id: z.int(),
  kind: z.enum(['next', 'all', 'bulk', 'retry']),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  gapSeconds: count,
  madeAt: when,
  madeBy: z.string(),
  total: count,
  waiting: count,
  inLine: count,
  running: count,
  analyzed: count,
  failed: count,
  dropped: count,
});
export type Batch = z.infer<typeof batchSchema>;

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/admin/batches',
  summary: 'The newest 20 processing runs with their progress',
  access: 'staff',
  response: z.array(batchSchema),
});

const failureSchema = z.object({
  submissionId: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  reason: z.string(),
});

export const getFailures = endpoint({
  method: 'GET',
  path: '/api/admin/batches/:id/failures',
  summary: 'What failed in a run, and why',
  access: 'staff',
  params: idParams,
  response: z.array(failureSchema),
});

export const steerBatch = endpoint({
  method: 'POST',
  path: '/api/admin/batches/:id',
  summary: 'Pause, resume or cancel a run, or retry what failed in it',
  access: 'staff',
  params: idParams,
  body: z.object({ action: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
  response: z.object({ message: z.string() }),
});

export const exportFull = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/export',
  summary: 'Every staff column as CSV: all rows, or those that match a filter',
  access: 'staff',
  query: dashboardFilterSchema,
  produces: 'text/csv; charset=utf-8',
});

export const exportSimple = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/export-simple',
  summary: 'Track data with audio and artist links as CSV',
  access: 'staff',
  query: dashboardFilterSchema,
  produces: 'text/csv; charset=utf-8',
});

export const queueSchema = z.object({
  name: z.string(),
  paused: z.boolean(),
  waiting: count,
  active: count,
  failed: count,
  completed: count,
});

export const listQueues = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Background work by kind, and the newest failures',
  access: 'staff',
  response: z.object({
    queues: z.array(queueSchema),
    failures: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        failedAt: when.nullable(),
        tries: count,
        error: z.string(),
      }),
    ),
  }),
});

export const steerQueue = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:name',
  summary: 'Pause or resume one kind of background work, for all workers',
  access: 'staff',
  params: z.object({ name: z.string().regex(/^[a-z-]{1,60}$/) }),
  body: z.object({ paused: z.boolean() }),
  response: z.object({ paused: z.boolean() }),
});
