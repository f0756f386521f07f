/** What a failed upload says to the artist. */
import { ApiError } from '#web/api-client.ts';

export const UPLOAD_FAILED = 'There was an error uploading your track. Please try again.';

/** The server's message; a fixed text if it sent none; another if it did not answer. */
export function describeUploadFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return UPLOAD_FAILED;
  if (!error.body) return `Server error: ${error.status}`;
  return typeof error.body.message === 'string' && error.body.message
    ? error.body.message
    : 'Server error occurred';
}
