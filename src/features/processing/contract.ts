/** Processing on the wire: analysing again, batches, queues. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();
const count = z.int().min(0);

export const reprocess = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/reprocess',
  summary: 'Listen to a track that is not analysed; does nothing when it is in line already',
  access: 'a&r',
  params: idParams,
  response: z.object({ success: z.literal(true), message: z.string() }),
});

export const reprocessPending = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/reprocess-pending',
  summary: 'Process the next tracks that are not analysed',
  access: 'a&r',
  body: z.object({ count: z.int().min(1).max(500).default(5) }),
  produces: 'text/plain; charset=utf-8',
});

export const processAll = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/process-all-unanalyzed',
  summary: 'Process every track that is not analysed, 10 seconds apart',
  access: 'a&r',
  produces: 'text/plain; charset=utf-8',
});

export const processBulk = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/process-all-bulk',
  summary: 'Process a batch of tracks that are not analysed, one right after the other',
  access: 'a&r',
  query: z.object({ batchSize: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ message: z.string() }),
  changesState: true,
});

export const retryFailed = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/retry-failed',
  summary: 'Process every track whose analysis failed once more',
  access: 'a&r',
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

export const controlBatch = endpoint({
  method: 'POST',
  path: '/api/admin/batches/:id',
  summary: 'Pause, resume or cancel a run, or retry what failed in it',
  access: 'a&r',
  params: idParams,
  body: z.object({ action: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
  response: z.object({ message: z.string() }),
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
  access: 'a&r',
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

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:name/retry',
  summary: 'Runs everything of one kind of background work that failed once more',
  access: 'owner',
  params: z.object({ name: z.string().regex(/^[a-z-]{1,60}$/) }),
  response: z.object({ retried: count }),
});

export const setQueuePaused = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:name',
  summary: 'Pause or resume one kind of background work, for all workers',
  access: 'owner',
  params: z.object({ name: z.string().regex(/^[a-z-]{1,60}$/) }),
  body: z.object({ paused: z.boolean() }),
  response: z.object({ paused: z.boolean() }),
});
