/** The name a request is for. Whatever else a client writes there ends up in links, caches and passkeys. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const NAME = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/** Probes and our own machine ask by these. */
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Throws unless a request names one host, and ours where we know what we are called. */
export function requireHost(publicUrl: string | undefined): (request: FastifyRequest) => void {
  const own = publicUrl === undefined ? null : new URL(publicUrl);
  return (request) => {
    const { host } = request;
    if (!namesOne(request.raw.rawHeaders) || !NAME.test(host))
      throw new AppError('invalid', 'Name one host.');
    if (!own || host === own.host || OWN_MACHINE.test(host)) return;
    // A proxy may leave the port out, or name the usual one.
    const asked = host.toLowerCase();
    if (asked !== own.host && asked.replace(/:(80|443)$/, '') !== own.hostname)
      throw new AppError('invalid', 'This site goes by another name.');
  };
}

/** Names and values take turns in it. */
function namesOne(rawHeaders: readonly string[]): boolean {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') named += 1;
  return named === 1;
}
