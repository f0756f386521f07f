/** Passkeys over HTTP. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import type { ReplyOf } from '#platform/http/endpoint.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-passkeys.ts';
import { agentOf, beginSession } from './routes.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  type Place,
  provePasskey,
  removePasskey,
} from './service-passkeys.ts';

export function passkeyRoutes(deps: Deps): Route[] {
  const at = (call: Pick<Call, 'request' | 'browserId'>) => readPlace(deps.config, call);
  return [
    route(contract.getPasskeys, ({ person, reply }) => {
      reply.header('cache-control', 'no-store');
      return listPasskeys(deps, person);
    }),
    route(
      contract.beginPasskey,
      async (call) =>
        (await beginPasskey(deps, call.person, at(call))) as ReplyOf<typeof contract.beginPasskey>,
    ),
    route(contract.addPasskey, (call) => addPasskey(deps, call.person, call.body, at(call))),
    route(contract.removePasskey, async ({ person, params }) => {
      if (!(await removePasskey(deps, person, params.id))) throw new AppError('not_found', 'Not found.');
      return { success: true as const };
    }),
    route(
      contract.askPasskey,
      async (call) => (await askPasskey(deps, at(call))) as ReplyOf<typeof contract.askPasskey>,
    ),
    route(contract.provePasskey, async (call) => {
      const { phone, secret } = await provePasskey(deps, call.body, at(call));
      await beginSession(deps, call, secret);
      return { person: { phone, provenBy: 'passkey' as const } };
    }),
  ];
}

/** The site as the browser knows it: where it is reached from outside, or else what it was just asked as. */
function readPlace(
  { publicUrl }: Config,
  { request, browserId }: { request: FastifyRequest; browserId(): string },
): Place {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw new AppError('invalid', 'This address cannot have passkeys.');
  const url = new URL(address);
  return { rpId: url.hostname, origin: url.origin, browserId: browserId(), agent: agentOf(request) };
}
