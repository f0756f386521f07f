/** Routes for those who run the site: is it alive, is it ready, what does the API look like. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { type Route, route } from '#platform/http/route.ts';

const health = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers as soon as the process serves',
  access: 'public',
  worksAlone: true,
  response: z.object({ status: z.literal('ok') }),
});

const check = z.enum(['ok', 'failed']);
const ready = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether database, queue and object store can be used; 503 when one cannot',
  access: 'public',
  worksAlone: true,
  response: z.object({ status: check, database: check, queue: check, storage: check }),
});

/** Who asks wants to know now: no answer within a second is one too. */
function withinASecond<T>(attempt: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer within a second')), 1000);
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function operationRoutes({ db, queue, storage, log }: Deps): Route[] {
  const passes = async (name: string, attempt: () => Promise<unknown>) => {
    try {
      return (await withinASecond(attempt())) === false ? ('failed' as const) : ('ok' as const);
    } catch (error) {
      log.warn({ err: error }, `${name} is not ready`);
      return 'failed' as const;
    }
  };
  return [
    route(health, async () => ({ status: 'ok' as const })),
    route(ready, async ({ reply }) => {
      const [database, queued, store] = await Promise.all([
        passes('database', () => db.execute(sql`SELECT 1`)),
        passes('queue', () => queue.ready()),
        passes('storage', () => storage.checkReady()),
      ]);
      const status = [database, queued, store].every((one) => one === 'ok') ? 'ok' : 'failed';
      if (status === 'failed') reply.code(503);
      return { status, database, queue: queued, storage: store } as const;
    }),
  ];
}
