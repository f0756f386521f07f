/** Routes for those who run the site: is it alive, is it ready, what does the API look like. */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { REPORTS_PATH } from '#platform/http/content-policy.ts';
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
  summary:
    'Whether database, queue and object store can be used; 503 when one cannot. An outside vote inbox that is away is said beside it: all but voting works',
  access: 'public',
  worksAlone: true,
  response: z.object({
    status: check,
    database: check,
    queue: check,
    storage: check,
    voteInbox: check.optional(),
  }),
});

/** Both forms browsers have: one report, or a list. Whatever else is in it is left unread. */
const contentReport = endpoint({
  method: 'POST',
  path: REPORTS_PATH,
  summary: 'A browser tells what the content policy made it refuse',
  access: 'public',
  body: z.unknown(),
  response: z.object({ noted: z.int() }),
  rateLimit: { name: 'content-report', limit: 60, windowSeconds: 600 },
});

const reportSchema = z.union([
  z.object({ 'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string() }) }),
  z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }) }),
]);

/** Directive and host alone: an address may hold somebody's private link. */
function readReport(given: unknown): { directive: string; blocked: string } | null {
  const { data } = reportSchema.safeParse(given);
  if (!data) return null;
  const [directive, blocked] =
    'body' in data
      ? [data.body.effectiveDirective, data.body.blockedURL]
      : [data['csp-report']['effective-directive'], data['csp-report']['blocked-uri']];
  const place = URL.canParse(blocked) ? new URL(blocked).host : blocked;
  return { directive: directive.slice(0, 60), blocked: place.slice(0, 100) };
}

/** Who asks wants to know now: no answer within a second is one too. */
function withinASecond<T>(attempt: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer within a second')), 1000);
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function operationRoutes({ pulse, queue, storage, log, config, voteInbox }: Deps): Route[] {
  const passes = async (name: string, attempt: () => Promise<unknown>) => {
    try {
      return (await withinASecond(attempt())) === false ? ('failed' as const) : ('ok' as const);
    } catch (error) {
      log.warn({ err: error }, `${name} is not ready`);
      return 'failed' as const;
    }
  };
  return [
    route(contentReport, async ({ body }) => {
      const reports = (Array.isArray(body) ? body.slice(0, 20) : [body])
        .map(readReport)
        .filter((it) => it !== null);
      for (const report of reports) log.warn(report, 'the content policy refused something');
      return { noted: reports.length };
    }),
    route(health, async () => ({ status: 'ok' as const })),
    route(ready, async ({ reply }) => {
      const [database, queued, store] = await Promise.all([
        // Not over the connections of visitors: busy is not broken.
        passes('database', () => pulse.ask()),
        passes('queue', () => queue.ready()),
        passes('storage', () => storage.checkReady()),
      ]);
      const status = [database, queued, store].every((one) => one === 'ok') ? 'ok' : 'failed';
      if (status === 'failed') reply.code(503);
      const inbox = config.nats && ({ voteInbox: voteInbox.isReachable() ? 'ok' : 'failed' } as const);
      return { status, database, queue: queued, storage: store, ...inbox } as const;
    }),
  ];
}
