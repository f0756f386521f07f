/** What the album page accepts, checked in the browser; the server checks all of it again. Plain code, no schema library. */
import { FILE_COPY, refuseFile } from '#features/recordings/rules-file.ts';
import type { AlbumFields } from './contract.ts';
import { COPY } from './copy.ts';
import { TRACKS } from './limits.ts';

export interface Refusal {
  title: string;
  description: string;
}

/** What is wrong with one more file, as the toast says it (AM-2); null when it may be uploaded. */
export function refuseTrack(
  file: { name: string; size: number; type: string },
  present: number,
): Refusal | null {
  if (present >= TRACKS) return { title: 'Maximum tracks reached', description: COPY.tooMany };
  const wrong = refuseFile(file);
  if (wrong === FILE_COPY.tooBig) return { title: 'File too large', description: wrong };
  return wrong ? { title: 'Invalid file type', description: FILE_COPY.type } : null;
}

export type AlbumErrors = Partial<Record<keyof AlbumFields, string>>;

const LENGTHS = {
  artistName: { least: 2, most: 255, message: COPY.artistName },
  albumName: { least: 1, most: 255, message: COPY.albumName },
  phoneNumber: { least: 10, most: 20, message: COPY.phoneNumber },
  track1Title: { least: 1, most: 255, message: COPY.trackTitle(1) },
  track2Title: { least: 1, most: 255, message: COPY.trackTitle(2) },
  track3Title: { least: 1, most: 255, message: COPY.trackTitle(3) },
} as const;
export const ALBUM_FIELD_NAMES = Object.keys(LENGTHS) as (keyof AlbumFields)[];

export function checkAlbum(fields: AlbumFields): AlbumErrors {
  const errors: AlbumErrors = {};
  for (const name of ALBUM_FIELD_NAMES) {
    const { least, most, message } = LENGTHS[name];
    const { length } = fields[name].normalize('NFC').trim();
    if (length < least) errors[name] = message;
    else if (length > most) errors[name] = `At most ${most} characters`;
  }
  return errors;
}

/** 'My Song_final.mp3' as a first guess at a title. */
export const titleFromFile = (name: string) =>
  name
    .replace(/\.mp3$/i, '')
    .replace(/[_]+/g, ' ')
    .replace(/^\d{1,2}[\s.-]+/, '')
    .trim();
