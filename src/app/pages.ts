/** Serves the browser part: built files, and the one HTML page filled in for each path with the right status. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { contentPolicy } from '#platform/http/content-policy.ts';
import { fillBrand, listPages, REDIRECTS } from '#web/page-list.ts';
import type { Deps } from './deps.ts';

export async function servePages(
  server: FastifyInstance,
  { campaign }: Pick<Deps, 'campaign'>,
  webFolder: string,
): Promise<void> {
  const template = await readFile(join(webFolder, 'index.html'), 'utf8');
  const campaignJson = JSON.stringify(campaign).replaceAll('<', '\\u003c');
  const pages = listPages(campaign).map((page) => ({ ...page, pattern: pathPattern(page.path) }));

  await server.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/.vite/**'],
    setHeaders: (reply, path) => {
      const built = path.includes('/assets/');
      reply.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });

  for (const { from, to } of REDIRECTS) {
    server.get(fillBrand(from, campaign.partner.pathWord), (request, reply) => {
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      return reply.redirect(fillBrand(to, campaign.partner.pathWord) + query, 302);
    });
  }

  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0];
    if (path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method))
      throw new AppError('not_found', 'Not found.');
    const page = pages.find(({ pattern }) => pattern.test(path));
    const nonce = randomBytes(16).toString('base64');
    const title = page
      ? [page.title, campaign.product].filter(Boolean).join(' · ')
      : `Page not found · ${campaign.product}`;
    return reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy(nonce))
      .send(
        template
          .replace('<!--head-->', () => `<title>${escapeHtml(title)}</title>`)
          .replace('__CAMPAIGN__', () => campaignJson)
          .replaceAll('__NONCE__', nonce),
      );
  });
}

/** `/results/:id` takes one segment for each parameter, and a trailing slash. */
export function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+');
  return new RegExp(`^${escaped === '/' ? '' : escaped}/?$`);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
