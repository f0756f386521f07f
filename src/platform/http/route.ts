/** A route is an endpoint and what answers it. Features list theirs; the app mounts the list. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from './endpoint.ts';

export interface StaffIdentity {
  id: number;
  email: string;
  name: string;
  role: 'reviewer' | 'a&r' | 'owner';
  sessionId: string;
  /** The account needs a second factor and the session has none: good for setting one up, and nothing else. */
  lacksFactor?: boolean;
}

/** A fan, an artist or a payer who proved a phone number. */
export interface PersonIdentity {
  id: number;
  /** E.164. */
  phone: string;
  provenBy: 'sms' | 'passkey';
  sessionId: number;
}

/** Who is there, as far as we know: what belongs to either is theirs. */
export interface Visitor {
  /** This browser's id if it has one already. */
  browserId: string | null;
  person: PersonIdentity | null;
}

/** What a handler is given: already authorised, validated and limited. */
export interface Call<E extends Endpoint = Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Who is signed in: certain where only staff may call, possible everywhere else. */
  staff: E['access'] extends 'staff' | 'a&r' | 'owner' ? StaffIdentity : StaffIdentity | null;
  /** Who proved a number: certain where only such a person may call, possible everywhere else. */
  person: E['access'] extends 'person' ? PersonIdentity : PersonIdentity | null;
  visitor: Visitor;
  /** This browser's own id, made and set as a cookie on first use. */
  browserId(): string;
  /** Network address, IPv6 cut to its /56. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The answer of an endpoint that `produces` something other than JSON. */
export interface RawAnswer {
  body: Readable | Buffer | string;
  headers?: Record<string, string>;
  status?: number;
}

export interface Route {
  endpoint: Endpoint;
  handle(call: Call): Promise<unknown>;
}

type HandlerAnswer<E extends Endpoint> = E['response'] extends undefined ? RawAnswer | undefined : ReplyOf<E>;

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerAnswer<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
