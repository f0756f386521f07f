import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call, endpoint } from '#platform/http/endpoint.ts';
import { ApiError, callEndpoint, readableMessage } from './api-client.ts';

const readTrack = endpoint({
  method: 'GET',
  path: '/api/tracks/:id',
  summary: 'read',
  access: 'public',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  response: z.object({ title: z.string() }),
});
const renameTrack = endpoint({
  method: 'PATCH',
  path: '/api/tracks',
  summary: 'rename',
  access: 'public',
  body: z.object({ title: z.string() }),
  response: z.object({ ok: z.boolean() }),
});

const fetchStub = vi.fn<typeof fetch>();
const answer = (body: unknown, init?: ResponseInit) =>
  fetchStub.mockImplementation(async () => Response.json(body, init));

beforeEach(() => vi.stubGlobal('fetch', fetchStub));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchStub.mockReset();
});

test('SH-7 sends cookies, and path and query encoded', async () => {
  answer({ title: 'Paper Sun' });
  const track = await callEndpoint(readTrack, {
    params: { id: 'a/b' },
    query: { q: 'R&B', page: undefined },
  });
  expect(track.title).toBe('Paper Sun');
  const [url, init] = fetchStub.mock.calls[0];
  expect(url).toBe('/api/tracks/a%2Fb?q=R%26B');
  expect(init).toMatchObject({ method: 'GET', credentials: 'include', body: undefined });
});

test('a call as pages know it has the types of its contract, which the compiler holds it to', async () => {
  answer({ title: 'Paper Sun' });
  const read = call<typeof readTrack>('GET', '/api/tracks/:id');
  const { title } = await callEndpoint(read, { params: { id: '7' }, query: {} });
  expect(title.toUpperCase()).toBe('PAPER SUN');
  expect(fetchStub.mock.calls[0][0]).toBe('/api/tracks/7');
  // @ts-expect-error: the contract has another path
  call<typeof readTrack>('GET', '/api/track/:id');
  // @ts-expect-error: the contract has another method
  call<typeof readTrack>('POST', '/api/tracks/:id');
  // @ts-expect-error: the contract asks for an id
  await callEndpoint(read, { query: {} }).catch(() => {});
});

test('SH-7 sends a JSON body as JSON, and a form as it is', async () => {
  answer({ ok: true });
  await callEndpoint(renameTrack, { body: { title: 'New' } });
  expect(fetchStub.mock.calls[0][1]).toMatchObject({
    body: '{"title":"New"}',
    headers: { 'content-type': 'application/json' },
  });
  const form = new FormData();
  await callEndpoint(renameTrack, { body: { title: 'unused' }, form });
  const init = fetchStub.mock.calls[1][1];
  expect(init?.body).toBe(form);
  expect(init?.headers).not.toHaveProperty('content-type');
});

test('SH-7 throws status and text once, and keeps the parsed body', async () => {
  const body = { error: 'No', message: 'Title is taken', code: 'CONFLICT', fields: { title: 'taken' } };
  answer(body, { status: 409 });
  const error = await callEndpoint(renameTrack, { body: { title: 'x' } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toBe(`409: ${JSON.stringify(body)}`);
  expect((error as ApiError).body).toEqual(body);
  expect(readableMessage(error, 'fallback')).toBe('Title is taken');
  expect(fetchStub).toHaveBeenCalledTimes(1);
});

test('SH-7 falls back to the status text when the answer is empty', async () => {
  fetchStub.mockImplementation(async () => new Response('', { status: 502, statusText: 'Bad Gateway' }));
  const error = await callEndpoint(readTrack, { params: { id: '1' } }).catch((thrown: unknown) => thrown);
  expect((error as ApiError).message).toBe('502: Bad Gateway');
  expect((error as ApiError).body).toBeNull();
  expect(readableMessage(error, 'fallback')).toBe('fallback');
});
