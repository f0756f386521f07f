import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { UploadBroken, type UploadProgress, uploadForm } from './upload-client.ts';

/** Stands in for the browser's request: the test plays the network. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  withCredentials = false;
  status = 0;
  statusText = '';
  responseText = '';
  sent: unknown;
  headers: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  constructor() {
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, text: string, statusText = '') {
    Object.assign(this, { status, responseText: text, statusText });
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => vi.unstubAllGlobals());

test('UP-5 reports the bytes really sent and gives the answer', async () => {
  const seen: UploadProgress[] = [];
  const form = new FormData();
  const upload = uploadForm<{ submissionId: number }>('/api/submissions', form, (step) => seen.push(step));
  const request = FakeRequest.last;
  expect(request.open).toHaveBeenCalledWith('POST', '/api/submissions');
  expect(request.sent).toBe(form);
  expect(request.withCredentials).toBe(true);
  expect(request.headers).not.toHaveProperty('content-type');
  request.upload.onprogress?.({ loaded: 25, total: 100 });
  request.upload.onprogress?.({ loaded: 100, total: 100 });
  request.answer(201, '{"submissionId":7}');
  expect(await upload).toEqual({ submissionId: 7 });
  expect(seen.map(({ fraction }) => fraction)).toEqual([0.25, 1]);
});

test('UP-6 a refused upload carries the parsed body, or null when it is no JSON', async () => {
  const refused = uploadForm('/api/submissions', new FormData(), () => {});
  FakeRequest.last.answer(400, '{"message":"Only MP3 files are allowed"}');
  await expect(refused).rejects.toMatchObject({
    status: 400,
    body: { message: 'Only MP3 files are allowed' },
  });
  const broken = uploadForm('/api/submissions', new FormData(), () => {});
  FakeRequest.last.answer(502, '', 'Bad Gateway');
  const error = await broken.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: '502: Bad Gateway', body: null });
});

test('a broken connection and a cancel are told apart', async () => {
  const broken = uploadForm('/u', new FormData(), () => {});
  FakeRequest.last.onerror?.();
  await expect(broken).rejects.toMatchObject({ reason: 'network' });
  const stop = new AbortController();
  const cancelled = uploadForm('/u', new FormData(), () => {}, { signal: stop.signal });
  stop.abort();
  await expect(cancelled).rejects.toBeInstanceOf(UploadBroken);
  await expect(cancelled).rejects.toMatchObject({ reason: 'aborted' });
});
