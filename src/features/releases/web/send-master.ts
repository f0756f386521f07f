/** Sends a master in pieces, by tus. A piece that breaks is sent again from wherever the server stands. */
import { ApiError, endpointUrl } from '#web/api-client.ts';
import { openMaster } from '../calls.ts';
import { MASTER_PIECE_BYTES, type Subject } from '../limits.ts';
import { describeFile } from '../rules-upload.ts';

/** Milliseconds before another try; after the last the artist decides. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

interface Sending {
  kind: Subject;
  id: string;
  position: number;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (fraction: number) => void;
}

export async function sendMaster(
  file: File,
  { kind, id, position, signal, onProgress }: Sending,
): Promise<void> {
  const params = { kind, id, position: String(position) };
  const opened = await insist(signal, () =>
    call(endpointUrl(openMaster, { params }), {
      method: 'POST',
      signal,
      headers: { 'upload-length': String(file.size), 'upload-metadata': describeFile(file) },
    }),
  );
  const path = opened.headers.get('location') ?? '';
  let offset = offsetOf(opened);
  while (offset < file.size) {
    onProgress(offset / file.size);
    offset = await insist(signal, () => sendPiece(path, file, signal));
  }
  onProgress(1);
}

/** Asks first: after a break nobody but the server knows how much has arrived. */
async function sendPiece(path: string, file: File, signal: AbortSignal): Promise<number> {
  const offset = offsetOf(await call(path, { method: 'HEAD', signal }));
  if (offset >= file.size) return offset;
  const answer = await call(path, {
    method: 'PATCH',
    signal,
    body: file.slice(offset, offset + MASTER_PIECE_BYTES),
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  });
  return offsetOf(answer);
}

const offsetOf = (answer: Response) => Number(answer.headers.get('upload-offset') ?? 0);

async function call(url: string, init: RequestInit): Promise<Response> {
  const headers = { 'tus-resumable': '1.0.0', ...init.headers };
  const answer = await fetch(url, { ...init, headers, credentials: 'same-origin' });
  if (!answer.ok) throw new ApiError(answer.status, await answer.text());
  return answer;
}

/** Tries again after faults of the network, and where two calls crossed; never after a refusal. */
async function insist<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status !== 409 && error.status < 502;
      if (signal.aborted || isFinal) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
