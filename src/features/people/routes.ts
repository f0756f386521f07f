/** People over HTTP. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { askCode, proveNumber } from './service-codes.ts';
import { dropSession, giveSession } from './service-cookie.ts';
import { endDevice, endSession, endSessions, listDevices } from './service-sessions.ts';

const DONE = { success: true as const };

export function peopleRoutes(deps: Deps): Route[] {
  return [
    route(contract.getMe, async ({ person, staff, reply }) => {
      reply.header('cache-control', 'no-store');
      return {
        person: person && { phone: person.phone, provenBy: person.provenBy },
        staff: staff && { name: staff.name },
      };
    }),
    route(contract.askCode, async ({ body, address, reply }) => {
      reply.header('cache-control', 'no-store');
      return askCode(deps, body, address);
    }),
    route(contract.proveNumber, async (call) => {
      const { phone, secret, passkeys } = await proveNumber(deps, call.body, agentOf(call.request));
      await beginSession(deps, call, secret);
      return { person: { phone, provenBy: 'sms' as const }, passkeys };
    }),
    route(contract.signOut, async ({ person, reply }) => {
      await endSession(deps, person);
      dropSession(reply);
      return DONE;
    }),
    route(contract.signOutEverywhere, async ({ person, reply }) => {
      const ended = await endSessions(deps, person.id);
      dropSession(reply);
      return { ended };
    }),
    route(contract.getDevices, ({ person, reply }) => {
      reply.header('cache-control', 'no-store');
      return listDevices(deps, person);
    }),
    route(contract.endDevice, async ({ person, params, reply }) => {
      if (!(await endDevice(deps, person.id, params.id))) throw new AppError('not_found', 'Not found.');
      if (params.id === person.sessionId) dropSession(reply);
      return DONE;
    }),
  ];
}

export const agentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

/** The cookie of a new session. Who was signed in here before no longer is. */
export async function beginSession(
  deps: Pick<Deps, 'db'>,
  { person, request, reply }: Pick<Call, 'person' | 'request' | 'reply'>,
  secret: string,
): Promise<void> {
  if (person) await endSession(deps, person);
  reply.header('cache-control', 'no-store');
  giveSession(request, reply, secret);
}
