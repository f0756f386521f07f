/** The name a request is for. Whatever else a client writes there ends up in links, caches and passkeys. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const NAME = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
/** Probes and our own machine ask by these. */
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Throws unless the request names one host, and ours where we know what we are called. */
export function refuseForeignHost(request: FastifyRequest, publicUrl: string | undefined): void {
  const { rawHeaders } = request.raw;
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (named !== 1 || !NAME.test(request.host)) throw new AppError('invalid', 'Name one host.');
  if (publicUrl === undefined || OWN_MACHINE.test(request.host)) return;
  const { host, hostname } = new URL(publicUrl);
  const asked = request.host.toLowerCase();
  // A proxy may leave the port out, or name the usual one.
  if (asked !== host && asked.replace(/:(80|443)$/, '') !== hostname)
    throw new AppError('invalid', 'This site goes by another name.');
}
