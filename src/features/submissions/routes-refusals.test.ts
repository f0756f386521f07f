/** Everything a client may send that is no track: a clear refusal, and nothing left behind. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SONG, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { joinBytes, randomBytes } from '#audio/test-signals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: {}, overrides: { limiter: { take: async () => {} } } });
});
afterAll(() => app.close());

async function rows(): Promise<number> {
  const [{ n }] = await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM submissions');
  return n;
}

/** Runs an attempt and checks that neither a row nor a file came of it. */
async function leavesNothing(attempt: () => Promise<void>): Promise<void> {
  const [rowsBefore, filesBefore] = [await rows(), await app.storedFiles()];
  await attempt();
  expect(await rows()).toBe(rowsBefore);
  await until(async () => (await app.storedFiles()).length === filesBefore.length, 'no file left behind');
}

const text = (value: string) => new TextEncoder().encode(value);
const repeat = (pattern: number[], bytes: number) =>
  new Uint8Array(bytes).map((_, index) => pattern[index % pattern.length]);

const NOT_AUDIO: [string, Uint8Array][] = [
  ['an empty file', new Uint8Array()],
  ['text', text('This is a letter, not a song. '.repeat(400))],
  ['an ELF program', joinBytes([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], randomBytes(50_000))],
  ['a WAV', joinBytes(text('RIFF'), [0, 0, 1, 0], text('WAVEfmt '), randomBytes(50_000))],
  ['an M4A', joinBytes([0, 0, 0, 0x20], text('ftypM4A '), randomBytes(50_000))],
  ['a PNG', joinBytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], randomBytes(50_000))],
  ['3 MB of random bytes', randomBytes(3_000_000)],
  ['10 MB of FF FB', repeat([0xff, 0xfb], 10 * 1024 * 1024)],
  ['a giant ID3 size', joinBytes(text('ID3'), [4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f], randomBytes(20_000))],
];

test.each(NOT_AUDIO)('UP-7 UP-8 %s renamed .mp3 is refused', async (_, bytes) => {
  await leavesNothing(async () => {
    const response = await app.browser().upload({}, bytes);
    expect(response.status).toBe(422);
    const body = (await response.json()) as { message: string; reason: string };
    expect(body.message).toContain('Only MP3 files are allowed');
    expect(body.reason).toBeTruthy();
  });
});

test('a file cut in half and one with flipped bits are still audio', async () => {
  const half = SONG.bytes.slice(0, SONG.bytes.length >> 1);
  expect((await app.browser().upload({}, half)).status).toBe(200);
  const flipped = SONG.bytes.slice();
  for (let at = 2000; at < flipped.length; at += 4000) flipped[at] ^= 0x10;
  expect((await app.browser().upload({}, flipped)).status).toBe(200);
});

const LONG = 'x'.repeat(300);
const BAD_FIELDS: [string, Record<string, string | undefined>, string, string][] = [
  ['a one-letter artist', { artistName: 'A' }, 'artistName', 'Artist name must be at least 2 characters'],
  ['no artist', { artistName: undefined }, 'artistName', 'Artist name must be at least 2 characters'],
  ['blanks as artist', { artistName: '   \n ' }, 'artistName', 'Artist name must be at least 2 characters'],
  [
    'signs nobody sees',
    { artistName: '\u200b\u200d\u2060' },
    'artistName',
    'Artist name must be at least 2 characters',
  ],
  ['a short phone', { phoneNumber: '12345' }, 'phoneNumber', 'Please enter a valid phone number'],
  ['no title', { trackTitle: '' }, 'trackTitle', 'Track title is required'],
  ['a long artist', { artistName: LONG }, 'artistName', 'Artist name must be at most 255 characters'],
  ['a long title', { trackTitle: LONG }, 'trackTitle', 'Track title must be at most 255 characters'],
  [
    'a long phone',
    { phoneNumber: '1'.repeat(21) },
    'phoneNumber',
    'Phone number must be at most 20 characters',
  ],
];

test.each(BAD_FIELDS)('UP-2 UP-10 %s is refused in words', async (_, fields, field, message) => {
  await leavesNothing(async () => {
    const response = await app.browser().upload(fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, error: message, fields: { [field]: message } });
  });
});

test('UP-7 a form without a file says so', async () => {
  await leavesNothing(async () => {
    const response = await app.browser().upload({}, null);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'File is missing from form data' });
  });
});

test('UP-8 two files, a file in another field, no form at all', async () => {
  await leavesNothing(async () => {
    const send = (names: string[]) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({
        artistName: 'Ada',
        phoneNumber: '2025550142',
        trackTitle: 'T',
      }))
        form.append(name, value);
      for (const name of names) form.append(name, new Blob([SONG.bytes as Uint8Array<ArrayBuffer>]), 'a.mp3');
      return app.browser().fetch('/api/submissions', { method: 'POST', body: form });
    };
    expect((await send(['audioFile', 'audioFile'])).status).toBe(400);
    expect((await send(['somethingElse'])).status).toBe(400);
    expect((await app.browser().post('/api/submissions', { artistName: 'Ada' })).status).toBe(415);
    expect((await app.browser().post('/api/submissions')).status).toBe(415);
    const torn = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(
      (await app.browser().fetch('/api/submissions', { method: 'POST', body: 'no parts', headers: torn }))
        .status,
    ).toBe(400);
    const nameless = { 'content-type': 'multipart/form-data' };
    const status = (
      await app.browser().fetch('/api/submissions', { method: 'POST', body: 'x', headers: nameless })
    ).status;
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

test('fields may come after the file', async () => {
  const form = new FormData();
  form.append('audioFile', new Blob([SONG.bytes as Uint8Array<ArrayBuffer>]), 'a.mp3');
  for (const [name, value] of Object.entries({
    artistName: 'Ada Lin',
    phoneNumber: '2025550142',
    trackTitle: 'Late',
  }))
    form.append(name, value);
  const response = await app.browser().fetch('/api/submissions', { method: 'POST', body: form });
  expect(response.status).toBe(200);
});

test('UP-8 a connection dropped in the middle, or a lying length, leaves nothing', async () => {
  await leavesNothing(async () => {
    const head = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="artistName"\r\n\r\nAda Lin\r\n--b\r\ncontent-disposition: form-data; name="audioFile"; filename="a.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n',
    );
    await new Promise<void>((resolve) => {
      const { port, hostname } = new URL(app.url);
      const request = httpRequest({
        port,
        hostname,
        path: '/api/submissions',
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '900000' },
      });
      request.on('error', () => resolve());
      request.on('close', () => resolve());
      request.write(head);
      request.write(SONG.bytes.slice(0, 20_000));
      setTimeout(() => request.destroy(), 150);
    });
  });
});

test('a NUL in a name and signs that turn words around are taken out; what joins emoji stays', async () => {
  const artistName = '\u202eNu\u0000ll \u2066👩\u200d🎤\u2069\u200d';
  const response = await app.browser().upload({ artistName, trackTitle: '\ud800 lone' });
  expect(response.status).toBe(200);
  const [{ stored }] = await app.sql<{ stored: string }>(
    'SELECT artist_name AS stored FROM submissions ORDER BY id DESC LIMIT 1',
  );
  expect(stored).toBe('Nu ll 👩\u200d🎤');
});

test('SEC-3 uploads from one address are limited by the server', async () => {
  const limited = await startTestApp();
  try {
    let refused = 0;
    for (let i = 0; i < 32; i++) {
      const response = await limited.browser().upload({ artistName: 'A' });
      if (response.status === 429) {
        refused += 1;
        expect(response.headers.get('retry-after')).toBeTruthy();
      }
    }
    expect(refused).toBe(2);
  } finally {
    await limited.close();
  }
});
