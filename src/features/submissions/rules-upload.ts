/**
 * What the upload form accepts, checked in the browser on every change. The server checks all of it again, with the
 * schema of the contract; plain code here, because the landing page carries this form and not a schema library.
 */
import { refuseFile } from '#features/recordings/rules-file.ts';
import type { UploadFields } from './contract.ts';
import { COPY } from './copy.ts';

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
