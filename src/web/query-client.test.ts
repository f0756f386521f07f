import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, createQueryFn } from './query-client.ts';

const fetchStub = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetchStub));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchStub.mockReset();
});

test('SH-9 a default read is a GET on the first element of its key, parsed as JSON', async () => {
  fetchStub.mockImplementation(async () => new Response('[1,2]'));
  const client = createQueryClient();
  expect(await client.fetchQuery({ queryKey: ['/api/things', 'ignored'] })).toEqual([1, 2]);
  expect(fetchStub.mock.calls[0][0]).toBe('/api/things');
  expect(fetchStub.mock.calls[0][1]?.method).toBe('GET');
});

test('SH-7 an answer is never stale: a second read asks nobody', async () => {
  fetchStub.mockImplementation(async () => new Response('1'));
  const client = createQueryClient();
  await client.fetchQuery({ queryKey: ['/api/once'] });
  await client.fetchQuery({ queryKey: ['/api/once'] });
  expect(fetchStub).toHaveBeenCalledTimes(1);
  expect(client.getDefaultOptions().queries).toMatchObject({
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
});

test('SH-7 a failed read throws at once and is not retried', async () => {
  fetchStub.mockImplementation(async () => new Response('down', { status: 503 }));
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow('503: down');
  expect(fetchStub).toHaveBeenCalledTimes(1);
});

test('SH-9 throws on 401 unless set to give null', async () => {
  fetchStub.mockImplementation(async () => new Response('who?', { status: 401 }));
  const client = createQueryClient();
  await expect(client.fetchQuery({ queryKey: ['/api/me'] })).rejects.toThrow('401: who?');
  const orNull = createQueryFn({ on401: 'null' });
  expect(await client.fetchQuery({ queryKey: ['/api/me'], queryFn: orNull })).toBeNull();
});

test('SH-9 only a 401 becomes null', async () => {
  fetchStub.mockImplementation(async () => new Response('no', { status: 403 }));
  const queryFn = createQueryFn({ on401: 'null' });
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/me'], queryFn })).rejects.toThrow('403: no');
});
