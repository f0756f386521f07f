// A copy of the database with the same store: it may read, and can delete nothing that is not its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUnownedAudio } from '#features/recordings/service-sweep.ts';
import { openTestS3 } from '#providers/storage/test-stores.ts';
import { SONG, startTestApp, type TestApp } from './test-app.ts';

let store: Awaited<ReturnType<typeof openTestS3>>;
let live: TestApp;
let audio: string;
beforeAll(async () => {
  store = await openTestS3();
  live = await startTestApp({ env: store.env });
  const id = await live.browser().submit();
  audio = String((await live.browser().read(`/api/submissions/${id}`)).audioFilePath);
});
afterAll(async () => {
  await live.close();
  await store.close();
});

const isThere = async () => (await store.storage.statObject(`audio/${audio}`)) !== null;

test('OP-4 a rehearsal on the same bucket reads, and its sweeps and uploads change nothing', async () => {
  const copy = await startTestApp({ env: store.env });
  copy.clock.advance(7200);
  await expect(sweepUnownedAudio(copy.deps)).rejects.toMatchObject({ problem: 'unavailable' });
  expect((await copy.browser().upload()).status).toBe(503);
  expect((await copy.deps.storage.statObject(`audio/${audio}`))?.size).toBe(SONG.bytes.length);
  await copy.close();
  expect(await isThere()).toBe(true);
});

test('OP-4 a database that took its place adopts the store; the old one only reads from then on', async () => {
  const moved = await startTestApp({ env: { ...store.env, STORAGE_ADOPT: 'true' } });
  expect((await moved.browser().upload()).status).toBe(200);
  await moved.close();
  const old = await startTestApp({ env: store.env });
  expect((await old.browser().upload()).status).toBe(503);
  await old.close();
});

test('OP-4 what is swept waits in quarantine for a week', async () => {
  const lonely = await openTestS3();
  const app = await startTestApp({ env: lonely.env });
  const lost = 'audio/nobodys.mp3';
  await lonely.storage.putObject(lost, SONG.bytes, { contentType: 'audio/mpeg' });
  app.clock.advance(7200);
  expect(await sweepUnownedAudio(app.deps)).toBe(1);
  expect(await lonely.storage.statObject(lost)).toBeNull();
  expect((await lonely.storage.statObject(`quarantine/${lost}`))?.size).toBe(SONG.bytes.length);
  app.clock.advance(6 * 86_400);
  await sweepUnownedAudio(app.deps);
  expect(await lonely.storage.statObject(`quarantine/${lost}`)).not.toBeNull();
  app.clock.advance(2 * 86_400);
  await sweepUnownedAudio(app.deps);
  expect(await lonely.storage.statObject(`quarantine/${lost}`)).toBeNull();
  await app.close();
  await lonely.close();
});
