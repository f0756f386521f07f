/**
 * The one way a call is described. An endpoint is data: the server mounts it (and validates both ways),
 * the browser client calls it with its types, and /api/openapi.json is printed from it.
 * Runs in the browser too: nothing but zod may be imported here.
 */
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Who may call. `public`: anyone. `uploader`: who uploaded the submission (this browser, or the person whose number it
 * carries) or staff who decide. `person`: whoever proved a phone number.
 * `staff`: any signed-in staff account, reviewers too. `a&r`: staff who decide and write. `owner`: owners alone.
 */
export type Access = 'public' | 'uploader' | 'person' | 'staff' | 'a&r' | 'owner';

/** At most `limit` calls a `windowSeconds` from one network address. Kept in the database. */
export interface RateLimit {
  name: string;
  limit: number;
  windowSeconds: number;
  /** Fans behind one gateway of a phone company call it: the campaign says how many households share an address. */
  shared?: true;
}

type Schema = z.ZodType;

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Who extends Access = Access,
> {
  method: Method;
  /** Path with `:name` parameters, always below /api. */
  path: string;
  summary: string;
  access: Who;
  params?: Params;
  query?: Query;
  /** A JSON body. Absent: none is read. */
  body?: Body;
  /** Fields and files of a multipart call, for the OpenAPI document only: the route streams them itself. */
  multipart?: Schema;
  /** The JSON answer. Absent: the route answers with something else, named by `produces`. */
  response?: Response;
  /** Media type of an answer that is not JSON. */
  produces?: string;
  /** Status of a good answer, 200 unless said. */
  status?: number;
  rateLimit?: RateLimit;
  /** Open to all, and answered more fully to staff: reviewers hear that too. Without it they are anybody here. */
  reviewersToo?: true;
  /** A GET of the briefs that changes something: cross-site requests are refused as for a POST. */
  changesState?: true;
  /**
   * The same answer for whoever asks, so that a proxy may keep it for a second. The handler is not told who asks: it could
   * not tell one from the other if it tried.
   */
  shared?: true;
  /** Whose connections it uses; 'reads' for a GET and 'work' for the rest, unless said. */
  lane?: 'votes';
  /** Answers without the database, also while that is lost: is the process alive, is it ready. */
  worksAlone?: true;
  /** Open to staff who still have to set up the second factor their account needs: what that takes, and signing out. */
  beforeSecondFactor?: true;
  /** Called by another machine that proves itself by a signature (webhooks): no origin check. */
  signed?: true;
}

type Infer<T> = T extends Schema ? z.output<T> : undefined;
type InferInput<T> = T extends Schema ? z.input<T> : undefined;

/** In the types alone: which endpoint a call is for. */
declare const endpointOf: unique symbol;

/**
 * An endpoint as the browser knows it, in a feature's calls.ts: where to call, without the schemas, which only the
 * server needs. What goes both ways is in the type.
 */
export interface Call<E extends Endpoint = Endpoint> {
  method: Method;
  path: string;
  readonly [endpointOf]: E;
}

/** `call<typeof contract.castVote>('POST', '/api/...')`: method and path are the contract's, or it does not compile. */
export function call<E extends Endpoint>(method: E['method'], path: E['path']): Call<E> {
  return { method, path } as Call<E>;
}

/** The schemas an endpoint was declared with: `undefined` where it has none (optional properties alone cannot tell). */
type SchemasOf<E extends Endpoint | Call> =
  E extends Call<infer Real>
    ? SchemasOf<Real>
    : E extends Endpoint<infer P, infer Q, infer B, infer R, infer _>
      ? { params: P; query: Q; body: B; response: R }
      : never;

export type ParamsOf<E extends Endpoint | Call> = Infer<SchemasOf<E>['params']>;
export type QueryOf<E extends Endpoint | Call> = Infer<SchemasOf<E>['query']>;
export type BodyOf<E extends Endpoint | Call> = Infer<SchemasOf<E>['body']>;
/** What a handler returns: validated, then sent. */
export type ReplyOf<E extends Endpoint> = InferInput<SchemasOf<E>['response']>;
/** What a caller receives. */
export type AnswerOf<E extends Endpoint | Call> = Infer<SchemasOf<E>['response']>;

/** What a caller passes: only the parts the endpoint has. */
export type CallOf<E extends Endpoint | Call> = (SchemasOf<E>['params'] extends Schema
  ? { params: z.input<SchemasOf<E>['params']> }
  : { params?: undefined }) &
  (SchemasOf<E>['query'] extends Schema
    ? { query?: z.input<SchemasOf<E>['query']> }
    : { query?: undefined }) &
  (SchemasOf<E>['body'] extends Schema ? { body: z.input<SchemasOf<E>['body']> } : { body?: undefined });

export function endpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema | undefined = undefined,
  const Who extends Access = Access,
  const At extends { method: Method; path: string } = { method: Method; path: string },
>(
  spec: Endpoint<Params, Query, Body, Response, Who> & At,
): Endpoint<Params, Query, Body, Response, Who> & Pick<At, 'method' | 'path'> {
  return spec;
}

/** `/api/submissions/:id` with its parameters filled in, each as one encoded segment. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
