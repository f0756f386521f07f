// The whole app on an S3-compatible store, chosen by settings alone; and on a store that fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepUnownedAudio } from '#features/recordings/service-sweep.ts';
import { newObjectName } from '#ports/storage.ts';
import { openTestS3 } from '#providers/storage/test-stores.ts';
import { SONG, startTestApp, type TestApp } from './test-app.ts';

let store: Awaited<ReturnType<typeof openTestS3>>;
beforeAll(async () => {
  store = await openTestS3();
});
afterAll(() => store.close());

const listKeys = async () => {
  const keys = (await store.storage.listObjects('')).objects.map(({ key }) => key);
  return keys.filter((key) => !/^(site|quarantine|ledger)\//.test(key));
};

describe('a store that works', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ worker: true, env: store.env });
  });
  afterAll(() => app.close());

  test('UP-7 AU-2 a track is stored there, analysed from there and streamed from there', async () => {
    const browser = app.browser();
    const id = await browser.submit();
    await browser.hear(id);
    const { audioFilePath } = await browser.read(`/api/submissions/${id}`);
    expect(await listKeys()).toEqual([expect.stringContaining(String(audioFilePath))]);
    expect(await app.storedFiles()).not.toContain(audioFilePath);

    const path = `/api/audio/${audioFilePath}`;
    expect(new Uint8Array(await (await browser.get(path)).arrayBuffer())).toEqual(SONG.bytes);
    const part = await browser.fetch(path, { headers: { range: 'bytes=-10' } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(SONG.bytes.slice(-10));
  });

  test('a refused upload leaves nothing there', async () => {
    const before = await listKeys();
    expect((await app.browser().upload({}, new Uint8Array(5000))).status).toBe(422);
    expect((await app.browser().upload({ artistName: 'x' })).status).toBe(400);
    expect(await listKeys()).toEqual(before);
  });

  test('a file without a submission is swept after its hour, others are kept', async () => {
    const before = await listKeys();
    const lost = `audio/${newObjectName('mp3')}`;
    await store.storage.putObject(lost, SONG.bytes, { contentType: 'audio/mpeg' });
    expect(await sweepUnownedAudio(app.deps)).toBe(0);
    app.clock.advance(2 * 3600);
    expect(await sweepUnownedAudio(app.deps)).toBe(1);
    const kept = await listKeys();
    expect(kept).toEqual(expect.arrayContaining(before));
    expect(kept).not.toContain(lost);
  });

  test('/api/ready says so', async () => {
    expect(await app.browser().read('/api/ready')).toMatchObject({ status: 'ok', storage: 'ok' });
  });
});

test('a store that fails: uploads are refused with a sentence, nothing is kept, /api/ready says so', async () => {
  const app = await startTestApp({ env: { ...store.env, S3_BUCKET: 'no-such-bucket' } });
  try {
    const answer = await app.browser().upload();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: 'Files cannot be stored or read right now.' });
    expect(await app.sql('SELECT id FROM submissions')).toEqual([]);
    const ready = await app.browser().get('/api/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'failed', database: 'ok', storage: 'failed' });
  } finally {
    await app.close();
  }
});
