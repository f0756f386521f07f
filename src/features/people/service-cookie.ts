/** Who sent a request, by the cookie of a session; and setting that cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { SESSION_COOKIE, SESSION_MS } from './rules.ts';
import { identifySession } from './service-sessions.ts';

export function identifyPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  request: FastifyRequest,
): Promise<PersonIdentity | null> {
  return identifySession(deps, request.cookies[SESSION_COOKIE]);
}

export function giveSession(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SESSION_MS / 1000,
  });
}

export function dropSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
}
