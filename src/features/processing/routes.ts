/** Processing over HTTP: batches and queues. */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readQueues } from './queries.ts';
import * as service from './service.ts';

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
    route(contract.listBatches, () => service.listBatches(deps.db)),
    route(contract.getFailures, ({ params }) => service.listFailures(deps, params.id)),
    route(contract.steerBatch, async ({ staff, params, body }) => ({
      message: await service.steerBatch(deps, staff, params.id, body.action),
    })),
  ];
}

function queueRoutes(deps: Deps): Route[] {
  return [
    route(contract.listQueues, () => readQueues(deps)),
    route(contract.steerQueue, async ({ staff, params, body }) => {
      const { queues } = await readQueues(deps);
      if (!queues.some((queue) => queue.name === params.name))
        throw new AppError('not_found', 'No such work.');
      if (body.paused) await deps.queue.pause(params.name);
      else await deps.queue.resume(params.name);
      const action = body.paused ? 'queue.pause' : 'queue.resume';
      const subject = { type: 'queue', id: params.name };
      await deps.db.transaction((tx) =>
        recordAudit(tx, { at: deps.clock.now(), actor: staff, action, subject }),
      );
      return { paused: body.paused };
    }),
  ];
}
