/**
 * Serves /share-card/: the site's, a track's (7.png) and an artist's (artist-7.png), wide for previews, -square and -story to
 * post. Drawn off the main thread, kept in bounded memory, rate-limited.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import type { FastifyInstance } from 'fastify';
import type { Campaign } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import { type ArtistCard, findArtistCard, rankTracks } from '#features/artist-pages/queries.ts';
import { drawPortrait } from '#features/artist-pages/rules-portrait.ts';
import { listBest } from '#features/leaderboard/queries.ts';
import { displayScore } from '#features/leaderboard/rules-display.ts';
import { findTrackCard, readPeaks, type TrackCard } from '#features/submissions/queries-card.ts';
import { isCampaignOn } from '#features/votes/rules.ts';
import { AppError } from '#platform/errors.ts';
import { type LetterWidth, readLetterWidths, unpackWoff } from '#platform/font-file.ts';
import { networkOf } from '#platform/http/network.ts';
import { askFor } from './head.ts';
import { DISPLAY_FAMILY, drawShareCard, type Shape, type ShareCard } from './share-card.ts';
import { cutCell, drawProbe, NOBODYS_SIGN, PROBED_SIGNS, withoutSigns } from './share-signs.ts';
import { drawStoryCard } from './share-story.ts';
import { originOf } from './site-files.ts';

type PictureDeps = Pick<Deps, 'db' | 'campaign' | 'clock' | 'config' | 'limiter' | 'belongings'>;

const FACES = [
  '@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff',
  '@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-400-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-cyrillic-400-normal.woff',
  '@fontsource/jetbrains-mono/files/jetbrains-mono-greek-400-normal.woff',
];

const DRAW_LIMIT = { name: 'share-card', limit: 60, windowSeconds: 60 };
/** A picture has about 30 kB, one to post 80. */
const KEPT_PICTURES = 200;
/** One drawing takes a core for a tenth of a second: more at once only wait longer. */
const QUEUE_LIMIT = 20;

export function serveShareCards(server: FastifyInstance, deps: PictureDeps): void {
  const pictures = createPictures();
  server.addHook('onClose', async () => pictures.close());
  server.get<{ Params: { file: string } }>('/share-card/:file', async (request, reply) => {
    const wanted = readName(request.params.file);
    const card = wanted && (await readCard(deps, wanted, originOf(deps, request)));
    if (!card) throw new AppError('not_found', 'There is no such picture.');
    const etag = `"${digestOf(card)}"`;
    // An address in the picture is one anybody may keep only where it is a setting, not what somebody asked for.
    const isOurs = card.link === undefined || deps.config.publicUrl !== undefined;
    reply.header('etag', etag).header('cache-control', `${isOurs ? 'public' : 'private'}, max-age=600`);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const kept = pictures.find(etag);
    if (!kept) await deps.limiter.take(DRAW_LIMIT, networkOf(request.ip));
    return reply.type('image/png').send(kept ?? (await pictures.draw(etag, card)));
  });
}

interface Wanted {
  kind: 'site' | 'track' | 'artist';
  id: string;
  shape: Shape;
}

function readName(file: string): Wanted | null {
  const [, subject, artist, track, shape] =
    /^(site|artist-(\d{1,10})|(\d{1,10}))(?:-(square|story))?\.png$/.exec(file) ?? [];
  if (!subject) return null;
  const kind = artist ? 'artist' : track ? 'track' : 'site';
  return { kind, id: artist ?? track ?? '', shape: (shape as Shape | undefined) ?? 'wide' };
}

/** Cards to post carry the address: nobody can tap a picture. */
async function readCard(
  deps: PictureDeps,
  { kind, id, shape }: Wanted,
  origin: string,
): Promise<ShareCard | null> {
  const posted = (path: string) => (shape === 'wide' ? {} : { shape, link: origin + path });
  if (kind === 'site') {
    const [best] = await listBest(deps, 1);
    return { ...siteCard(deps.campaign, best ? await readPeaks(deps, best.id) : []), ...posted('/') };
  }
  if (kind === 'artist') {
    const artist = await findArtistCard(deps, id);
    const ask = isCampaignOn(deps.campaign, deps.clock.now()) ? { ask: 'Hear and vote free' } : {};
    return artist && { ...artistCard(deps.campaign, artist), ...ask, ...posted(`/artist/${artist.id}`) };
  }
  const track = await findTrackCard(deps, id);
  if (!track?.listed) return null;
  const ask = askFor(deps.campaign, track, deps.clock.now());
  const card = trackCard(deps.campaign, track, await readPeaks(deps, track.id));
  const standing = shape === 'wide' ? {} : await readStanding(deps, track);
  return { ...card, ...standing, ...(ask ? { ask } : {}), ...posted(`/artist-vote/${track.id}`) };
}

/** A card to post shows where the track stands: that is what a vote moves. */
async function readStanding(deps: PictureDeps, { id, score }: TrackCard): Promise<Partial<ShareCard>> {
  const rank = (await rankTracks(deps, [id])).get(id)?.rank;
  return rank === undefined ? {} : { rank, facts: [`score ${score} of 100`] };
}

function artistCard({ product, demo }: Campaign, artist: ArtistCard): ShareCard {
  const { name, bestTitle, tracks, votes, voices } = artist;
  return {
    product,
    title: name,
    subtitle: tracks === 1 ? bestTitle : `${bestTitle} and ${tracks - 1} more`,
    facts: [`${votes} vote${votes === 1 ? '' : 's'}`],
    score: null,
    peaks: voices[0]?.peaks ?? [],
    portrait: drawPortrait(voices),
    demo,
  };
}

/** The site's own card carries the wave of its number one. */
function siteCard({ product, tagline, label, celebrity, demo }: Campaign, peaks: number[]): ShareCard {
  const subtitle = `${celebrity} × ${label}`;
  return { product, title: tagline, subtitle, facts: [], score: null, peaks, demo };
}

function trackCard({ product, demo }: Campaign, track: TrackCard, peaks: number[]): ShareCard {
  const scored = track.analyzed && track.score !== null;
  const seconds = Math.floor(track.durationSeconds ?? 0);
  const length = seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null;
  return {
    product,
    title: track.trackTitle,
    subtitle: track.artistName,
    facts: scored
      ? [`raw ${track.score}`, track.genre, length].filter((fact): fact is string => Boolean(fact))
      : ['not heard yet'],
    score: scored ? displayScore(track.score ?? 0) : null,
    peaks,
    demo: demo || track.demo,
  };
}

function digestOf(card: ShareCard): string {
  return createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 24);
}

interface Pictures {
  find(key: string): Buffer | undefined;
  draw(key: string, card: ShareCard): Promise<Buffer>;
  close(): void;
}

export function createPictures(): Pictures {
  const kept = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let faces: Faces | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const paint = async (key: string, card: ShareCard): Promise<Buffer> => {
    faces ??= openFaces();
    const png = await renderCard(card, faces);
    kept.set(key, png);
    if (kept.size > KEPT_PICTURES) kept.delete(kept.keys().next().value as string);
    return png;
  };
  return {
    find(key) {
      const png = kept.get(key);
      // Used last, forgotten last.
      if (png && kept.delete(key)) kept.set(key, png);
      return png;
    },
    draw(key, card) {
      const same = underWay.get(key);
      if (same) return same;
      if (underWay.size >= QUEUE_LIMIT)
        throw new AppError('unavailable', 'Too many pictures are being drawn. Please try again in a moment.');
      const drawing = turn.then(() => paint(key, card)).finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      turn = drawing.catch(() => {});
      return drawing;
    },
    close: () => faces?.close(),
  };
}

interface Faces {
  files: string[];
  widthOf: LetterWidth;
  close(): void;
}

/** The renderer reads fonts from files: they are unpacked into a folder of this process. */
function openFaces(): Faces {
  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-fonts-'));
  const fonts = FACES.map((face) => ({ face, ttf: unpackWoff(readFileSync(require.resolve(face))) }));
  const files = fonts.map(({ face, ttf }) => {
    const file = join(folder, basename(face).replace(/woff$/, 'ttf'));
    writeFileSync(file, ttf);
    return file;
  });
  const widths = fonts.filter(({ face }) => face.includes('archivo')).map(({ ttf }) => readLetterWidths(ttf));
  return {
    files,
    widthOf: (codePoint) => widths.map((width) => width(codePoint)).find((width) => width !== null) ?? null,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function renderCard(card: ShareCard, { files, widthOf }: Faces): Promise<Buffer> {
  const foreign = listForeign(`${card.title}${card.subtitle}`);
  const options: ResvgRenderOptions = {
    font: { fontFiles: files, loadSystemFonts: foreign.length > 0, defaultFontFamily: DISPLAY_FAMILY },
    logLevel: 'off',
  };
  const missing = foreign.length > 0 ? await findMissing(foreign, options) : new Set<string>();
  const drawn = withoutSigns(card, missing);
  const { shape = 'wide' } = card;
  const svg = shape === 'wide' ? drawShareCard(drawn, widthOf) : drawStoryCard(drawn, shape, widthOf);
  const image = await renderAsync(svg, options);
  return image.asPng();
}

/** Signs that our faces lack: drawn with whatever the machine has, if it has any. */
function listForeign(words: string): string[] {
  return [...new Set(words.match(/[^ -\u024f\u0370-\u04ff\u2000-\u20cf\s]/gu) ?? [])].slice(0, PROBED_SIGNS);
}

/** Which of the signs would come out as the empty box: each is drawn beside one that nobody has. */
async function findMissing(signs: readonly string[], options: ResvgRenderOptions): Promise<Set<string>> {
  const image = await renderAsync(drawProbe([NOBODYS_SIGN, ...signs]), options);
  const [box, ...cells] = [NOBODYS_SIGN, ...signs].map((_, index) => cutCell(image, index));
  return new Set(signs.filter((_, index) => cells[index] === box));
}
