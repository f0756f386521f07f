/** A release as it begins: what the contest knows already is filled in, the rest is the artist's to say. */
import type { AiDisclosure } from '#features/submissions/contract-ai.ts';
import type { ReleaseDraft, ReleaseTrack } from './contract.ts';
import { STORE_GENRES } from './limits.ts';

/** What is released: a track of the contest, or an album with its tracks. */
export interface Beginning {
  title: string;
  artistName: string;
  genre: string | null;
  /** What was stated with the upload. */
  ai: AiDisclosure | null;
  trackTitles: readonly string[];
  /** YYYY-MM-DD. */
  today: string;
}

export function beginDraft({ title, artistName, genre, ai, trackTitles, today }: Beginning): ReleaseDraft {
  const year = today.slice(0, 4);
  return {
    title,
    version: '',
    mainArtists: [artistName],
    label: artistName,
    pLine: { year, owner: artistName },
    cLine: { year, owner: artistName },
    genre: STORE_GENRES.find((known) => known.toLowerCase() === genre?.toLowerCase()) ?? '',
    originalReleaseDate: '',
    releaseDate: '',
    territories: { mode: 'world', codes: [] },
    upc: '',
    ai: ai ?? { vocals: null, music: null, words: null, artwork: null },
    tracks: trackTitles.map(beginTrack),
  };
}

const beginTrack = (title: string): ReleaseTrack => ({
  title,
  version: '',
  featuredArtists: [],
  writers: [],
  producers: [],
  language: '',
  explicit: null,
  isrc: '',
});
