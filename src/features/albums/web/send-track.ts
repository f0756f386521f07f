/**
 * Sends one track in pieces. A piece that breaks is sent again after a pause, from wherever the server stands; after a
 * reload the same file goes on where it was.
 */
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { ApiError, callEndpoint, endpointUrl } from '#web/api-client.ts';
import { UploadBroken, uploadForm } from '#web/upload-client.ts';
import { addPiece, openUpload } from '../calls.ts';
import type { DraftTrack } from '../contract.ts';
import { PIECE_BYTES } from '../limits.ts';
import { crc32 } from './checksum.ts';

/** Waits before sending a broken piece again, in milliseconds; after the last, the artist decides. */
const PAUSES = [500, 1000, 2000, 4000];
/** The server is restarting, or something between us is. */
const PASSING = [502, 503, 504];

export interface Sending {
  draft: string | null;
  signal: AbortSignal;
  /** The server has opened the upload. */
  onOpened: (draft: string, uploadId: number) => void;
  /** 0 to 1, of the whole file. */
  onProgress: (fraction: number) => void;
}

export async function sendTrack(
  file: File,
  { draft, signal, onOpened, onProgress }: Sending,
): Promise<DraftTrack> {
  const checksum = crc32(new Uint8Array(await file.arrayBuffer()));
  const begun = await insist(signal, () =>
    callEndpoint(openUpload, {
      body: { draft: draft ?? undefined, fileName: file.name.slice(0, 255), bytes: file.size, checksum },
      signal,
    }),
  );
  onOpened(begun.draft, begun.upload.id);
  let { received } = begun.upload;
  for (;;) {
    const start = Math.min(received, Math.floor((file.size - 1) / PIECE_BYTES) * PIECE_BYTES);
    const piece = file.slice(start, start + PIECE_BYTES);
    const answer = await insist(signal, () =>
      sendPiece(begun, start, piece, signal, (sent) => onProgress((start + sent * piece.size) / file.size)),
    );
    if (answer.track) return answer.track;
    received = answer.received;
  }
}

function sendPiece(
  { draft, upload }: AnswerOf<typeof openUpload>,
  start: number,
  piece: Blob,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<AnswerOf<typeof addPiece>> {
  const form = new FormData();
  form.append('draft', draft);
  form.append('start', String(start));
  form.append('piece', piece, 'piece');
  const url = endpointUrl(addPiece, { params: { id: String(upload.id) } });
  return uploadForm(url, form, ({ fraction }) => onProgress(fraction), { signal });
}

/** Tries again after network faults only, never after a refusal by the server. */
async function insist<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted) throw new UploadBroken('aborted');
      if (error instanceof ApiError && !PASSING.includes(error.status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call();
}
