/** Staff accounts over HTTP: sign-in, sessions, accounts, requests for access. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { type Route, route, type StaffIdentity } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { SESSION_COOKIE, SESSION_MS } from './rules.ts';
import * as service from './service.ts';
import * as requests from './service-requests.ts';
import * as sessions from './service-sessions.ts';
import { signIn } from './service-sign-in.ts';

const DONE = { success: true as const };

export function accountRoutes(deps: Deps): Route[] {
  return [...signInRoutes(deps), ...manageRoutes(deps), ...requestRoutes(deps)];
}

function signInRoutes(deps: Deps): Route[] {
  return [
    route(contract.login, async ({ body, request, reply, address }) => {
      const agent = request.headers['user-agent'] ?? '';
      giveSecret(request, reply, await signIn(deps, body, { address, agent }), SESSION_MS / 1000);
      return { success: true, message: 'Signed in.' };
    }),
    route(contract.me, async ({ staff }) => {
      const { id, email, name, role } = staff;
      return { id, email, name, role };
    }),
    route(contract.logout, async ({ staff, reply }) => {
      await sessions.endSession(deps, staff);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return DONE;
    }),
    route(contract.logoutEverywhere, async ({ staff, reply }) => {
      const ended = await sessions.endAllSessions(deps, staff);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return { ended };
    }),
    route(contract.getSessions, ({ staff }) => sessions.listSessions(deps, staff)),
    route(contract.revokeSession, async ({ staff, params }) => {
      await sessions.revokeSession(deps, staff, params.id);
      return DONE;
    }),
    route(contract.changePassword, async ({ staff, body }) => ({
      endedSessions: await service.changeOwnPassword(deps, staff, body),
    })),
  ];
}

function manageRoutes(deps: Deps): Route[] {
  return [
    route(contract.getAccounts, () => service.listAccounts(deps)),
    route(contract.createAccount, async ({ staff, body }) => ({
      id: await service.createAccount(deps, staff, body),
    })),
    route(contract.updateAccount, async ({ staff, params, body }) => {
      await service.updateAccount(deps, staff, params.id, body);
      return DONE;
    }),
  ];
}

function requestRoutes(deps: Deps): Route[] {
  return [
    route(contract.applyForAccess, async ({ body }) => {
      await requests.applyForAccess(deps, body);
      return DONE;
    }),
    route(contract.getAccessRequests, ({ query }) => requests.listAccessRequests(deps, query)),
    route(contract.decideAccessRequest, async ({ staff, params, body }) => {
      await requests.decideAccessRequest(deps, staff, params.id, body.state);
      return DONE;
    }),
  ];
}

function giveSecret(request: FastifyRequest, reply: FastifyReply, secret: string, maxAge: number): void {
  reply.setCookie(SESSION_COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge,
  });
}

/** Who sent a request, on every route. A rotated secret goes out with the answer. */
export async function identifyStaff(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StaffIdentity | null> {
  const found = await sessions.identifySession(deps, request.cookies[SESSION_COOKIE]);
  if (found?.renewed) giveSecret(request, reply, found.renewed.secret, found.renewed.maxAge);
  return found?.staff ?? null;
}
