/** Turns routes into Fastify routes: origin, access, limits, validation in, the handler, validation out. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Pulse } from '../db/pulse.ts';
import { AppError } from '../errors.ts';
import type { Tokens } from '../tokens.ts';
import { giveBrowserId, readBrowserId } from './browser-id.ts';
import type { Endpoint, RateLimit } from './endpoint.ts';
import { networkOf } from './network.ts';
import { refuseCrossSite } from './origin.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Call, PersonIdentity, RawAnswer, Route, StaffIdentity, Visitor } from './route.ts';
import { outOfReach } from './server.ts';

export interface MountDeps {
  tokens: Tokens;
  clock: Clock;
  /** The address visitors use, where it is known. */
  publicUrl?: string;
  limiter: RateLimiter;
  /** How many times a household's limit an address has for what fans call. */
  addressShare?: number;
  /** Whether the database is there; calls do not wait for one that is not. */
  pulse?: Pulse;
  /** Whether so many wait for a connection already that nobody else should. */
  isFull?(): boolean;
  /** Who the session cookie belongs to, or nobody. */
  identifyStaff(request: FastifyRequest, reply: FastifyReply): Promise<StaffIdentity | null>;
  /** The person signed in here, or nobody. */
  identifyPerson(request: FastifyRequest): Promise<PersonIdentity | null>;
  /** Whether the submission named by the path is the visitor's. */
  isUploader(call: Pick<Call, 'request' | 'visitor'>): Promise<boolean>;
}

export function mountRoutes(server: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  const plain = routes.filter(({ endpoint }) => !endpoint.signed);
  mountOn(server, plain, deps);
  // A signature is over the very bytes that were sent: these routes find a Buffer in request.body.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    mountOn(
      scope,
      routes.filter(({ endpoint }) => endpoint.signed),
      deps,
    );
  });
}

function mountOn(server: FastifyInstance, routes: readonly Route[], deps: MountDeps): void {
  for (const { endpoint, handle } of routes) {
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const answer = await reachable(endpoint, deps, async () =>
          handle(await prepareCall(endpoint, request, reply, deps)),
        );
        return endpoint.response
          ? sendJson(endpoint, request, reply, answer)
          : sendRaw(endpoint, reply, answer as RawAnswer | undefined);
      },
    });
  }
}

/** What needs the database is turned away while it is lost, and stops waiting when it gets lost. */
function reachable<T>(
  { worksAlone }: Endpoint,
  { pulse, isFull }: MountDeps,
  work: () => Promise<T>,
): Promise<T> {
  if (!pulse || worksAlone) return work();
  if (pulse.isLost() || isFull?.()) throw outOfReach();
  return pulse.race(work(), outOfReach);
}

async function prepareCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): Promise<Call> {
  const changes = endpoint.method !== 'GET' || endpoint.changesState;
  if (changes && !endpoint.signed) refuseCrossSite(request, deps.publicUrl);
  const address = networkOf(request.ip);
  if (endpoint.rateLimit) await deps.limiter.take(widen(endpoint.rateLimit, deps), address);
  if (endpoint.shared) return prepareShared(endpoint, request, reply, address);
  const staff = admitStaff(endpoint, await deps.identifyStaff(request, reply));
  const person = await deps.identifyPerson(request);
  const visitor: Visitor = { browserId: readBrowserId(request, deps.tokens, deps.clock), person };
  await authorise(endpoint, { request, visitor }, staff, deps);
  return {
    params: parse(endpoint.params, request.params, 'path') as never,
    query: parse(endpoint.query, request.query, 'query') as never,
    body: parse(endpoint.body, request.body, 'body') as never,
    staff: actingStaff(endpoint, staff),
    // Certain where it has to be: authorise saw to it.
    person: person as never,
    visitor,
    browserId: () => {
      visitor.browserId ??= giveBrowserId(request, reply, deps.tokens);
      return visitor.browserId;
    },
    address,
    request,
    reply,
  };
}

/** Nobody is identified and no cookie is set: what is kept for all must be about none of them. */
function prepareShared(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Call {
  return {
    params: parse(endpoint.params, request.params, 'path') as never,
    query: parse(endpoint.query, request.query, 'query') as never,
    body: undefined as never,
    staff: null,
    person: null as never,
    visitor: { browserId: null, person: null },
    browserId: () => {
      throw new Error(`${endpoint.path} is shared: it knows no browser.`);
    },
    address,
    request,
    reply,
  };
}

/** Without the second factor it needs, an account opens nothing but the way to one. */
function admitStaff(
  { access, beforeSecondFactor }: Endpoint,
  staff: StaffIdentity | null,
): StaffIdentity | null {
  if (!staff?.lacksFactor || beforeSecondFactor) return staff;
  if (access !== 'staff' && access !== 'owner') return null;
  throw new AppError('forbidden', 'Set up your second factor first.', { reason: 'second_factor' });
}

const widen = (limit: RateLimit, { addressShare = 1 }: Pick<MountDeps, 'addressShare'>): RateLimit =>
  limit.shared ? { ...limit, limit: limit.limit * addressShare } : limit;

async function authorise(
  { access }: Endpoint,
  call: Pick<Call, 'request' | 'visitor'>,
  staff: StaffIdentity | null,
  deps: MountDeps,
): Promise<void> {
  if (access === 'public') return;
  if (access === 'uploader') {
    if (actingStaff({ access }, staff) || (await deps.isUploader(call))) return;
    throw new AppError(
      'forbidden',
      'Only the artist who uploaded this track can do that. Open your private link first.',
    );
  }
  if (access === 'person') {
    if (call.visitor.person) return;
    throw new AppError('unauthorised', 'Please sign in with your phone number.');
  }
  if (!staff) throw new AppError('unauthorised', 'Please sign in.');
  if (access === 'owner' && staff.role !== 'owner')
    throw new AppError('forbidden', 'Only an owner account can do that.');
  if (access === 'a&r' && staff.role === 'reviewer')
    throw new AppError('forbidden', 'Reviewers listen, rate and write notes. Ask an A&R to do that.');
}

/** Reviewers are staff where a call says so; everywhere else they are visitors, so that no gap lets one decide. */
function actingStaff(
  { access, reviewersToo }: Pick<Endpoint, 'access' | 'reviewersToo'>,
  staff: StaffIdentity | null,
): StaffIdentity | null {
  const isForStaff = access === 'staff' || access === 'a&r' || access === 'owner';
  return isForStaff || reviewersToo || staff?.role !== 'reviewer' ? staff : null;
}

/** Where a value came from decides what a bad one means: an id that cannot exist is simply not found. */
function parse(schema: z.ZodType | undefined, value: unknown, part: 'path' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  if (part === 'path') throw new AppError('not_found', 'Not found.');
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || part] ??= issue.message;
  throw new AppError('invalid', result.error.issues[0].message, { fields });
}

function sendJson(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  const body = writeAnswer(endpoint, answer);
  reply
    .code(reply.statusCode === 200 ? (endpoint.status ?? 200) : reply.statusCode)
    .type('application/json; charset=utf-8');
  if (endpoint.shared && shareAnswer(request, reply, body)) return reply.code(304).send();
  return reply.send(body);
}

/** What several callers share is one object, and is checked and written once. */
const written = new WeakMap<object, string>();

function writeAnswer(endpoint: Endpoint, answer: unknown): string {
  const kept = endpoint.shared ? written.get(answer as object) : undefined;
  if (kept !== undefined) return kept;
  const checked = endpoint.response!.safeParse(answer);
  // Ours to fix, never the caller's: a field that is not in the contract (a phone number, say) does not leave the house.
  if (!checked.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} broke its contract: ${z.prettifyError(checked.error)}`,
    );
  const body = JSON.stringify(checked.data);
  if (endpoint.shared) written.set(answer as object, body);
  return body;
}

/** A second for proxies, one more while they ask again; browsers ask each time. */
const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

/** True when the caller has this very answer already. */
function shareAnswer(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  reply.header('cache-control', SHARED).header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.includes(etag) ?? false;
}

function sendRaw(endpoint: Endpoint, reply: FastifyReply, answer: RawAnswer | undefined): FastifyReply {
  if (reply.sent || answer === undefined) return reply;
  reply.code(answer.status ?? endpoint.status ?? 200).type(endpoint.produces ?? 'text/plain; charset=utf-8');
  if (answer.headers) reply.headers(answer.headers);
  return reply.send(answer.body);
}
