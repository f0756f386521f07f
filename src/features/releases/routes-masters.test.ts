// Masters and the package over HTTP: sent in pieces, heard by the worker, packed bit by bit.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { insertOwnTrack, insertTrack, pay } from '#app/test-buyer.ts';
import { paintCover } from '#app/test-cover.ts';
import { signInAs } from '#app/test-people.ts';
import { makeDraft, openMaster, patchMaster, sendMaster } from '#app/test-releases.ts';
import { composeMaster, decodeWhole, writeFlac, writeWav } from '#audio/test-masters.ts';
import { encodeMp3 } from '#audio/test-signals.ts';
import type { Release } from './contract.ts';
import type { Deliveries } from './contract-deliveries.ts';
import { DOUBT_DAYS, MASTER_BYTES } from './limits.ts';
import { checkMessage } from './rules-message.ts';
import { forgetDoubted } from './service-accept.ts';
import { sweepCovers, sweepPieces } from './service-sweep.ts';

const SOUND = composeMaster(8, 44_100);
const EAN = '9780201379624';
let app: TestApp;
let artist: Browser;
let trackId: number;
let mp3: Uint8Array;
let subject: string;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  artist = app.browser();
  mp3 = await encodeMp3(SOUND, 44_100, 192);
  trackId = await artist.submit({ phoneNumber: '+1 202 555 0161' }, mp3);
  subject = `track/${trackId}`;
  await artist.hear(trackId);
});
afterAll(() => app.close());

const read = () => artist.read<Release>(`/api/releases/${subject}`);
const masterProblem = ({ checks }: Release) =>
  checks.find(({ field }) => field === 'tracks.0.master')?.problem ?? null;
const listPieces = async () => (await app.deps.storage.listObjects('masters/')).objects;

test('RL-1 a master goes on after a break, two calls with the same bytes count once, strangers are kept out', async () => {
  const flac = writeFlac(SOUND, 24);
  const open = () => openMaster(artist, subject, flac, 'Salt — final.flac');
  expect((await open()).status).toBe(403);
  const begun = await artist.post(`/api/submissions/${trackId}/distribution-payment`);
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await pay(artist, clientSecret);
  await artist.get(`/api/payments/status?payment_intent_client_secret=${clientSecret}`);
  expect(masterProblem(await read())).toContain('Send the master');
  const opened = await open();
  expect([opened.status, opened.headers.get('upload-offset')]).toEqual([201, '0']);
  const path = opened.headers.get('location')!;
  const half = 1_000_000;
  const answers = await Promise.all(
    [1, 2, 3].map(() => patchMaster(artist, path, flac.subarray(0, half), 0)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect((await open()).headers.get('location')).toBe(path);
  const head = await artist.fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('tus-resumable')]).toEqual([
    ...[200, String(half), '1.0.0'],
  ]);
  expect(masterProblem(await read())).toContain('not arrived whole');
  const stranger = app.browser();
  expect((await stranger.get(path)).status).toBe(403);
  expect((await patchMaster(stranger, path, flac.subarray(half), half)).status).toBe(403);
  expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(403);
  expect((await patchMaster(artist, path, flac.subarray(half), half + 1)).status).toBe(409);
  expect((await patchMaster(artist, path, flac.subarray(half, half + 9), half)).status).toBe(400);
  const rest = await patchMaster(artist, path, flac.subarray(half), half);
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(flac.length)]);
  const release = await until(
    async () => (await read()).masters[0].state === 'kept' && (await read()),
    'the master to be heard',
  );
  expect(masterProblem(release)).toBeNull();
  expect(release.masters[0]).toMatchObject({ fileName: 'Salt — final.flac', received: flac.length });
  const sound = release.masters[0].sound!;
  expect(Math.abs(sound.offset)).toBeLessThan(0.1);
  const hear = (browser: Browser, range?: string) =>
    browser.fetch(sound.audioUrl, range ? { headers: { range } } : {});
  const heard = await hear(artist);
  expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/flac']);
  expect(Buffer.from(await heard.arrayBuffer()).equals(flac)).toBe(true);
  // Over the seam of two pieces.
  const part = await hear(artist, `bytes=${half - 5}-${half + 4}`);
  expect([part.status, part.headers.get('content-range')]).toEqual([
    ...[206, `bytes ${half - 5}-${half + 4}/${flac.length}`],
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(flac.subarray(half - 5, half + 5))).toBe(true);
  expect((await hear(artist, `bytes=${flac.length}-`)).status).toBe(416);
  expect((await hear(stranger)).status).toBe(403);
  expect(release.masters[0].summary).toMatch(/^FLAC, 24 bit, 44.1 kHz, 0:08, −\d+(\.\d)? LUFS/);
});

test('RL-1 RL-4 the package is a batch that unzip opens: message, bit-exact master, cover', async () => {
  const form = new FormData();
  form.append('cover', new Blob([new Uint8Array(await paintCover())]), 'cover.jpg');
  await artist.fetch(`/api/releases/${subject}/cover`, { method: 'POST', body: form });
  const draft = { ...makeDraft(1), upc: EAN, releaseDate: '2030-01-01' };
  const saved = await artist.fetch(`/api/releases/${subject}`, {
    method: 'PUT',
    body: JSON.stringify({ revision: (await read()).revision, draft }),
    headers: { 'content-type': 'application/json' },
  });
  expect(((await saved.json()) as Release).checks.filter(({ problem }) => problem)).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-release-'));
  try {
    const archive = await artist.get(`/api/releases/${subject}/package.zip`);
    await writeFile(join(folder, 'a.zip'), Buffer.from(await archive.arrayBuffer()));
    await promisify(execFile)('unzip', ['-q', 'a.zip', '-d', 'out'], { cwd: folder });
    const [batch, people] = (await readdir(join(folder, 'out'))).sort();
    const files = (await readdir(join(folder, 'out', batch), { recursive: true })).sort();
    const resources = [`resources/${EAN}.jpg`, `resources/${EAN}_01_001.flac`];
    expect(files).toEqual([
      ...[EAN, `${EAN}/${EAN}.xml`, `${EAN}/resources`],
      ...[...resources.map((path) => `${EAN}/${path}`), `BatchComplete_${batch}.xml`],
    ]);
    const open = (name: string) => readFile(join(folder, 'out', batch, EAN, name));
    const flac = await open(resources[1]);
    expect(flac.equals(Buffer.from(writeFlac(SOUND, 24)))).toBe(true);
    const xml = (await open(`${EAN}.xml`)).toString();
    expect(checkMessage(xml, resources)).toEqual([]);
    expect(xml).toContain(`<HashSumValue>${createHash('sha256').update(flac).digest('hex')}<`);
    expect(xml).toContain('<BitsPerSample>24<');
    expect(xml).toContain('<MessageControlType>TestMessage<');
    expect(xml).not.toContain('2025550161');
    const beside = (name: string) => readFile(join(folder, 'out', people, name));
    expect((await beside('one-sheet.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await beside('musicbrainz.html')).toString()).toContain(`name="barcode" value="${EAN}"`);
    expect(JSON.parse((await beside('schema-org.json')).toString())).toMatchObject({
      '@type': 'MusicAlbum',
      gtin13: EAN,
      track: [{ isrcCode: 'USS1Z2600001', duration: 'PT8S' }],
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('RL-4 staff deliver once however many press, take it back until it is fetched, and answers reach the artist', async () => {
  const staff = await app.staff();
  const folder = join(app.dataDir, 'deliveries');
  const deliver = (kind: string) =>
    staff.post('/api/admin/deliveries', { subject: 'track', id: trackId, kind });
  const state = async () => (await read()).package.state;
  const stores = async () => {
    const status = await artist.read<{ stores: { state: string }[] }>(
      `/api/submissions/${trackId}/distribution-status`,
    );
    return [...new Set(status.stores.map((store) => store.state))];
  };
  const send = async (kind: string) => {
    const answer = (await (await deliver(kind)).json()) as Deliveries;
    await until(async () => (await state()) === 'sent', 'the batch to be sent');
    return answer.deliveries[0];
  };
  expect(await state()).toBe('ready');
  expect(
    (await artist.post('/api/admin/deliveries', { subject: 'track', id: trackId, kind: 'release' })).status,
  ).toBe(401);
  expect((await deliver('takedown')).status).toBe(409);
  const pressed = await Promise.all([1, 2, 3].map(() => deliver('release')));
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await until(async () => (await state()) === 'sent', 'the batch to be sent');
  const [batch] = await readdir(folder);
  expect(await readdir(join(folder, batch, EAN, 'resources'))).toEqual([`${EAN}.jpg`, `${EAN}_01_001.flac`]);
  expect(await stores()).toEqual(['sent']);
  const { deliveries } = await staff.read<Deliveries>(`/api/admin/deliveries?subject=track&id=${trackId}`);
  const undo = (id: number) => staff.fetch(`/api/admin/deliveries/${id}`, { method: 'DELETE' });
  expect((await undo(deliveries[0].id)).status).toBe(200);
  expect([await readdir(folder), await state(), await stores()]).toEqual([[], 'ready', ['planned']]);
  const second = await send('release');
  await rm(join(folder, second.batch), { recursive: true });
  expect((await undo(second.id)).status).toBe(409);
  const answer = (body: object) => staff.post(`/api/admin/deliveries/${second.id}`, body);
  expect((await answer({ state: 'refused' })).status).toBe(400);
  expect((await answer({ state: 'accepted' })).status).toBe(200);
  expect((await answer({ state: 'live' })).status).toBe(200);
  expect((await answer({ state: 'accepted' })).status).toBe(409);
  expect([await state(), (await deliver('release')).status]).toEqual(['live', 409]);
  const takedown = await send('takedown');
  expect(await readFile(join(folder, takedown.batch, EAN, `${EAN}.xml`), 'utf8')).toContain('<EndDate>');
  const told = await app.sql<{ title: string }>(
    'SELECT title FROM notices WHERE submission_id = $1 ORDER BY id',
    [trackId],
  );
  expect(told.map(({ title }) => title)).toContain('Release of Saltwater Teeth: in the stores');
});

/** Signed once as 'Tide Machine 4.0' for these very bytes, with a certificate made for tests: the chunk, and the tag. */
const readSigned = (name: string) =>
  readFile(new URL(`../../app/test-credentials-${name}.bin`, import.meta.url));

test('RL-1 RL-3 credentials in a WAV or FLAC master are read and shown; one changed bit of the sound breaks them', async () => {
  const wav = Buffer.concat([writeWav(SOUND, 44_100), await readSigned('wav')]);
  wav.writeUInt32LE(wav.length - 8, 4);
  const changed = Buffer.from(wav);
  changed[50_000] ^= 1;
  const flac = Buffer.concat([await readSigned('flac'), writeFlac(SOUND, 24)]);
  const read = { holds: true, tool: 'Tide Machine 4.0', signer: 'Tide Machine', ai: 'wholly' };
  const sent = async (bytes: Uint8Array, name: string) => {
    const { state, credentials } = await sendMaster(artist, subject, bytes, { name });
    return { state, credentials };
  };
  expect(await sent(wav, 'signed.wav')).toEqual({ state: 'kept', credentials: read });
  expect(await sent(changed, 'changed.wav')).toEqual({
    state: 'kept',
    credentials: { ...read, holds: false },
  });
  expect(await sent(flac, 'signed.flac')).toEqual({ state: 'kept', credentials: read });
  const staff = await app.staff();
  const { masters } = await staff.read<Release>(`/api/releases/${subject}`);
  expect(masters[0].credentials).toEqual(read);
  expect(await readdir(join(app.dataDir, 'incoming'))).toEqual([]);
});

test('RL-1 what is no master of the entry is refused in plain words, and nothing of it is kept', async () => {
  const cases: [string, Uint8Array, string][] = [
    ['renamed.wav', mp3, 'This is an MP3, whatever its name says'],
    ['decoded.wav', writeWav(await decodeWhole(mp3), 44_100), 'as an MP3 or AAC encoder leaves it'],
    ['other.wav', writeWav(composeMaster(8, 44_100, 77), 44_100), 'another recording'],
    ['long.wav', writeWav(composeMaster(15, 44_100), 44_100), '0:15 long, your entry 0:08'],
  ];
  for (const [name, bytes, words] of cases) {
    const { state, refusal } = await sendMaster(artist, subject, bytes, { name });
    expect([state, refusal]).toEqual(['refused', expect.stringContaining(words)]);
    expect(masterProblem(await read())).toContain(words);
    expect(await listPieces(), name).toHaveLength(name === 'decoded.wav' ? 1 : 0);
  }
  const archive = await artist.get(`/api/releases/${subject}/package.zip`);
  expect(Buffer.from(await archive.arrayBuffer()).toString('latin1')).toContain('what-is-missing.txt');
  const large = await artist.fetch(`/api/releases/${subject}/masters/1`, {
    method: 'POST',
    headers: { 'upload-length': String(501 * 1024 * 1024) },
  });
  expect(large.status).toBe(413);
  expect((await openMaster(artist, subject, mp3, 'a.wav', 2)).status).toBe(404);
});

test('RL-1 staff accept a master that looks encoded, with a reason and once; the artist is told, and after two weeks it is forgotten', async () => {
  const staff = await app.staff();
  const accept = (who: Browser, id: number, reason = 'Taped off the radio in 1971.') =>
    who.post(`/api/admin/masters/${id}/accept`, { reason });
  const encoded = writeWav(await decodeWhole(mp3), 44_100);
  const sent = await sendMaster(artist, subject, encoded, { name: 'radio.wav' });
  expect(sent).toMatchObject({ state: 'refused', isDoubted: true, sound: null });
  expect((await accept(artist, sent.id)).status).toBe(401);
  expect((await accept(staff, sent.id, '  because ')).status).toBe(400);
  const pressed = await Promise.all([1, 2, 3].map(() => accept(staff, sent.id)));
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const release = await read();
  expect([masterProblem(release), release.masters[0].state, release.masters[0].isDoubted]).toEqual([
    ...[null, 'kept', false],
  ]);
  expect(release.masters[0].remarks[0]).toMatch(
    /^Our people accepted it although its sound ends sharply at 1\d/,
  );
  const heard = await (await artist.get(release.masters[0].sound!.audioUrl)).arrayBuffer();
  expect(Buffer.from(heard).equals(encoded)).toBe(true);
  const entries = await app.sql<{ detail: object }>(
    `SELECT detail FROM audit_trail WHERE action = 'release.accept-master'`,
  );
  expect(entries.map(({ detail }) => detail)).toEqual([
    { position: 1, wallHz: expect.any(Number), reason: 'Taped off the radio in 1971.' },
  ]);
  expect(
    await app.sql(`SELECT 1 FROM notices WHERE title = 'Master of Saltwater Teeth: accepted'`),
  ).toHaveLength(1);

  const again = await sendMaster(artist, subject, encoded, { name: 'again.wav' });
  const { db, storage } = app.deps;
  expect(await forgetDoubted({ db, clock: app.clock })).toBe(0);
  const later = new Date(app.clock.now().getTime() + (DOUBT_DAYS * 86_400 + 1) * 1000);
  expect(await forgetDoubted({ db, clock: { now: () => later } })).toBe(1);
  expect((await read()).masters[0]).toMatchObject({ id: again.id, state: 'refused', isDoubted: false });
  expect((await accept(staff, again.id)).status).toBe(409);
  expect(await sweepPieces({ db, storage, clock: { now: () => later } })).toBe(1);
  expect(await listPieces()).toEqual([]);
});

test('RL-1 covers and pieces go when their track is deleted', async () => {
  await openMaster(artist, subject, SOUND_BYTES, 'again.wav');
  const { masters } = await read();
  await patchMaster(artist, `/api/masters/${masters[0].id}`, SOUND_BYTES.subarray(0, 200_000), 0);
  expect(await listPieces()).toHaveLength(1);
  await app.sql('DELETE FROM submissions WHERE id = $1', [trackId]);
  const { db, storage } = app.deps;
  const later = { now: () => new Date(Date.now() + 2 * 3_600_000) };
  expect([await sweepPieces({ db, storage, clock: app.clock }), await listPieces()]).toEqual([
    0,
    expect.any(Array),
  ]);
  expect(await sweepPieces({ db, storage, clock: later })).toBe(1);
  expect(await sweepCovers({ db, storage, clock: later })).toBe(1);
  expect((await storage.listObjects('covers/')).objects).toEqual([]);
});

test('RL-1 before a release is paid its number has room for three masters, however many are begun at once', async () => {
  const phone = '+12126640161';
  const person = await signInAs(app, phone);
  const add = async () => {
    const id = await insertTrack(app);
    await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [id, phone]);
    return id;
  };
  const tracks = await Promise.all([add(), add(), add(), add()]);
  const begin = (id: number) =>
    person.fetch(`/api/releases/track/${id}/masters/1`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(500 * 1024 * 1024),
        'upload-metadata': 'a',
      },
    });
  const answers = await Promise.all(tracks.map(begin));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
});

const SOUND_BYTES = writeWav(SOUND, 44_100);

test('RL-1 lengths and offsets that lie change nothing: too much, too far, cut off, no number, another type', async () => {
  const { id, artist: sender } = await insertOwnTrack(app);
  const file = Buffer.alloc(300_000, 7);
  const options = await sender.fetch('/api/masters/1', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('tus-version'), options.headers.get('tus-max-size')]).toEqual([
    ...[204, '1.0.0', String(MASTER_BYTES)],
  ]);
  const begin = (length: string) =>
    sender.fetch(`/api/releases/track/${id}/masters/1`, {
      method: 'POST',
      headers: { 'upload-length': length, 'upload-metadata': 'filename YS53YXY=' },
    });
  const lengths = ['0', '-1', '1e9', '', 'NaN', '9999999999999', String(MASTER_BYTES + 1)];
  expect(await Promise.all(lengths.map(async (length) => (await begin(length)).status))).toEqual([
    ...[400, 400, 400, 400, 400, 400, 413],
  ]);
  const path = (await begin(String(file.length))).headers.get('location')!;
  const patch = async (bytes: Buffer, offset: string, type = 'application/offset+octet-stream') =>
    (
      await sender.fetch(path, {
        method: 'PATCH',
        headers: { 'upload-offset': offset, 'content-type': type },
        body: new Uint8Array(bytes),
      })
    ).status;
  const offset = async () =>
    Number((await sender.fetch(path, { method: 'HEAD' })).headers.get('upload-offset'));
  expect(await patch(Buffer.concat([file, file]), '0')).toBe(413);
  for (const wrong of ['-1', 'x', '1.5', '', '9'.repeat(40)]) expect(await patch(file, wrong)).toBe(400);
  expect(await patch(file, '200000')).toBe(409);
  const some = file.subarray(0, 1000);
  expect(await patch(some, '0', 'application/json')).toBe(400);
  expect(await patch(some, '0', 'audio/wav')).toBe(415);
  expect(await offset()).toBe(0);

  // A length that lies, and a client that hangs up: what arrived is kept, and no more is claimed.
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const cookie = [...sender.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 300000\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(file.subarray(0, 100_000), resolve));
  socket.end();
  await until(async () => (await offset()) > 0, 'the half that arrived');
  const kept = await offset();
  expect(kept).toBeLessThanOrEqual(100_000);
  const both = await Promise.all([1, 2].map(() => patch(file.subarray(kept), String(kept))));
  expect(both.sort()).toEqual([204, 409]);
});
