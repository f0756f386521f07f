/** Callbacks of the text provider, believed only when signed, and the outbox for staff. */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import type { TextEvent } from '#ports/sms.ts';
import * as contract from './contract.ts';
import { listTexts } from './queries.ts';
import { CALLBACK_PATHS } from './rules.ts';
import { noteEvent } from './service-rounds.ts';

export function textRoutes(deps: Deps): Route[] {
  return [
    route(contract.receiveStatus, async ({ request }) => {
      await noteEvent(deps, readSigned(deps, request, CALLBACK_PATHS.status));
      return { received: true as const };
    }),
    route(contract.receiveReply, async ({ request }) => {
      const meaning = await noteEvent(deps, readSigned(deps, request, CALLBACK_PATHS.reply));
      const { product, support } = deps.campaign;
      const words =
        meaning === 'help'
          ? `${product}: you were invited by somebody you know. Write to ${support.email}. Reply STOP to end.`
          : null;
      return { body: writeAnswer(words) };
    }),
    route(contract.getTexts, ({ query }) => listTexts(deps, query.before)),
  ];
}

/** The provider signs the address it knows, which is the public one. */
function readSigned(deps: Deps, request: FastifyRequest, path: string): TextEvent {
  const signature = request.headers['x-twilio-signature'];
  const event = Buffer.isBuffer(request.body)
    ? deps.sms.readCallback({
        url: `${deps.config.publicUrl ?? deps.site.url}${path}`,
        signature: Array.isArray(signature) ? signature[0] : signature,
        body: request.body.toString('utf8'),
      })
    : null;
  if (!event) throw new AppError('forbidden', 'This callback is not signed by the text provider.');
  return event;
}

function writeAnswer(words: string | null): string {
  const escaped = words?.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const message = escaped ? `<Message>${escaped}</Message>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}
