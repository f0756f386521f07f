/** Staff accounts over HTTP: sign-in, sessions, accounts, requests for access. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { readPlace } from '#features/people/service-webauthn.ts';
import type { ReplyOf } from '#platform/http/endpoint.ts';
import { type Route, route, type StaffIdentity } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as factorContract from './contract-factors.ts';
import { COPY } from './copy.ts';
import { DEVICE_COOKIE, DEVICE_MS, SESSION_COOKIE, SESSION_MS } from './rules.ts';
import * as service from './service.ts';
import * as factors from './service-factors.ts';
import * as requests from './service-requests.ts';
import * as sessions from './service-sessions.ts';
import { signIn } from './service-sign-in.ts';

const DONE = { success: true as const };

export function accountRoutes(deps: Deps): Route[] {
  return [...signInRoutes(deps), ...factorRoutes(deps), ...manageRoutes(deps), ...requestRoutes(deps)];
}

function signInRoutes(deps: Deps): Route[] {
  return [
    route(contract.login, async (call) => {
      const { body, request, address } = call;
      const place = { ...readPlace(deps.config, call), address, device: request.cookies[DEVICE_COOKIE] };
      const signed = await signIn(deps, body, place);
      if (signed.ask) {
        const secondFactor = signed.ask as ReplyOf<typeof contract.login>['secondFactor'];
        return { success: false, message: COPY.askFactor, secondFactor };
      }
      giveCookie(call, SESSION_COOKIE, signed.secret, SESSION_MS / 1000);
      giveCookie(call, DEVICE_COOKIE, signed.device, DEVICE_MS / 1000);
      return { success: true, message: 'Signed in.' };
    }),
    route(contract.me, async ({ staff: { id, email, name, role, lacksFactor = false } }) => ({
      id,
      email,
      name,
      role,
      lacksFactor,
    })),
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

function factorRoutes(deps: Deps): Route[] {
  return [
    route(factorContract.getFactors, ({ staff }) => factors.listFactors(deps, staff)),
    route(factorContract.beginTotp, ({ staff, body }) => factors.beginTotp(deps, staff, body.password)),
    route(factorContract.confirmTotp, async ({ staff, body }) => {
      await factors.confirmTotp(deps, staff, body.code);
      return DONE;
    }),
    route(factorContract.beginStaffPasskey, async (call) => {
      const place = readPlace(deps.config, call);
      const options = await factors.beginStaffPasskey(deps, call.staff, call.body.password, place);
      return options as ReplyOf<typeof factorContract.beginStaffPasskey>;
    }),
    route(factorContract.addStaffPasskey, async (call) => {
      await factors.addStaffPasskey(deps, call.staff, call.body, readPlace(deps.config, call));
      return DONE;
    }),
    route(factorContract.removeFactor, async ({ staff, body }) => {
      await factors.removeFactor(deps, staff, body);
      return DONE;
    }),
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

function giveCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: string,
  value: string,
  maxAge: number,
): void {
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge,
  });
}

/** Who sent a request, on every route. A rotated secret goes out with the answer. */
export async function identifyStaff(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StaffIdentity | null> {
  const found = await sessions.identifySession(deps, request.cookies[SESSION_COOKIE]);
  if (found?.renewed)
    giveCookie({ request, reply }, SESSION_COOKIE, found.renewed.secret, found.renewed.maxAge);
  return found?.staff ?? null;
}
