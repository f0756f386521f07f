/**
 * Requests and jobs as spans for an OpenTelemetry collector (OTLP over HTTP, as JSON), where the standard variables name
 * one. A collector that does not answer costs its spans and nothing else. Names are patterns: no address, no person.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Log } from './log.ts';

export interface Span {
  name: string;
  /** Answers somebody, or takes work from a queue. */
  kind: 'server' | 'consumer';
  /** How long it took, in milliseconds; it ends now. */
  ms: number;
  attributes: Readonly<Record<string, string | number>>;
  failed: boolean;
  /** The header `traceparent` of whoever asked. */
  parent?: string;
}

export interface Traces {
  record(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export interface TracesConfig {
  /** Where spans go, the whole address. */
  url: string;
  headers: Record<string, string>;
  service: string;
}

interface CollectorVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_EXPORTER_OTLP_HEADERS: string;
  OTEL_SERVICE_NAME: string;
}

/** From the variables as the specification has them: a base address, and headers as key=value by comma. */
export function readCollector({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: given,
  OTEL_SERVICE_NAME: service,
}: CollectorVariables): TracesConfig | undefined {
  if (!endpoint) return undefined;
  const decode = (text: string) =>
    text.trim().replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const pairs = given.split(',').filter((pair) => pair.includes('='));
  const headers = pairs.map((pair) => [
    decode(pair.slice(0, pair.indexOf('='))),
    decode(pair.slice(pair.indexOf('=') + 1)),
  ]);
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: Object.fromEntries(headers), service };
}

const SEND_EVERY_MS = 5000;
const AT_ONCE = 512;
/** So many wait for a slow collector; newer ones are dropped. */
const WAITING_MAX = 4096;
const ANSWER_MS = 5000;
/** As the protocol numbers them. */
const KINDS = { server: 2, consumer: 5 } as const;
const STATUS_ERROR = 2;

const silent: Traces = { record: () => {}, close: async () => {} };

export function createTraces(config: TracesConfig | undefined, log: Log): Traces {
  if (!config) return silent;
  const waiting: object[] = [];
  let sending: Promise<void> | undefined;
  const send = async () => {
    for (let spans = waiting.splice(0, AT_ONCE); spans.length > 0; spans = waiting.splice(0, AT_ONCE))
      await post(config, spans).catch((error) =>
        log.warn({ err: error, spans: spans.length }, 'spans were lost: the collector did not take them'),
      );
  };
  const flush = () => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref();
  return {
    record(span) {
      const spelled = waiting.length < WAITING_MAX && spellSpan(span, Date.now());
      if (!spelled) return;
      waiting.push(spelled);
      if (waiting.length >= AT_ONCE) void flush();
    },
    async close() {
      clearInterval(timer);
      // What is under way may have begun before the last span came.
      await flush();
      await flush();
    },
  };
}

async function post({ url, headers, service }: TracesConfig, spans: object[]): Promise<void> {
  const resource = {
    attributes: spellAttributes({
      'service.name': service,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
  };
  const scopeSpans = [{ scope: { name: 'soundcheck' }, spans }];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
}

/** Null when whoever asked does not want it kept. */
function spellSpan({ name, kind, ms, attributes, failed, parent }: Span, endedAt: number): object | null {
  const asked = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '');
  if (asked && (Number.parseInt(asked[3], 16) & 1) === 0) return null;
  return {
    traceId: asked?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(asked ? { parentSpanId: asked[2] } : {}),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: spellNanoseconds(endedAt - ms),
    endTimeUnixNano: spellNanoseconds(endedAt),
    attributes: spellAttributes(attributes),
    status: failed ? { code: STATUS_ERROR } : {},
  };
}

const spellNanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

const spellAttributes = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
