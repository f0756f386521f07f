/** Cross-site requests may not change anything: a browser says where a request comes from, and we believe only ourselves. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Where the address visitors use is known, it alone counts: a proxy may have changed Host, and so may an attacker. */
export function refuseCrossSite(request: FastifyRequest, publicUrl?: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw crossSite();
  // Older browsers say nothing of the site, and with a GET nothing of the origin either: the page they come from is left.
  const from = request.headers.origin ?? (site === undefined ? request.headers.referer : undefined);
  if (from === undefined) return; // not a browser, or a same-origin GET: nothing of ours is sent along by mistake
  if (from === publicUrl) return;
  const own = publicUrl ? hostOf(publicUrl) : request.headers.host;
  if (hostOf(from) !== own) throw crossSite();
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
