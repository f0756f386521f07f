// What an attacker sends to the whole app: files that are two things at once, huge tags, and very many requests that never end.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinBytes } from '#audio/test-signals.ts';
import { SONG, startTestApp, type TestApp, until } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const text = (words: string) => new TextEncoder().encode(words);
/** An ID3v2 tag around these bytes. */
function tagAround(body: Uint8Array): Uint8Array {
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 127);
  return joinBytes(text('ID3'), Uint8Array.from([4, 0, 0, ...size]), body);
}
const PAGE = text('<!doctype html><script>alert(document.domain)</script>');
const ZIP_END = joinBytes(text('PK\u0005\u0006'), new Uint8Array(18));

const submit = async (what: string, file: Uint8Array) => {
  const artist = app.browser();
  artist.address = `10.3.0.${what.length}`;
  return { artist, response: await artist.upload({ trackTitle: what }, file) };
};

test.each([
  ['a tag of 9 MB', () => joinBytes(tagAround(new Uint8Array(9 << 20)), SONG.bytes)],
  ['a web page in its tag', () => joinBytes(tagAround(PAGE), SONG.bytes)],
  ['a ZIP at its end', () => joinBytes(SONG.bytes, PAGE, ZIP_END)],
])('SEC-4 UP-4 an MP3 with %s is heard to its end, and served as sound alone', async (what, make) => {
  const { artist, response } = await submit(what, make());
  expect(response.status).toBe(200);
  const { submissionId: id } = (await response.json()) as { submissionId: number };
  await artist.hear(id);
  const { headers, status } = await artist.get(`/api/submissions/${id}/audio`);
  expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    ...[200, 'audio/mpeg', 'nosniff'],
  ]);
});

test.each([
  ['a picture', () => joinBytes(text('GIF89a'), PAGE, SONG.bytes)],
  ['a document', () => joinBytes(text('%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>'), SONG.bytes)],
])('SEC-4 UP-4 music behind the first bytes of %s is refused', async (what, make) => {
  const { response } = await submit(what, make());
  expect([response.status, await response.json()]).toEqual([
    ...[422, expect.objectContaining({ code: 'not_audio' })],
  ]);
});

/** Begins a request and keeps it open. */
async function begin(n: number, head: string, body: Uint8Array): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {});
  const from = `X-Forwarded-For: 10.4.${n >> 8}.${n & 255}`;
  socket.write(`${head}\r\nHost: ${hostname}:${port}\r\n${from}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body, resolve));
  return socket;
}

test('LK-2 300 slow uploads and 300 bodies that never end keep nobody waiting, and memory in bounds', async () => {
  const started = text(
    '--b\r\nContent-Disposition: form-data; name="audioFile"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
  );
  const before = process.memoryUsage();
  const open = await Promise.all(
    Array.from({ length: 600 }, (_, n) =>
      n < 300
        ? begin(
            n,
            'POST /api/submissions HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000',
            joinBytes(started, SONG.bytes),
          )
        : begin(
            n,
            'POST /api/submissions/1/vote HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 200000',
            text(`{"voterName":"${'x'.repeat(50_000)}`),
          ),
    ),
  );
  // All of them are under way: what arrived of the files is on the disk.
  await until(
    async () => (await app.storedFiles()).filter((name) => name.startsWith('upload-')).length >= 300,
    'all',
  );
  const visitor = app.browser();
  visitor.address = '10.5.0.1';
  for (const path of ['/api/health', '/api/ready', '/api/leaderboard'])
    expect((await visitor.get(path)).status, path).toBe(200);
  expect((await visitor.upload({ trackTitle: 'In between' })).status).toBe(200);
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.external - before.heapUsed - before.external;
  expect(grown).toBeLessThan(250 << 20);
  for (const socket of open) socket.destroy();
  // Nothing of them stays.
  await until(
    async () => !(await app.storedFiles()).some((name) => name.startsWith('upload-')),
    'the sweeping up',
  );
});
