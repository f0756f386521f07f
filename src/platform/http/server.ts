/** The bare HTTP server: request ids, logs, the error mapper and the security headers. It knows no route. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError, ERROR_STATUS, type ErrorCode, isOutOfReach, sqlState } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Span, Traces } from '../traces.ts';
import { contentPolicy, REPORTING_HEADERS } from './content-policy.ts';
import { requireHost } from './host.ts';

export interface ServerOptions {
  log: Log;
  /** What the site is called: requests for another host are refused. */
  publicUrl?: string;
  trustProxy: false | number | string[];
  /** Whether each request is a line in the log, not only those that fail. */
  accessLog?: boolean;
  metrics?: Metrics;
  traces?: Traces;
}

export async function createServer({
  log,
  publicUrl,
  trustProxy,
  accessLog = false,
  metrics,
  traces,
}: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 5 * 60_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    logger: false,
  });
  const refuseForeignHost = requireHost(publicUrl);
  await server.register(cookie);
  await server.register(multipart, { throwFileSizeLimit: false });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.headers(SECURITY_HEADERS);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // A load balancer asks whether we live by whatever name it has for us.
    if (!PROBES.includes(request.url)) refuseForeignHost(request);
  });
  const closeSoon = followConnections(server.server);
  server.addHook('preClose', async () => closeSoon());
  // What browsers send reports as.
  server.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    server.getDefaultJsonParser('error', 'error'),
  );
  // A piece of a resumable upload: handed on as it arrives, its route counts the bytes.
  server.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
  // What is in these lines is known: looking through each for what is private would cost ten times as much as writing it.
  const lines = log.child({}, { redact: [] });
  server.addHook('onResponse', async (request, reply) => {
    // Its pattern, not the address: that may hold somebody's private link. Pages of the browser app have no route.
    const path = request.routeOptions.url ?? '(page)';
    metrics?.count('soundcheck_http_requests_total', {
      method: request.method,
      route: path,
      status: reply.statusCode,
    });
    const kind = path.startsWith('/api/') ? (request.method === 'GET' ? 'read' : 'write') : 'page';
    metrics?.observe('soundcheck_http_request_seconds', { kind }, reply.elapsedTime / 1000);
    traces?.record(describeSpan(request, reply, path));
    const line = {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) lines.error(line, 'request failed');
    else lines[accessLog ? 'info' : 'debug'](line, 'request');
  });
  server.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    sendError(error, request, reply, log),
  );
  return server;
}

/** How long whoever is still being answered may take once we leave. */
const LAST_CALL_MS = 30_000;

/**
 * Connections on which nobody is being answered are ours to close when we leave. Node keeps one that never asked anything,
 * as browsers and balancers open in advance, for more than a minute.
 */
function followConnections(server: FastifyInstance['server']): () => void {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => !socket.destroyed && idle.add(socket));
  });
  return function closeSoon() {
    if (!server.listening) return;
    const sweep = setInterval(() => {
      for (const socket of idle) socket.destroySoon();
    }, 100).unref();
    const last = setTimeout(() => server.closeAllConnections(), LAST_CALL_MS).unref();
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(last);
    });
  };
}

/** By its route and status; whose it is stays out. */
function describeSpan(request: FastifyRequest, reply: FastifyReply, route: string): Span {
  const { traceparent } = request.headers;
  return {
    name: `${request.method} ${route}`,
    kind: 'server',
    ms: reply.elapsedTime,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'soundcheck.request_id': request.id,
    },
    failed: reply.statusCode >= 500,
    parent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

const PROBES = ['/api/health', '/api/ready'];

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'content-security-policy': contentPolicy(),
  ...REPORTING_HEADERS,
};

/** Codes Fastify itself gives to what a client sent wrong. */
const FRAMEWORK_CODES: Record<number, ErrorCode> = {
  400: 'invalid',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
};

export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const status = (error as FastifyError).statusCode;
  if (status === 406 && (error as FastifyError).code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('unsupported_media', 'Send the form as multipart/form-data.');
  if (status && status < 500)
    return new AppError(FRAMEWORK_CODES[status] ?? 'invalid', (error as Error).message);
  // A NUL character or an unpaired surrogate that PostgreSQL text cannot hold: the client's doing.
  if (['22021', '22P05'].includes(sqlState(error) ?? ''))
    return new AppError('invalid', 'The text holds characters that cannot be stored.');
  return isOutOfReach(error) ? outOfReach() : null;
}

/** For what did not answer in time: worth another try in a moment. */
export const outOfReach = () =>
  new AppError('unavailable', 'The site is catching its breath. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const known = toAppError(error);
  if (!known || known.status >= 500) log.error({ requestId: request.id, err: error }, 'the call failed');
  const code = known?.code ?? 'internal';
  const message = known?.message ?? 'Something went wrong on our side. Please try again.';
  if (known?.details.retryAfterSeconds) reply.header('retry-after', String(known.details.retryAfterSeconds));
  return reply
    .code(ERROR_STATUS[code])
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: message,
        message,
        code,
        fields: known?.details.fields,
        reason: known?.details.reason,
        challenge: known?.details.challenge,
        requestId: request.id,
      }),
    );
}
