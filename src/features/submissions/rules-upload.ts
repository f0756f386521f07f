/**
 * What the upload form accepts, checked in the browser on every change. The server checks all of it again, with the
 * schema of the contract; plain code here, because the landing page carries this form and not a schema library.
 */
import { COPY, MAX_FILE_BYTES, type UploadFields } from './contract.ts';

/** What systems call an MP3. The bytes are judged by the server; this is only the label on the file. */
const MP3_TYPES = ['audio/mpeg', 'audio/mp3', 'audio/x-mpeg', 'audio/x-mp3', 'audio/mpeg3'];

export interface FileLabel {
  name: string;
  size: number;
  type: string;
}

/** The one thing wrong with the file, or null. Exactly the limit is allowed. */
export function refuseFile(file: FileLabel | null | undefined): string | null {
  if (!file) return COPY.fileMissing;
  if (file.size > MAX_FILE_BYTES) return COPY.fileTooBig;
  // Some systems know no type for the ending .mp3 and send none.
  const isMp3 = file.type ? MP3_TYPES.includes(file.type.toLowerCase()) : /\.mp3$/i.test(file.name);
  return isMp3 ? null : COPY.fileType;
}

export type UploadForm = UploadFields & { audioFile: File | null };
export type UploadErrors = Partial<Record<keyof UploadForm, string>>;

/** Shortest and longest text of each field, with what is said when it is too short. */
const LENGTHS = {
  artistName: { least: 2, most: 255, tooShort: COPY.artistName, name: 'Artist name' },
  phoneNumber: { least: 10, most: 20, tooShort: COPY.phoneNumber, name: 'Phone number' },
  trackTitle: { least: 1, most: 255, tooShort: COPY.trackTitle, name: 'Track title' },
};

/** What is wrong, by field; empty when nothing is. */
export function checkUpload(form: UploadForm): UploadErrors {
  const errors: UploadErrors = {};
  for (const field of ['artistName', 'phoneNumber', 'trackTitle'] as const) {
    const { least, most, tooShort, name } = LENGTHS[field];
    const length = form[field].normalize('NFC').trim().length;
    if (length < least) errors[field] = tooShort;
    else if (length > most) errors[field] = `${name} must be at most ${most} characters`;
  }
  const refusal = refuseFile(form.audioFile);
  if (refusal) errors.audioFile = refusal;
  return errors;
}
