// What every object store has to do, run over the folder and over S3 (against a server started here).
import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_OBJECT_BYTES, newObjectName, type ObjectStorage } from '#ports/storage.ts';
import { type OpenedStore, openTestFolder, openTestS3 } from './test-stores.ts';

const mp3 = { contentType: 'audio/mpeg' } as const;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const newKey = (folder = 'audio') => `${folder}/${newObjectName('mp3')}`;

async function readAll(storage: ObjectStorage, key: string) {
  return buffer((await storage.getObject(key)).stream);
}

async function listAll(storage: ObjectStorage, prefix: string, limit: number) {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page = await storage.listObjects(prefix, { after, limit });
    pages.push(page.objects.map(({ key }) => key));
    after = page.next ?? undefined;
  } while (after);
  return pages;
}

describe.each([
  ['folder', openTestFolder],
  ['s3', () => openTestS3()],
  ['s3 in a shared bucket', () => openTestS3('soundcheck/')],
] as const)('%s storage', (provider, open) => {
  let opened: OpenedStore;
  let storage: ObjectStorage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterAll(() => opened.close());

  test('says which adapter it is and that it is ready', async () => {
    expect(provider).toContain(storage.provider);
    await expect(storage.checkReady()).resolves.toBeUndefined();
  });

  test('names it when there is no store behind it', async () => {
    const broken = await opened.openBroken();
    await expect(broken.checkReady()).rejects.toMatchObject({ name: 'StorageError' });
    await expect(broken.putObject(newKey(), Buffer.from('x'), mp3)).rejects.toMatchObject({
      name: 'StorageError',
    });
  });

  test('gives back the bytes it was given, with size, type and hash', async () => {
    const bytes = randomBytes(300_000);
    const key = newKey();
    expect(await storage.putObject(key, bytes, mp3)).toEqual({ size: 300_000, sha256: sha256(bytes) });
    const { stream, ...info } = await storage.getObject(key);
    expect(info).toEqual({ size: 300_000, contentType: 'audio/mpeg', range: null });
    expect((await buffer(stream)).equals(bytes)).toBe(true);
    expect(await storage.statObject(key)).toEqual({ size: 300_000, contentType: 'audio/mpeg' });
  });

  test('takes a stream of unknown length, in chunks of any size', async () => {
    const bytes = randomBytes(1_000_003);
    const cuts = [0, 1, 1, 70_000, 70_001, 1_000_003];
    const chunks = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
    const key = newKey();
    const put = await storage.putObject(key, Readable.from(chunks, { objectMode: false }), mp3);
    expect(put).toEqual({ size: bytes.length, sha256: sha256(bytes) });
    expect((await readAll(storage, key)).equals(bytes)).toBe(true);
  });

  test('keeps an empty object', async () => {
    const key = newKey();
    expect((await storage.putObject(key, new Uint8Array(0), mp3)).size).toBe(0);
    expect((await readAll(storage, key)).length).toBe(0);
    await expect(storage.getObject(key, { start: 0 })).rejects.toMatchObject({ problem: 'bad_range' });
  });

  test('replaces an object whole', async () => {
    const key = newKey();
    await storage.putObject(key, Buffer.from('a longer first text'), mp3);
    await storage.putObject(key, Buffer.from('second'), mp3);
    expect((await readAll(storage, key)).toString()).toBe('second');
  });

  test.each([
    ['the first two bytes', { start: 0, end: 1 }, { start: 0, end: 1 }],
    ['one byte', { start: 7, end: 7 }, { start: 7, end: 7 }],
    ['a middle part', { start: 10, end: 19 }, { start: 10, end: 19 }],
    ['an open end', { start: 95 }, { start: 95, end: 99 }],
    ['an end past the end', { start: 90, end: 5000 }, { start: 90, end: 99 }],
    ['all of it', { start: 0 }, { start: 0, end: 99 }],
  ])('AU-2 reads a range: %s', async (_, range, cut) => {
    const bytes = randomBytes(100);
    const key = newKey();
    await storage.putObject(key, bytes, mp3);
    const { stream, ...info } = await storage.getObject(key, range);
    expect(info).toEqual({ size: 100, contentType: 'audio/mpeg', range: cut });
    expect((await buffer(stream)).equals(bytes.subarray(cut.start, cut.end + 1))).toBe(true);
  });

  test.each([
    { start: 100 },
    { start: 5000, end: 6000 },
    { start: 9, end: 8 },
    { start: -1 },
    { start: 0.5 },
    { start: Number.NaN },
  ])('refuses the range %o', async (range) => {
    const key = newKey();
    await storage.putObject(key, randomBytes(100), mp3);
    await expect(storage.getObject(key, range)).rejects.toMatchObject({ problem: 'bad_range' });
  });

  test('what is not there is not found, and deleting it twice is fine', async () => {
    const key = newKey();
    await expect(storage.getObject(key)).rejects.toMatchObject({ problem: 'not_found' });
    await expect(storage.getObject(key, { start: 0, end: 1 })).rejects.toMatchObject({
      problem: 'not_found',
    });
    expect(await storage.statObject(key)).toBeNull();
    await storage.putObject(key, Buffer.from('x'), mp3);
    await storage.deleteObject(key);
    await storage.deleteObject(key);
    expect(await storage.statObject(key)).toBeNull();
  });

  test('UP-4 stops at the limit: the last byte fits, one more leaves nothing', async () => {
    const fits = newKey();
    await storage.putObject(fits, Readable.from([randomBytes(600), randomBytes(400)]), {
      ...mp3,
      maxBytes: 1000,
    });
    expect(await storage.statObject(fits)).toMatchObject({ size: 1000 });
    const over = newKey();
    const body = Readable.from([randomBytes(600), randomBytes(401), randomBytes(5)]);
    const put = storage.putObject(over, body, { ...mp3, maxBytes: 1000 });
    await expect(put).rejects.toMatchObject({ problem: 'too_large' });
    expect(await storage.statObject(over)).toBeNull();
    expect(body.destroyed).toBe(true);
  });

  test('no limit given is still a limit', async () => {
    const key = newKey();
    const put = storage.putObject(key, new Uint8Array(MAX_OBJECT_BYTES + 1), { ...mp3, maxBytes: 1e12 });
    await expect(put).rejects.toMatchObject({ problem: 'too_large' });
    expect(await storage.statObject(key)).toBeNull();
    await storage.putObject(key, new Uint8Array(MAX_OBJECT_BYTES), mp3);
    expect(await storage.statObject(key)).toMatchObject({ size: MAX_OBJECT_BYTES });
    await storage.deleteObject(key);
  });

  test('a sender that breaks off leaves nothing, and keeps what was there before', async () => {
    const key = newKey();
    await storage.putObject(key, Buffer.from('before'), mp3);
    const reset = new Error('connection reset');
    for (const [error, after] of [[reset, 10] as const, [undefined, 10] as const, [reset, 0] as const]) {
      const body = new PassThrough();
      const put = storage.putObject(key, body, mp3);
      body.write(randomBytes(50_000));
      // Before the store has begun to read, too.
      if (after) await wait(after);
      body.destroy(error);
      await expect(put).rejects.toThrow();
    }
    expect((await readAll(storage, key)).toString()).toBe('before');
  });

  test.each([
    ...[
      '',
      '.',
      '..',
      '/etc/passwd.txt',
      '../secret.mp3',
      'audio/../../secret.mp3',
      'audio/./a.mp3',
      './a.mp3',
    ],
    ...[
      'a//b.mp3',
      'audio/',
      'audio',
      'a.mp3/',
      '.hidden.mp3',
      'audio/.a.mp3',
      'A.mp3',
      'a b.mp3',
      'a\\b.mp3',
    ],
    ...['a%2fb.mp3', 'a\0.mp3', 'a.mp3\n', 'é.mp3', 'a.exe', 'a.constructor', 'a.b.mp3', 'a/b/c/d/e.mp3'],
    ...[`${'a'.repeat(300)}.mp3`, '-a.mp3', 'C:a.mp3', '.writing/a.mp3'],
  ])('AU-2 refuses the key %j everywhere', async (key) => {
    const refused = { problem: 'invalid_key' };
    await expect(storage.putObject(key, Buffer.from('x'), mp3)).rejects.toMatchObject(refused);
    await expect(storage.getObject(key)).rejects.toMatchObject(refused);
    await expect(storage.statObject(key)).rejects.toMatchObject(refused);
    await expect(storage.deleteObject(key)).rejects.toMatchObject(refused);
  });

  test('refuses a type that is not that of the name, and frees the sender', async () => {
    const body = Readable.from([Buffer.from('<svg/>')]);
    const put = storage.putObject('covers/a.png', body, mp3);
    await expect(put).rejects.toMatchObject({ problem: 'invalid_key' });
    expect(body.destroyed).toBe(true);
  });

  test('lists by prefix, in order, page by page', async () => {
    const names = ['z.mp3', 'a.mp3', 'm1.mp3', 'm/2.mp3', 'm/1.mp3', 'm0/x.mp3', 'b.mp3'].map(
      (n) => `list/${n}`,
    );
    for (const key of names) await storage.putObject(key, Buffer.from(key), mp3);
    await storage.putObject('lister/other.mp3', Buffer.from('other'), mp3);
    const sorted = [...names].sort();
    expect(await listAll(storage, 'list/', 1000)).toEqual([sorted]);
    expect(await listAll(storage, 'list/', 3)).toEqual([
      sorted.slice(0, 3),
      sorted.slice(3, 6),
      sorted.slice(6),
    ]);
    expect((await listAll(storage, 'list/', 1)).flat()).toEqual(sorted);
    expect(await listAll(storage, 'list/m', 10)).toEqual([sorted.filter((key) => key.startsWith('list/m'))]);
    expect(await listAll(storage, 'list/m/', 10)).toEqual([['list/m/1.mp3', 'list/m/2.mp3']]);
    expect(await listAll(storage, 'list', 10)).toEqual([[...sorted, 'lister/other.mp3']]);
    expect(await listAll(storage, 'nothing/', 10)).toEqual([[]]);
    const { objects } = await storage.listObjects('list/a');
    expect(objects).toEqual([{ key: 'list/a.mp3', size: 10, modifiedAt: expect.any(Date) }]);
    expect(Math.abs(Date.now() - objects[0].modifiedAt.getTime())).toBeLessThan(10 * 60_000);
  });

  test.each(['..', '../', '/', 'a//', '.writing', 'A', '*'])('refuses the prefix %j', async (prefix) => {
    await expect(storage.listObjects(prefix)).rejects.toMatchObject({ problem: 'invalid_key' });
  });

  test('many writes of one key at once: one of them, whole', async () => {
    const key = newKey();
    const bodies = Array.from({ length: 8 }, () => randomBytes(40_000));
    await Promise.all(bodies.map((body) => storage.putObject(key, body, mp3)));
    const stored = await readAll(storage, key);
    expect(bodies.some((body) => body.equals(stored))).toBe(true);
  });
});

test('names cannot be guessed: 160 random bits, no two alike, every letter used', () => {
  const names = Array.from({ length: 2000 }, () => newObjectName('mp3'));
  for (const name of names) expect(name).toMatch(/^[a-z2-7]{32}\.mp3$/);
  expect(new Set(names).size).toBe(2000);
  expect(new Set(names.join('').replaceAll('.mp3', '')).size).toBe(32);
});
