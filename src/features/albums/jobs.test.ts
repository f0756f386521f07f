/** Publishing in a batch while the worker that does it is killed in the middle of a cover. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitAlbum } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { end, startWorkerProcess } from '#app/test-program.ts';
import type { AlbumListRow, Batch } from './contract-staff.ts';

let app: TestApp;
let painter: Server;
let settings: Record<string, string>;
/** Covers asked for so far. The second one is never answered. */
let asked = 0;
beforeAll(async () => {
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
  painter = createServer((request, response) => {
    // Each process tries its key when it starts.
    if (request.method === 'GET') return void response.end('{}');
    asked += 1;
    if (asked !== 2) response.end(JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] }));
  });
  await new Promise<void>((resolve) => painter.listen(0, '127.0.0.1', resolve));
  settings = {
    COVER_ART: 'openai',
    COVER_ART_URL: `http://127.0.0.1:${(painter.address() as AddressInfo).port}`,
    COVER_ART_KEY: 'test',
  };
  app = await startTestApp({ env: settings });
});
afterAll(async () => {
  painter.closeAllConnections();
  painter.close();
  await app.close();
});

const latest = async (staff: Browser) =>
  (await staff.read<{ batch: Batch }>('/api/admin/album-batches/latest')).batch;
const covers = async (staff: Browser) =>
  (await staff.read<AlbumListRow[]>('/api/albums')).map(({ coverImageUrl }) => coverImageUrl);

test('AB-5 a batch goes on with the next worker where a killed one left it', async () => {
  const staff = await app.staff();
  const first = startWorkerProcess(app, settings);
  await submitAlbum(app.browser());
  await submitAlbum(app.browser(), { albumName: 'Second', phoneNumber: '+1 202 555 0150' });
  expect((await staff.post('/api/admin/album-batches', { count: 2 })).status).toBe(200);
  await until(async () => asked === 2, 'the second cover to be asked for');
  await end(first);
  expect(await latest(staff)).toMatchObject({ state: 'running', current: 2, succeeded: 1 });
  const before = (await covers(staff)).filter((cover) => cover !== null);
  expect(before).toHaveLength(1);
  await app.startWorker();
  await until(async () => (await latest(staff)).state === 'done', 'the batch to end');
  expect(await latest(staff)).toMatchObject({ succeeded: 2, failed: 0 });
  const after = await covers(staff);
  expect(after).toEqual([expect.any(String), expect.any(String)]);
  expect(after).toContain(before[0]);
  expect(asked).toBe(3);
});
