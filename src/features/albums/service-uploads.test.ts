/** Tracks in pieces, over HTTP: cut connections, lost answers, other files of the same name, what is left behind. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THREE_SONGS } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import type { DraftTrack, DraftUpload } from './contract.ts';
import { PIECE_BYTES } from './limits.ts';
import { PIECE_FOLDER } from './rules.ts';
import { sweepDrafts, sweepPieces } from './service-draft-sweep.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startTestApp();
  browser = app.browser();
});
afterAll(() => app.close());

/** Two pieces and a half: a short song under a large tag, as one with pictures has. */
const BIG = withTag(THREE_SONGS[0], PIECE_BYTES * 2);

function withTag(song: Uint8Array, bytes: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 127);
  return Buffer.concat([
    Buffer.from(['I', 'D', '3'].map((sign) => sign.charCodeAt(0))),
    Buffer.from([4, 0, 0, ...size]),
    Buffer.alloc(bytes),
    song,
  ]);
}

interface Opened {
  draft: string;
  upload: DraftUpload;
}
interface Arrived {
  received: number;
  track: DraftTrack | null;
}

const open = (file: Buffer, draft?: string, fileName = 'big.mp3') =>
  browser.post('/api/album/uploads', { draft, fileName, bytes: file.length, checksum: crc32(file) });
const opened = async (file: Buffer, draft?: string) => (await (await open(file, draft)).json()) as Opened;

function send({ draft, upload }: Opened, file: Buffer, start: number): Promise<Response> {
  const form = new FormData();
  form.append('draft', draft);
  form.append('start', String(start));
  form.append('piece', new Blob([new Uint8Array(file.subarray(start, start + PIECE_BYTES))]), 'piece');
  return browser.fetch(`/api/album/uploads/${upload.id}/pieces`, { method: 'POST', body: form });
}
const sent = async (to: Opened, file: Buffer, start: number) =>
  (await (await send(to, file, start)).json()) as Arrived;
const draftOf = ({ draft }: Opened) =>
  browser.read<{ tracks: DraftTrack[]; uploads: DraftUpload[] }>(`/api/album/drafts/${draft}`);
const pieceFiles = async () => (await app.deps.storage.listObjects(PIECE_FOLDER)).objects.length;

/** Sends half of a piece and hangs up. */
async function cutOff({ draft, upload }: Opened, file: Buffer, start: number): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const part = (name: string, extra = '') =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('draft')}${draft}\r\n${part('start')}${start}\r\n${part('piece', '; filename="p"')}`),
    file.subarray(start, start + PIECE_BYTES / 2),
  ]);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/album/uploads/${upload.id}/pieces HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${body.length + PIECE_BYTES}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(body, resolve));
  socket.destroy();
}

test('AM-1 a track cut off in the middle goes on where it was, and is the very same file in the end', async () => {
  const to = await opened(BIG);
  expect(await sent(to, BIG, 0)).toEqual({ received: PIECE_BYTES, track: null });
  await cutOff(to, BIG, PIECE_BYTES);
  // After a reload the page has only the draft, and the artist drops the file again.
  expect((await draftOf(to)).uploads).toEqual([
    { id: to.upload.id, fileName: 'big.mp3', bytes: BIG.length, received: PIECE_BYTES },
  ]);
  const again = await opened(BIG, to.draft);
  expect(again.upload).toMatchObject({ id: to.upload.id, received: PIECE_BYTES });
  // The answer to a piece got lost: it comes twice, and counts once. One from the future is not taken either.
  expect((await sent(to, BIG, 0)).received).toBe(PIECE_BYTES);
  expect((await sent(to, BIG, PIECE_BYTES * 2)).received).toBe(PIECE_BYTES);
  const both = await Promise.all([sent(to, BIG, PIECE_BYTES), sent(to, BIG, PIECE_BYTES)]);
  expect(Math.max(...both.map(({ received }) => received))).toBe(PIECE_BYTES * 2);
  const last = await Promise.all([sent(to, BIG, PIECE_BYTES * 2), sent(to, BIG, PIECE_BYTES * 2)]);
  const { track } = await sent(to, BIG, PIECE_BYTES * 2);
  expect(track).toMatchObject({ fileName: 'big.mp3', bytes: BIG.length });
  for (const answer of last) if (answer.track) expect(answer.track.id).toBe(track?.id);
  expect(await draftOf(to)).toEqual({ tracks: [track], uploads: [] });
  const audio = Buffer.from(await (await browser.get(track!.audioUrl)).arrayBuffer());
  expect(createHash('sha256').update(audio).digest('hex')).toBe(
    createHash('sha256').update(BIG).digest('hex'),
  );
  expect(await pieceFiles()).toBe(0);
});

test('AM-2 what is too big, no MP3, damaged or not what was announced is refused and leaves nothing', async () => {
  const huge = await browser.post('/api/album/uploads', {
    fileName: 'a.mp3',
    bytes: MAX_FILE_BYTES + 1,
    checksum: 0,
  });
  expect([huge.status, await huge.json()]).toEqual([
    413,
    expect.objectContaining({ message: 'File size must be less than 10MB' }),
  ]);
  const noise = Buffer.alloc(9000, 65);
  const to = await opened(noise);
  const refused = await send(to, noise, 0);
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    422,
    expect.stringContaining('Only MP3 files are allowed'),
  ]);
  expect(await draftOf(to)).toEqual({ tracks: [], uploads: [] });
  const song = Buffer.from(THREE_SONGS[1]);
  const other = await opened(song, to.draft);
  const changed = Buffer.from(song);
  changed[5000] ^= 1;
  expect((await send(other, changed, 0)).status).toBe(400);
  const longer = await opened(song.subarray(0, 2000), to.draft);
  expect((await send(longer, song, 0)).status).toBe(400);
  expect((await send({ ...to, upload: { ...to.upload, id: 999_999 } }, song, 0)).status).toBe(404);
  expect((await send({ ...longer, draft: '0'.repeat(26) }, song, 0)).status).toBe(404);
  expect(await pieceFiles()).toBe(0);
});

test('another file of the same name and length begins anew; given up ones are removed, at once or by the sweep', async () => {
  const to = await opened(BIG);
  await sent(to, BIG, 0);
  const duplicate = Buffer.from(BIG);
  duplicate[PIECE_BYTES * 2 + 3000] ^= 1;
  const begun = await opened(duplicate, to.draft);
  expect(begun.upload).toMatchObject({ received: 0 });
  expect(begun.upload.id).not.toBe(to.upload.id);
  await sent(begun, duplicate, 0);
  expect(await pieceFiles()).toBe(2);
  const path = `/api/album/drafts/${to.draft}/uploads`;
  expect((await browser.fetch(`${path}/${to.upload.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await pieceFiles()).toBe(1);
  const later = { ...app.deps, clock: { now: () => new Date(Date.now() + 8 * 86_400_000) } };
  expect(await sweepPieces(later)).toBe(0);
  await sweepDrafts(later);
  expect(await sweepPieces(later)).toBe(1);
  expect(await pieceFiles()).toBe(0);
});
