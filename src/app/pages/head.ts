/**
 * The head of every page, from the server: title, description, canonical address, Open Graph and Twitter, robots. A page
 * about a track names artist and track and shows the track's own share card; one about an album shows its cover.
 */

import type { Campaign } from '#campaign/document.ts';
import type { AlbumCard } from '#features/albums/queries.ts';
import { coverUrlOf } from '#features/albums/rules.ts';
import type { ArtistCard } from '#features/artist-pages/queries.ts';
import { displayScore } from '#features/leaderboard/rules-display.ts';
import type { TrackCard } from '#features/submissions/queries-card.ts';
import { refuseVote } from '#features/votes/rules.ts';

export interface Head {
  title: string;
  description: string;
  /** Path of the page, without query. */
  path: string;
  /** Path of the picture. */
  image: string;
  imageAlt: string;
  /** Of the picture, in pixels; of a share card unless said. */
  imageSize?: { width: number; height: number };
  /** Whether search engines may list it. */
  listed: boolean;
  /** What machines are told the page is about. */
  song?: Song;
  artist?: { name: string; links: readonly string[]; bio: string };
}

export interface Song {
  name: string;
  artist: string;
  /** Seconds; null before it was measured. */
  seconds: number | null;
  /** Path of the artist's page, if there is one. */
  artistPath: string | null;
}

type Track = Pick<TrackCard, 'artistName' | 'trackTitle'>;

/** Pages about one track: how they name it. `{brand}` as in the page list. */
const TRACK_PAGES: Record<string, { title: (track: Track) => string; listed: boolean }> = {
  '/submission/:id': { title: (t) => `${nameOf(t)}: being heard`, listed: false },
  '/results/:id': { title: (t) => `${nameOf(t)}: results`, listed: true },
  '/artist-vote/:id': { title: (t) => `Vote for ${nameOf(t)}`, listed: true },
  '/artist-throne-vote/:id': { title: (t) => `Vote for ${nameOf(t)}`, listed: false },
  '/artist-distro/:id': { title: (t) => `Distribute ${nameOf(t)}`, listed: false },
  '/{brand}-distribution/:submissionId': { title: (t) => `Distribute ${nameOf(t)}`, listed: false },
  '/payment/:id': { title: (t) => `Distribute ${nameOf(t)}`, listed: false },
  '/artist-update/:id': { title: (t) => `News about ${nameOf(t)}`, listed: false },
  '/artist-update-2/:id': { title: (t) => `Distribution of ${nameOf(t)}`, listed: false },
  '/admin/artist-update/:id': { title: (t) => `Follow-up: ${nameOf(t)}`, listed: false },
};

const nameOf = ({ trackTitle, artistName }: Track) => `${trackTitle} by ${artistName}`;

/** Whether the page at this path of the list is about a track that must exist. */
export function isTrackPage(listPath: string): boolean {
  return Object.hasOwn(TRACK_PAGES, listPath);
}

export const ALBUM_PAGE = '/album-selected/:id';
const CARD_SIZE = { width: 1200, height: 630 };
const COVER_SIZE = { width: 1500, height: 1500 };

/** The offer's link is texted to one artist: it names the album, and says no more than anybody may know. */
export function describeAlbumPage(campaign: Campaign, path: string, album: AlbumCard): Head {
  const name = `${album.albumName} by ${album.artistName}`;
  const cover = coverUrlOf(album.coverKey);
  const picture = cover
    ? { image: cover, imageAlt: `Cover of ${name}`, imageSize: COVER_SIZE }
    : { image: '/share-card/site.png', imageAlt: `${campaign.product}: ${campaign.tagline}` };
  return {
    title: `${name} · ${campaign.product}`,
    description: `${name}: three tracks sent as an album to ${campaign.label} on ${campaign.product}.`,
    path,
    ...picture,
    listed: false,
  };
}

/** Staff, payment and test pages are for those who were sent there. */
const UNLISTED =
  /^\/(admin|payment|receipt|album-dashboard|album-publish|album-selected|test-|kit|upload-form|sign-in|share$|invite\/|release\/)/;

/** What a link to a track asks of whoever sees it; null once it takes no votes. */
export function askFor(campaign: Campaign, track: TrackCard, now: Date): string | null {
  return track.analyzed && refuseVote(campaign, track, now) === null ? 'One vote, free' : null;
}

/** Pages that are passed on to friends. */
const SHARED = ['/results/:id', '/artist-vote/:id', '/artist-throne-vote/:id'];

export function describeTrackPage(
  campaign: Campaign,
  listPath: string,
  path: string,
  track: TrackCard,
  now: Date,
): Head {
  const page = TRACK_PAGES[listPath];
  const asks = SHARED.includes(listPath) && askFor(campaign, track, now) !== null;
  const heard =
    track.analyzed && track.score !== null
      ? `Score ${displayScore(track.score)} (raw ${track.score} of 100), measured bar by bar.`
      : 'Waiting to be heard.';
  return {
    title: `${page.title(track)} · ${campaign.product}`,
    description: asks
      ? `Hear it and give ${nameOf(track)} your vote: free, in ten seconds. ${heard}`
      : `${nameOf(track)} on ${campaign.product}. ${heard}`,
    path,
    image: `/share-card/${track.id}.png`,
    imageAlt: `${nameOf(track)}: waveform and score`,
    listed: page.listed,
    song: {
      name: track.trackTitle,
      artist: track.artistName,
      seconds: track.durationSeconds,
      artistPath: track.artistId === null ? null : `/artist/${track.artistId}`,
    },
  };
}

export const ARTIST_PAGE = '/artist/:id';

export function describeArtistPage({ product }: Campaign, path: string, artist: ArtistCard): Head {
  const { id, name, bio, links, bestTitle, tracks, votes } = artist;
  const music = tracks === 1 ? `“${bestTitle}”` : `“${bestTitle}” and ${tracks - 1} more`;
  return {
    title: `${name} · ${product}`,
    description: `Hear ${music} by ${name}, follow them and vote free. ${votes} vote${votes === 1 ? '' : 's'} so far.`,
    path,
    image: `/share-card/artist-${id}.png`,
    imageAlt: `${name}: a portrait drawn from their music`,
    listed: true,
    artist: { name, links, bio },
  };
}

/** The three views of one page: each has its own name, and is listed under its own address. */
const DISCOVERY: Record<string, { title: string; description: string }> = {
  '/discover/listen': {
    title: 'Listen',
    description: 'Hooks one after the other, twelve seconds each, in random order. Vote or skip.',
  },
  '/discover/duel': {
    title: 'Blind duel',
    description:
      'Two hooks, no names: pick one. Every track is heard equally often, and nothing is for sale.',
  },
  '/discover/ranking': {
    title: 'Duel ranking',
    description: 'The ranking by blind duels, with how sure it is. It cannot be bought.',
  },
};
export const DISCOVERY_PATHS = Object.keys(DISCOVERY);

/** What a page without a track says about itself; the rest use the campaign's own lead. */
function summarise(campaign: Campaign, listPath: string): string {
  const { product, label, celebrity, partner, copy } = campaign;
  const known: Record<string, string> = {
    '/': `${copy.heroLead} ${copy.pitch}`,
    '/about': `How ${product} works, who runs it, and what stands behind every figure it shows.`,
    '/leaderboard': `The public ranking of ${product}: ordered by measured score. Votes and money never move it.`,
    '/rules': `The official rules of ${product}: order, rounds, votes, places and refunds, as the server keeps them.`,
    '/method': `How ${product} scores a track: every measurement, curve and weight, printed from the scorer's own sheet.`,
    '/refunds': `Prices of ${product} and when money goes back.`,
    '/privacy': `What ${product} keeps about you, who sees it, and how to delete it.`,
    '/terms': `The terms of ${product}, run by ${label}. Your music stays yours.`,
    '/sms-terms': `When ${product} sends text messages, and how to stop them.`,
    '/support': `Help with uploads, results, votes and payments on ${product}.`,
    '/sign-in': `Sign in to ${product} with your phone number: your tracks, votes and payments on every device.`,
    '/winners': `Who was selected on ${product} in each round, why, and the standings it was decided on.`,
    '/upload-form': `Send one MP3 to ${product}: free, measured within minutes, scored by a published method.`,
    '/share': `Invite artists you know to ${product}. A text goes out only to those who agreed to get one.`,
    '/{brand}-platform': `${partner.name} and ${product}: the contests, their prizes and their deadlines.`,
    '/album-mode': `Send three tracks as an album to ${label} and ${celebrity}.`,
  };
  return known[listPath] ?? copy.heroLead;
}

export function describePage(
  campaign: Campaign,
  page: { path: string; title: string } | null,
  path: string,
): Head {
  const { product, tagline } = campaign;
  const view = page && Object.hasOwn(DISCOVERY, path) ? DISCOVERY[path] : null;
  const title = view?.title ?? (page ? page.title : 'Page not found');
  return {
    title: title ? `${title} · ${product}` : `${product} · ${tagline}`,
    description:
      view?.description ?? (page ? summarise(campaign, page.path) : `There is no such page on ${product}.`),
    path,
    image: '/share-card/site.png',
    imageAlt: `${product}: ${tagline}`,
    listed: view !== null || (page !== null && !page.path.includes(':') && !UNLISTED.test(page.path)),
  };
}

export function writeHead(head: Head, { product }: Campaign, origin: string): string {
  const address = origin + head.path;
  const image = origin + head.image;
  const { width, height } = head.imageSize ?? CARD_SIZE;
  const meta = (kind: 'name' | 'property', key: string, value: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(value)}" />`;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    head.listed
      ? `<link rel="canonical" href="${escapeHtml(address)}" />`
      : meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', head.song ? 'music.song' : head.artist ? 'profile' : 'website'),
    ...(head.song?.seconds
      ? [meta('property', 'music:duration', String(Math.round(head.song.seconds)))]
      : []),
    meta('property', 'og:site_name', product),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    meta('property', 'og:image:alt', head.imageAlt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
    meta('name', 'twitter:image', image),
    ...(head.song && head.listed
      ? [writeSong(head.song, { address, image, origin }), writeDiscovery(origin, address)]
      : []),
    ...(head.artist ? [writeArtist(head.artist, { address, image })] : []),
  ].join('\n    ');
}

/** As schema.org has it. */
function writeSong(
  { name, artist, seconds, artistPath }: Song,
  { address, image, origin }: { address: string; image: string; origin: string },
) {
  return writeData({
    '@context': 'https://schema.org',
    '@type': 'MusicRecording',
    name,
    url: address,
    image,
    byArtist: { '@type': 'MusicGroup', name: artist, ...(artistPath ? { url: origin + artistPath } : {}) },
    ...(seconds ? { duration: `PT${Math.floor(seconds / 60)}M${Math.round(seconds % 60)}S` } : {}),
  });
}

function writeArtist(
  { name, bio, links }: NonNullable<Head['artist']>,
  { address, image }: { address: string; image: string },
) {
  return writeData({
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    name,
    url: address,
    image,
    ...(bio ? { description: bio } : {}),
    ...(links.length > 0 ? { sameAs: links } : {}),
  });
}

/** A block of data, which no browser runs; no sign of it can end the block. */
function writeData(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** How other sites' software finds the player of this track. */
const writeDiscovery = (origin: string, address: string) =>
  `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(`${origin}/oembed?url=${encodeURIComponent(address)}`)}" />`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
