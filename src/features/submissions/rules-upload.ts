/** What the upload form accepts, checked in the browser on every change. The server checks all of it again. */
import { z } from 'zod';
import { MAX_FILE_BYTES, TEXTS, uploadFieldsSchema } from './contract.ts';

/** What systems call an MP3. The bytes are judged by the server; this is only the label on the file. */
const MP3_TYPES = ['audio/mpeg', 'audio/mp3', 'audio/x-mpeg', 'audio/x-mp3', 'audio/mpeg3'];

export interface FileLabel {
  name: string;
  size: number;
  type: string;
}

/** The one thing wrong with the file, or null. Exactly the limit is allowed. */
export function refuseFile(file: FileLabel | null | undefined): string | null {
  if (!file) return TEXTS.fileMissing;
  if (file.size > MAX_FILE_BYTES) return TEXTS.fileTooBig;
  // Some systems know no type for the ending .mp3 and send none.
  const isMp3 = file.type ? MP3_TYPES.includes(file.type.toLowerCase()) : /\.mp3$/i.test(file.name);
  return isMp3 ? null : TEXTS.fileType;
}

export const uploadFormSchema = uploadFieldsSchema.extend({
  audioFile: z.custom<File | null>().superRefine((file, context) => {
    const message = refuseFile(file);
    if (message) context.addIssue({ code: 'custom', message });
  }),
});
export type UploadForm = z.input<typeof uploadFormSchema>;
