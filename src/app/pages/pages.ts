/** Serves the browser part: built files, and the one HTML page filled in for each path with the right head and status. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fillBrand, PAGES, type Page, REDIRECTS } from '#campaign/page-list.ts';
import type { Deps } from '#deps.ts';
import { identifyStaff } from '#features/accounts/routes.ts';
import { findAlbumCard } from '#features/albums/queries.ts';
import { findArtistCard } from '#features/artist-pages/queries.ts';
import { identifyPerson } from '#features/people/service-cookie.ts';
import { findTrackCard, type TrackCard } from '#features/submissions/queries-card.ts';
import { isSeenBy } from '#features/submissions/rules.ts';
import { isOwner } from '#features/submissions/service.ts';
import { AppError } from '#platform/errors.ts';
import { readBrowserId } from '#platform/http/browser-id.ts';
import { contentPolicy, REPORT_ONLY } from '#platform/http/content-policy.ts';
import { serveEmbed } from './embed.ts';
import { nameFirstCalls, readFirstAnswers, writeFirstAnswer } from './first-answer.ts';
import { readVerdict, writeFirstPaint } from './first-paint.ts';
import {
  ALBUM_PAGE,
  ARTIST_PAGE,
  describeAlbumPage,
  describeArtistPage,
  describePage,
  describeTrackPage,
  type Head,
  isTrackPage,
  writeHead,
} from './head.ts';
import { serveShareCards } from './share-pictures.ts';
import { originOf, serveSiteFiles } from './site-files.ts';

/** What Stripe's card form loads and talks to, as its documentation asks. */
const STRIPE_SOURCES = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

type OutsideSources = NonNullable<Parameters<typeof contentPolicy>[1]>;

/** What pages load from other houses, where the settings ask for one; empty where all is ours. */
function listSources({ payments, challenge: { provider } }: Deps['config']): OutsideSources {
  const stripe = payments.kind === 'stripe' ? STRIPE_SOURCES : undefined;
  if (provider.kind === 'embedded') return stripe ?? {};
  const { origin } = new URL(provider.script);
  const { script = [], frame = [], connect = [] } = stripe ?? {};
  return { script: [...script, origin], frame: [...frame, origin], connect };
}

type PageDeps = Pick<
  Deps,
  'campaign' | 'clock' | 'belongings' | 'config' | 'db' | 'limiter' | 'log' | 'tokens'
>;

/** A payment whose way back is the site's bare address (PA-12): the return page says what became of it. */
const PAYMENT_RETURN = /[?&]payment_intent(_client_secret)?=/;

/** Tells the browser part that pages for those who build the site are there. */
const WORKSHOP_MARK = '\n    <meta name="workshop" content="open" />';

interface ServedPage {
  page: Page;
  pattern: RegExp;
}

export async function servePages(server: FastifyInstance, deps: PageDeps, webFolder: string): Promise<void> {
  const { campaign, config } = deps;
  const template = await readFile(join(webFolder, 'index.html'), 'utf8');
  // No page needs the jury's rules before its own call brings them.
  const campaignJson = JSON.stringify({ ...campaign, jury: undefined }).replaceAll('<', '\\u003c');
  const pages: ServedPage[] = PAGES.filter((page: Page) => !config.production || !page.workshopOnly).map(
    (page) => ({
      page,
      pattern: pathPattern(fillBrand(page.path, campaign.partner.pathWord)),
    }),
  );
  const announce = await readPageFiles(webFolder);
  const workshop = config.production ? '' : WORKSHOP_MARK;
  const allowed = listSources(config);
  const [, inline = ''] = /<script>(.*?)<\/script>/s.exec(template) ?? [];
  const scriptHash = createHash('sha256').update(inline).digest('base64');
  await serveFiles(server, webFolder);
  serveRedirects(server, campaign.partner.pathWord);
  serveSiteFiles(server, deps);
  serveShareCards(server, deps);
  serveEmbed(server, deps);

  server.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0];
    if (path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method))
      throw new AppError('not_found', 'Not found.');
    if (path === '/' && PAYMENT_RETURN.test(request.url))
      return reply.redirect(`/payment-success${request.url.slice(1)}`, 302);
    const served = pages.find(({ pattern }) => pattern.test(path));
    const isRead = served && request.method === 'GET';
    const firstCalls = isRead ? nameFirstCalls(served.page.name, served.pattern, request.url) : [];
    const [{ head, status }, answers] = await Promise.all([
      findHead(deps, served, path, (track) => maySee(deps, request, reply, track)),
      readFirstAnswers(server, request, firstCalls),
    ]);
    const nonce = randomBytes(16).toString('base64');
    const html = template
      .replace(
        '<!--head-->',
        () =>
          `${writeHead(head, campaign, originOf(deps, request))}${workshop}${announce(served)}${answers.map(writeFirstAnswer).join('')}`,
      )
      .replace('__CAMPAIGN__', () => campaignJson)
      .replace('<!--first-paint-->', () =>
        writeFirstPaint(head, campaign, readVerdict(served?.page.name, answers)),
      )
      .replaceAll('__NONCE__', nonce);
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .header('content-security-policy', contentPolicy({ nonce, scriptHash }, allowed));
    if (allowed.script) reply.header('content-security-policy-report-only', REPORT_ONLY);
    return sendCompressed(request, reply, html);
  });
}

/** Links to the files of a page's own code: fetched beside the shell's files, not after them (load-after-paint.js). */
async function readPageFiles(webFolder: string): Promise<(served: ServedPage | undefined) => string> {
  const files: Record<string, string[]> = JSON.parse(
    await readFile(join(webFolder, 'page-files.json'), 'utf8'),
  );
  return (served) => {
    const own = served ? (files[served.page.name] ?? []) : [];
    return own.map((file) => `\n    <link rel="later" href="/${file}" />`).join('');
  };
}

/** The head of a path and its status: 404 for a page nobody serves, and for a track or an album nobody sent. */
async function findHead(
  deps: PageDeps,
  served: ServedPage | undefined,
  path: string,
  maySee: (track: TrackCard) => Promise<boolean>,
): Promise<{ head: Head; status: number }> {
  const { campaign } = deps;
  if (!served) return { head: describePage(campaign, null, path), status: 404 };
  const { page } = served;
  const id = served.pattern.exec(path)?.[1] ?? '';
  try {
    if (page.path === ALBUM_PAGE) {
      const album = await findAlbumCard(deps, id);
      if (album) return { head: describeAlbumPage(campaign, path, album), status: 200 };
    } else if (page.path === ARTIST_PAGE) {
      const artist = await findArtistCard(deps, id);
      if (artist) return { head: describeArtistPage(campaign, path, artist), status: 200 };
    } else if (isTrackPage(page.path)) {
      const track = await findTrackCard(deps, id);
      if (track?.listed)
        return { head: describeTrackPage(campaign, page.path, path, track, deps.clock.now()), status: 200 };
      // Hidden: its artist and staff may still open the page; what is on it, the page asks for itself.
      if (track && (await maySee(track)))
        return { head: { ...describePage(campaign, page, path), listed: false }, status: 200 };
    } else return { head: describePage(campaign, page, path), status: 200 };
  } catch (error) {
    // The page itself says what is wrong, and can be reloaded: a plain head does.
    deps.log.error({ err: error }, 'the head of a page could not be read');
    return { head: describePage(campaign, page, path), status: 200 };
  }
  return { head: { ...describePage(campaign, page, path), listed: false }, status: 404 };
}

/** A link with its artist's own token in it is judged by the page, which has to be there for that. */
const ARTIST_LINK = /[?&](owner|access)=/;

/** Whether a track that the public may not see has a page for whoever asks. */
async function maySee(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  track: TrackCard,
): Promise<boolean> {
  if (ARTIST_LINK.test(request.url)) return true;
  const visitor = {
    browserId: readBrowserId(request, deps.tokens, deps.clock),
    person: await identifyPerson(deps, request),
  };
  const mine = await isOwner(deps, track.id, visitor);
  return isSeenBy(track, (await identifyStaff(deps, request, reply)) !== null, mine);
}

async function serveFiles(server: FastifyInstance, webFolder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    index: false,
    // Made by the build beside the files they are of.
    preCompressed: true,
    globIgnore: ['**/index.html', '**/page-files.json*', '**/.vite/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const built = path.includes('/assets/');
      reply.header('cache-control', built ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}

function serveRedirects(server: FastifyInstance, pathWord: string): void {
  for (const { from, to } of REDIRECTS) {
    server.get(fillBrand(from, pathWord), (request, reply) => {
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
      return reply.redirect(fillBrand(to, pathWord) + query, 302);
    });
  }
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) {
    const body = await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    return reply.header('content-encoding', 'br').send(body);
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await deflate(html));
  return reply.send(html);
}

/** `/results/:id` takes one segment for each parameter, captured, and a trailing slash. */
export function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '([^/]+)');
  return new RegExp(`^${escaped === '/' ? '' : escaped}/?$`);
}
