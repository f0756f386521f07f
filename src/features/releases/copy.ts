/** Words of the release page: what each field is, and why a store asks for it. */
import type { DeliveryKind, PackageState, WriterRole } from './limits.ts';

export interface FieldWords {
  label: string;
  why: string;
}

export const RELEASE_WORDS = {
  title: {
    label: 'Title',
    why: 'As it should stand in the stores. Guests and versions have fields of their own.',
  },
  version: { label: 'Version', why: 'Only if there is another one: Live, Acoustic, Dre Remix.' },
  mainArtists: {
    label: 'Main artists',
    why: 'Whoever the release is by, one a line, always written the same way: stores find your page by it.',
  },
  label: { label: 'Label', why: 'Your own artist name will do.' },
  pLine: { label: '℗ line', why: 'Who owns the recording, and the year it was first released.' },
  cLine: { label: '© line', why: 'Who owns cover and texts, and since which year.' },
  genre: { label: 'Genre', why: 'From the list that stores file releases under.' },
  releaseDate: {
    label: 'Release date',
    why: 'The day it should be out. Two weeks ahead give the stores time to take it.',
  },
  originalReleaseDate: {
    label: 'First released',
    why: 'Only if it was out before. Leave it empty if it was not.',
  },
  territories: {
    label: 'Where it is sold',
    why: 'Leave countries out only if somebody else has the rights there.',
  },
  upc: {
    label: 'UPC or EAN',
    why: 'The number of the release, as under a barcode. Its last digit checks the others.',
  },
  ai: {
    label: 'AI use',
    why: 'Stores ask how much a machine made, part by part, and show it in the credits. You state it; we never guess.',
  },
  cover: {
    label: 'Cover',
    why: 'Square, JPEG or PNG, 3000 × 3000 to 6000 × 6000 pixels, RGB, no border, no transparency.',
  },
} as const satisfies Record<string, FieldWords>;

export const TRACK_WORDS = {
  title: { label: 'Title', why: 'The name of the song alone.' },
  version: { label: 'Version', why: 'Only if there is another one: Live, Acoustic, Dre Remix.' },
  featuredArtists: {
    label: 'Featured artists',
    why: 'Guests, one a line. Stores write the “feat.” themselves.',
  },
  writers: {
    label: 'Writers',
    why: 'Everybody who wrote music or words, by their legal names. Shares make 100%: by them writers are paid.',
  },
  producers: { label: 'Producers', why: 'One a line. If nobody else produced it, it was you.' },
  language: { label: 'Language', why: 'The one most of the words are in, or none.' },
  explicit: {
    label: 'Explicit words',
    why: 'Swearing, sex, violence or drugs. Stores take releases down that hide it.',
  },
  isrc: {
    label: 'ISRC',
    why: 'The number of this recording, for life: 12 signs such as US-S1Z-26-00001. A single and an album share it.',
  },
  master: {
    label: 'Master',
    why: 'WAV, AIFF or FLAC of the same recording, 16 or 24 bit, up to 192 kHz and 500 MB. A broken connection costs nothing: choose the same file and it goes on.',
  },
} as const satisfies Record<string, FieldWords>;

export const ROLE_WORDS: Record<WriterRole, string> = {
  ComposerLyricist: 'Music and words',
  Composer: 'Music',
  Lyricist: 'Words',
  Arranger: 'Arrangement',
  Translator: 'Translation',
};
export const EXPLICIT_WORDS = { none: 'None', explicit: 'Explicit', clean: 'Cleaned version' } as const;
export const TERRITORY_WORDS = {
  world: 'The whole world',
  only: 'Only these countries',
  except: 'The world except these countries',
} as const;

/** How far a package is, to its artist. */
export const PACKAGE_WORDS: Record<PackageState, string> = {
  missing: 'Something is missing',
  ready: 'Ready to be sent',
  sending: 'Being sent',
  sent: 'With the distributor',
  accepted: 'Accepted by the distributor',
  live: 'In the stores',
  refused: 'Refused by the distributor',
  'taken-down': 'Taken down',
};

export const DELIVERY_WORDS: Record<DeliveryKind, string> = {
  release: 'Release',
  update: 'Update',
  takedown: 'Takedown',
};
