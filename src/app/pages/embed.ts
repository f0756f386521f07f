/**
 * The player for other people's pages: /embed/:id, without a script, and /oembed, which tells their software how to put it
 * up. The only page of ours that others may frame, and it may load nothing but the track and its own style.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { findTrackCard, readPeaks, type TrackCard } from '#features/submissions/queries-card.ts';
import { AppError } from '#platform/errors.ts';
import { escapeHtml } from './head.ts';
import { originOf } from './site-files.ts';

type EmbedDeps = Pick<Deps, 'campaign' | 'config' | 'db'>;

export const EMBED_SIZE = { width: 480, height: 180 };

export function serveEmbed(server: FastifyInstance, deps: EmbedDeps): void {
  server.get<{ Params: { id: string } }>('/embed/:id', async (request, reply) => {
    const track = await findPublic(deps, request.params.id);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .removeHeader('x-frame-options')
      .header('content-security-policy', embedPolicy(nonce))
      .send(drawPlayer(track, await readPeaks(deps, track.id), { nonce, origin: originOf(deps, request) }));
  });
  server.get<{ Querystring: { url?: string; format?: string; maxwidth?: string } }>(
    '/oembed',
    async (request, reply) => {
      const { url, format, maxwidth } = request.query;
      if (format !== undefined && format !== 'json')
        return reply.code(501).send({ error: 'Only format=json is answered.' });
      const origin = originOf(deps, request);
      const track = await findPublic(deps, readTrackId(String(url ?? ''), origin));
      const answer = describeEmbed(
        track,
        origin,
        deps.campaign.product,
        Number(maxwidth) || EMBED_SIZE.width,
      );
      return reply.header('access-control-allow-origin', '*').send(answer);
    },
  );
}

/** Of a page of ours about a track; empty for everything else. */
function readTrackId(url: string, origin: string): string {
  if (!url.startsWith(`${origin}/`)) return '';
  return (
    /^\/(?:results|artist-vote|artist-throne-vote|embed)\/(\d+)\/?(?:[?#]|$)/.exec(
      url.slice(origin.length),
    )?.[1] ?? ''
  );
}

async function findPublic(deps: EmbedDeps, id: string): Promise<TrackCard> {
  const track = await findTrackCard(deps, id);
  if (!track?.listed || !track.analyzed) throw new AppError('not_found', 'There is no such track.');
  return track;
}

const embedPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "media-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

/** As oembed.com has it, type rich. */
export function describeEmbed(track: TrackCard, origin: string, product: string, maxWidth: number) {
  const width = Math.max(240, Math.min(maxWidth, EMBED_SIZE.width));
  const title = `${track.trackTitle} by ${track.artistName}`;
  const { height } = EMBED_SIZE;
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: track.artistName,
    provider_name: product,
    provider_url: `${origin}/`,
    thumbnail_url: `${origin}/share-card/${track.id}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width,
    height,
    html: `<iframe src="${escapeHtml(origin)}/embed/${track.id}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" sandbox="allow-same-origin allow-popups" style="border:0"></iframe>`,
  };
}

const STYLE = `*{box-sizing:border-box}body{margin:0;padding:14px;background:#0e0d0b;color:#f3ede2;font:15px/1.4 system-ui,sans-serif}
h1{margin:0;font-size:18px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}p{margin:2px 0 8px;color:#a79f92;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
svg{display:block;width:100%;height:34px;fill:#5c5447}audio{width:100%;height:40px;margin-top:6px}div{display:flex;gap:12px;align-items:start}header{min-width:0;flex:1}
a{flex:none;display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border-radius:4px;background:#ffb224;color:#0e0d0b;font-weight:600;text-decoration:none}`;

function drawPlayer(
  track: TrackCard,
  peaks: readonly number[],
  { nonce, origin }: { nonce: string; origin: string },
) {
  const [title, artist] = [escapeHtml(track.trackTitle), escapeHtml(track.artistName)];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><meta name="robots" content="noindex" /><title>${title} by ${artist}</title><style nonce="${nonce}">${STYLE}</style></head><body><main><div><header><h1>${title}</h1><p>${artist}</p></header><a href="${escapeHtml(origin)}/artist-vote/${track.id}" target="_blank" rel="noopener">Vote free</a></div>${drawWave(peaks)}<audio controls preload="none" src="/api/submissions/${track.id}/audio" aria-label="${title} by ${artist}"></audio></main></body></html>`;
}

const BARS = 120;

function drawWave(peaks: readonly number[]): string {
  const bars = Array.from({ length: peaks.length ? BARS : 0 }, (_, index) => {
    const height = Math.max(2, peaks[Math.floor((index * peaks.length) / BARS)]);
    return `M${index} ${(100 - height) / 2}h.6v${height}h-.6z`;
  });
  return `<svg viewBox="0 0 ${BARS} 100" preserveAspectRatio="none" aria-hidden="true"><path d="${bars.join('')}"/></svg>`;
}
