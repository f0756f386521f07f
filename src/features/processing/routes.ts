/** Processing over HTTP: batches and queues. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import { readQueues } from '#platform/jobs/read-queues.ts';
import * as contract from './contract.ts';
import { listBatches, listFailures } from './queries.ts';
import * as service from './service.ts';
import { retryJobs, setQueuePaused } from './service-queues.ts';

export function processingRoutes(deps: Deps): Route[] {
  return [...batchRoutes(deps), ...queueRoutes(deps)];
}

function batchRoutes(deps: Deps): Route[] {
  return [
    route(contract.reprocess, async ({ staff, params }) => ({
      success: true as const,
      message: await service.reprocessOne(deps, staff, params.id),
    })),
    route(contract.reprocessPending, async ({ staff, body }) => ({
      body: await service.startBatch(deps, staff, 'next', { limit: body.count }),
    })),
    route(contract.processAll, async ({ staff }) => ({
      body: await service.startBatch(deps, staff, 'all'),
    })),
    route(contract.processBulk, async ({ staff, query }) => ({
      message: await service.startBatch(deps, staff, 'bulk', { limit: query.batchSize }),
    })),
    route(contract.retryFailed, async ({ staff }) => ({
      message: await service.startBatch(deps, staff, 'retry'),
    })),
    route(contract.listBatches, () => listBatches(deps)),
    route(contract.getFailures, ({ params }) => listFailures(deps, params.id)),
    route(contract.controlBatch, async ({ staff, params, body }) => ({
      message: await service.controlBatch(deps, staff, params.id, body.action),
    })),
  ];
}

function queueRoutes(deps: Deps): Route[] {
  return [
    route(contract.listQueues, () => readQueues(deps.db)),
    route(contract.retryJobs, async ({ staff, params }) => ({
      retried: await retryJobs(deps, staff, params.name),
    })),
    route(contract.setQueuePaused, async ({ staff, params, body }) => {
      await setQueuePaused(deps, staff, params.name, body.paused);
      return { paused: body.paused };
    }),
  ];
}
