/** What a failed upload says to the artist. */
import { ApiError } from '#web/api-client.ts';

export const UPLOAD_FAILED = 'There was an error uploading your track. Please try again.';

/** The server's own message; a fixed text when it answered without one; the last one when there was no answer. */
export function describeUploadFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return UPLOAD_FAILED;
  if (!error.body) return `Server error: ${error.status}`;
  return typeof error.body.message === 'string' && error.body.message
    ? error.body.message
    : 'Server error occurred';
}
