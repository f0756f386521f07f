/** Cross-site requests may not change anything: a browser says where a request comes from, and we believe only ourselves. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site === 'cross-site' || site === 'same-site') throw crossSite();
  if (origin === undefined) return; // not a browser, or a same-origin GET: nothing of ours is sent along by mistake
  if (hostOf(origin) !== request.headers.host) throw crossSite();
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

function crossSite(): AppError {
  return new AppError('forbidden', 'This request came from another site and was refused.');
}
