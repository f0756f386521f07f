/** Cross-site requests may not change anything: a browser says where a request comes from, and we believe only ourselves. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw crossSite();
  // Older browsers say nothing of the site, and with a GET nothing of the origin either: the page they come from is left.
  const from = request.headers.origin ?? (site === undefined ? request.headers.referer : undefined);
  if (from === undefined) return; // not a browser, or a same-origin GET: nothing of ours is sent along by mistake
  if (hostOf(from) !== request.headers.host) throw crossSite();
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}

function crossSite(): AppError {
  return new AppError('forbidden', 'This request came from another site and was refused.');
}
