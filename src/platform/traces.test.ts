// Spans as a collector receives them, and what becomes of them when none answers.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createServer as createSite } from './http/server.ts';
import { createLog } from './log.ts';
import { createTraces, readCollector } from './traces.ts';

interface Received {
  authorization?: string;
  spans: Record<string, unknown>[];
  resource: { attributes: { key: string; value: object }[] };
}

async function listen(status = 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { resource: Received['resource']; scopeSpans: { spans: Received['spans'] }[] }[];
    };
    const [{ resource, scopeSpans }] = resourceSpans;
    received.push({
      authorization: request.headers.authorization,
      resource,
      spans: scopeSpans[0].spans,
    });
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces` };
}

const silentLog = createLog('silent');

test('OP-7 a request is a span of the trace it came with, and says nothing of who asked', async () => {
  const { received, url } = await listen();
  const collector = readCollector({
    OTEL_EXPORTER_OTLP_ENDPOINT: url.replace('v1/traces', ''),
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=key',
    OTEL_SERVICE_NAME: 'contest',
  });
  const traces = createTraces(collector, silentLog);
  const site = await createSite({ log: silentLog, trustProxy: false, traces });
  site.get('/api/tracks/:id', async () => ({ found: true }));
  site.get('/api/broken', async () => Promise.reject(new Error('broken')));
  const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  await site.inject({
    url: '/api/tracks/7?phone=12125551234',
    headers: { traceparent: `00-${trace}-${span}-01` },
  });
  await site.inject({ url: '/api/tracks/8', headers: { traceparent: `00-${trace}-${span}-00` } });
  await site.inject('/api/broken');
  await site.close();
  await traces.close();
  const [{ authorization, resource, spans }] = received;
  expect(authorization).toBe('Bearer a=key');
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'contest' } });
  // The one in the middle asked not to be kept.
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['GET /api/tracks/:id', {}],
    ['GET /api/broken', { code: 2 }],
  ]);
  expect(spans[0]).toMatchObject({ traceId: trace, parentSpanId: span, kind: 2 });
  expect(spans[1].traceId).toMatch(/^[0-9a-f]{32}$/);
  const { startTimeUnixNano: began, endTimeUnixNano: ended } = spans[0] as Record<string, string>;
  expect(BigInt(ended) - BigInt(began)).toBeGreaterThan(0n);
  expect(Math.abs(Number(BigInt(ended) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(spans)).not.toContain('12125551234');
});

test('OP-7 a collector that refuses costs its spans and a line in the log, nothing else', async () => {
  const { url } = await listen(503);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const traces = createTraces({ url, headers: {}, service: 'contest' }, log);
  traces.record({ name: 'measure', kind: 'consumer', ms: 5, attributes: {}, failed: false });
  await traces.close();
  expect(lines.join('')).toContain('The collector answered 503.');
});
