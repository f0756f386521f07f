/** Sends a form with real byte progress, which fetch cannot report. Errors are those of the API client. */
import { ApiError } from './api-client.ts';

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  /** 0 to 1, of the bytes handed to the network. */
  fraction: number;
}

/** The connection broke, or the person cancelled: there was no answer to read. */
export class UploadBroken extends Error {
  readonly reason: 'network' | 'aborted';

  constructor(reason: 'network' | 'aborted') {
    super(reason === 'aborted' ? 'The upload was cancelled' : 'The connection broke during the upload');
    this.name = 'UploadBroken';
    this.reason = reason;
  }
}

export function uploadForm<Answer>(
  url: string,
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new UploadBroken('aborted'));
      return;
    }
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress({ sentBytes: loaded, totalBytes: total, fraction: total > 0 ? loaded / total : 0 });
    };
    request.onload = () => settleUpload(request, resolve, reject);
    request.onerror = () => reject(new UploadBroken('network'));
    request.onabort = () => reject(new UploadBroken('aborted'));
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    signal?.addEventListener('abort', cancel, { once: true });
    request.send(form);
  });
}

function settleUpload<Answer>(
  request: XMLHttpRequest,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  const { status, responseText, statusText } = request;
  if (status < 200 || status >= 300) {
    reject(new ApiError(status, responseText || statusText));
    return;
  }
  try {
    resolve(JSON.parse(responseText) as Answer);
  } catch {
    reject(new Error('The server answered with something that is not JSON'));
  }
}
