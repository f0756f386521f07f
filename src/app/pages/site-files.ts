/** The small files machines ask a site for: robots.txt, sitemap.xml, the feed of rounds and the web manifest. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listPages } from '#campaign/page-list.ts';
import { sayDate } from '#campaign/rounds.ts';
import type { Deps } from '#deps.ts';
import { listArtistIds } from '#features/artist-pages/queries.ts';
import { listBest } from '#features/leaderboard/queries.ts';
import { readWinners } from '#features/rounds/queries.ts';
import { DISCOVERY_PATHS, describePage, escapeHtml } from './head.ts';

const SITEMAP_TRACKS = 500;
const SITEMAP_ARTISTS = 500;
const CLOSED_TO_ROBOTS = [
  '/api/',
  '/admin',
  '/payment',
  '/artist-update',
  '/album-dashboard',
  '/test-transcription',
];

type FileDeps = Pick<Deps, 'campaign' | 'clock' | 'config' | 'db'>;

/** Where the site stands: the setting, or the address it was asked at. */
export function originOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** What says where the site stands may be kept by others only where that is a setting, not what somebody asked for. */
const cachingOf = ({ config }: Pick<Deps, 'config'>) =>
  config.publicUrl === undefined ? 'no-store' : 'public, max-age=3600';

export function serveSiteFiles(server: FastifyInstance, deps: FileDeps): void {
  server.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cachingOf(deps))
      .send(
        [
          'User-agent: *',
          ...CLOSED_TO_ROBOTS.map((path) => `Disallow: ${path}`),
          `Sitemap: ${originOf(deps, request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  // Asked for by name by whoever does not read the page first.
  server.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect('/icon-192.png', 302),
  );
  server.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cachingOf(deps))
      .send(await writeSitemap(deps, originOf(deps, request))),
  );
  server.get('/feed.xml', async (request, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(await writeFeed(deps, originOf(deps, request))),
  );
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(writeManifest(deps))),
  );
}

async function writeSitemap(deps: FileDeps, origin: string): Promise<string> {
  const pages = listPages(deps.campaign);
  const fixed = pages
    .filter((page) => describePage(deps.campaign, page, page.path).listed)
    .map(({ path }) => path);
  const perTrack = ['/results/:id', '/artist-vote/:id'].filter((path) =>
    pages.some((page: { path: string }) => page.path === path),
  );
  const tracks = perTrack.length ? await listBest(deps, SITEMAP_TRACKS) : [];
  const paths = [
    ...fixed,
    ...DISCOVERY_PATHS,
    ...(await listArtistIds(deps, SITEMAP_ARTISTS)).map((id) => `/artist/${id}`),
    ...tracks.flatMap(({ id }) => perTrack.map((path) => path.replace(':id', String(id)))),
  ];
  const entries = paths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}

/** RSS 2.0: each round when it opens, and its winners once they are published; newest first. */
async function writeFeed(deps: FileDeps, origin: string): Promise<string> {
  const { campaign, clock } = deps;
  const begun = campaign.rounds
    .filter(({ startsAt }) => new Date(startsAt) <= clock.now())
    .map((round) => ({
      id: `${origin}/rules#${round.id}`,
      title: `${round.name} is open`,
      text: `Send your track by ${sayDate(new Date(round.endsAt), campaign.timeZone)}.`,
      link: `${origin}/`,
      at: new Date(round.startsAt),
    }));
  const won = (await readWinners(deps)).map(({ id, name, winners, publishedAt }) => ({
    id: `${origin}/winners#${id}`,
    title: `${name}: the winners`,
    text: winners.map(({ trackTitle, artistName }) => `${trackTitle} by ${artistName}`).join(', '),
    link: `${origin}/winners`,
    at: new Date(publishedAt),
  }));
  const items = [...begun, ...won]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(
      ({ id, title, text, link, at }) =>
        `<item><guid isPermaLink="false">${escapeHtml(id)}</guid><title>${escapeHtml(title)}</title><link>${escapeHtml(link)}</link><description>${escapeHtml(text)}</description><pubDate>${at.toUTCString()}</pubDate></item>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escapeHtml(campaign.product)}</title><link>${escapeHtml(origin)}/</link><description>Rounds and winners of ${escapeHtml(campaign.product)}</description>${items.join('')}</channel></rss>\n`;
}

function writeManifest({ campaign }: Pick<Deps, 'campaign'>): object {
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name: campaign.product,
    short_name: campaign.product,
    description: campaign.copy.heroLead,
    start_url: '/',
    display: 'standalone',
    background_color: '#0E0D0B',
    theme_color: '#0E0D0B',
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}
