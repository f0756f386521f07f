/** Pure decisions about albums: where their files live, what a row's state is called, and what a batch costs. */
import { quoteName } from '#features/sms/rules.ts';
import type { AlbumListRow } from './contract-staff.ts';

/** Where an artist finds their album, on any device. */
export const albumPath = (id: number) => `/album-mode?album=${id}`;

export const COVER_FOLDER = 'covers/';
/** Pieces of tracks that are still arriving. */
export const PIECE_FOLDER = 'album-pieces/';
export const coverUrlOf = (coverKey: string | null): string | null =>
  coverKey === null ? null : `/api/covers/${coverKey.slice(COVER_FOLDER.length)}`;

/** Only covers of our own store are shown, whatever an address says (PB-5). */
export function ownCoverUrl(url: string | null | undefined): string | null {
  return url && /^\/api\/covers\/[a-z0-9]{20,64}\.(jpg|png|webp)$/.test(url) ? url : null;
}

/** Seconds between two albums of a batch. */
export const BATCH_PAUSE_SECONDS = 1;
/** What the confirmation estimates. */
export const BATCH_CENTS_EACH = 10;
export const BATCH_SECONDS_EACH = 4;

export const estimateBatch = (count: number) => ({
  cost: `$${((count * BATCH_CENTS_EACH) / 100).toFixed(2)}`,
  minutes: Math.ceil((count * BATCH_SECONDS_EACH) / 60),
});

/** The number asked for, or null when it is none between 1 and `most`. */
export function readBatchSize(text: string, most: number): number | null {
  if (text.trim().toLowerCase() === 'all') return most > 0 ? most : null;
  const size = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isInteger(size) && size > 0 && size <= most ? size : null;
}

export type AlbumBadge = 'PAID' | 'ANALYZED' | 'PENDING';

export const badgeOf = ({
  distributionPaid,
  analyzed,
}: Pick<AlbumListRow, 'distributionPaid' | 'analyzed'>): AlbumBadge =>
  distributionPaid ? 'PAID' : analyzed ? 'ANALYZED' : 'PENDING';

export type ScoreTone = 'none' | 'good' | 'warm' | 'hot';

/** Green from 85, yellow from 70, red below. */
export function scoreTone(score: number | null): ScoreTone {
  if (score === null) return 'none';
  return score >= 85 ? 'good' : score >= 70 ? 'warm' : 'hot';
}

/** Percent of the whole, from the number of measured tracks and the share of the next one. */
export function albumPercent(
  state: 'queued' | 'running' | 'done' | 'failed',
  measured: number,
  share: number,
) {
  if (state === 'done') return 100;
  if (state === 'queued') return 0;
  return Math.min(99, Math.floor(((measured + share) / 3) * 100));
}

export const FOLLOW_UP_FAILED = 'Failed to send follow-up message';
/** Followed by the album's id: the key of its follow-up among all texts. */
export const FOLLOW_UP_KEY = 'album-follow-up:';

export const FOLLOW_UP_TEXT = (names: {
  artistName: string;
  albumName: string;
  product: string;
  link: string;
}) =>
  `${names.product}: ${quoteName(names.artistName, 'hello')}, your album ${quoteName(names.albumName, '')} was selected. See your offer: ${names.link} Reply STOP to end.`;
