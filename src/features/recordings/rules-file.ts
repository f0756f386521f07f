/**
 * Which files are taken, and what is said of others: checked in the browser by the label on the file, on the server by
 * its bytes. Plain code, because the landing page carries an upload form and not a schema library.
 */

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export const FILE_COPY = {
  missing: 'Please upload an MP3 file',
  tooBig: 'File size must be less than 10MB',
  type: 'Only MP3 files are allowed',
} as const;

/** What systems call an MP3. */
const MP3_TYPES = ['audio/mpeg', 'audio/mp3', 'audio/x-mpeg', 'audio/x-mp3', 'audio/mpeg3'];

export interface FileLabel {
  name: string;
  size: number;
  type: string;
}

/** The one thing wrong with the file, or null. Exactly the limit is allowed. */
export function refuseFile(file: FileLabel | null | undefined): string | null {
  if (!file) return FILE_COPY.missing;
  if (file.size > MAX_FILE_BYTES) return FILE_COPY.tooBig;
  // Some systems know no type for the ending .mp3 and send none.
  const isMp3 = file.type ? MP3_TYPES.includes(file.type.toLowerCase()) : /\.mp3$/i.test(file.name);
  return isMp3 ? null : FILE_COPY.type;
}

/** Where recordings are in the object store. */
export const AUDIO_FOLDER = 'audio/';
/** What the public sees of a key, and where the bytes are heard. */
export const fileNameOf = (audioKey: string) => audioKey.slice(audioKey.lastIndexOf('/') + 1);
export const audioUrlOf = (audioKey: string) => `/api/audio/${fileNameOf(audioKey)}`;
