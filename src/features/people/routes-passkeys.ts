/** Passkeys over HTTP. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { ReplyOf } from '#platform/http/endpoint.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-passkeys.ts';
import { beginSession } from './routes.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  provePasskey,
  removePasskey,
} from './service-passkeys.ts';
import { readPlace } from './service-webauthn.ts';

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
