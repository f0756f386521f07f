/** Album tracks are recordings like any other: measured once, transcribed, compared with entries, renewed, kept while needed. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropTrack, sendAlbum } from '#app/test-albums.ts';
import { type Browser, makeSong, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { makeTune, silence } from '#audio/test-music.ts';
import { encodeMp3, joinBytes, joinSamples, sine } from '#audio/test-signals.ts';
import { renewAnalyses } from '#features/recordings/service-sweep.ts';
import { sayMeasures } from '#features/scoring/rules-display.ts';
import type { Submission } from '#features/submissions/contract.ts';
import type { TranscribeRequest } from '#ports/transcription.ts';
import { CLIP } from '#providers/transcription/test-speech.ts';
import type { Album } from './contract.ts';
import type { AlbumListRow } from './contract-staff.ts';

const RATE = 22_050;
const SPOKEN = readFileSync(CLIP.path);
const PHONES = { entry: '+1 202 555 0131', album: '+1 202 555 0132' };
/** Four lines, enough to be scored. */
const WORDS = Array.from({ length: 40 }, (_, i) => ({
  text: ['hold', 'the', 'city', 'light', 'and', 'never', 'let', 'it', 'go', 'tonight'][i % 10],
  start: 0.2 + i * 0.25 + Math.floor(i / 10) * 0.8,
  end: 0.4 + i * 0.25 + Math.floor(i / 10) * 0.8,
  confidence: 0.95,
}));

let app: TestApp;
let entry: { id: number; browser: Browser };
let tune: { id: number };
let album: { id: number; browser: Browser };
/** Bytes of each file the transcriber was asked about. */
const asked: number[] = [];

beforeAll(async () => {
  const transcription = {
    name: 'stand-in 1',
    transcribe: async ({ mp3 }: TranscribeRequest) => {
      asked.push(mp3.length);
      return { words: WORDS, language: 'en', reason: null, by: 'stand-in 1' };
    },
  };
  app = await startTestApp({ worker: true, overrides: { transcription } });
  entry = await enter(SPOKEN);
  tune = await enter(await encodeMp3([makeTune(1, 16)], RATE, 64));
  // The tune again: two seconds cut off, half the level, silence in front, another bit rate.
  const samples = joinSamples(silence(1.5), makeTune(1, 16).slice(2 * RATE)).map((value) => value / 2);
  album = await send([SPOKEN, await encodeMp3([samples], RATE, 32), await makeSong(4, 262)]);
});
afterAll(() => app.close());

async function enter(file: Uint8Array): Promise<{ id: number; browser: Browser }> {
  const browser = app.browser();
  const id = await browser.submit({ phoneNumber: PHONES.entry, trackTitle: 'Entered' }, file);
  await browser.hear(id);
  return { id, browser };
}

const stateOf = ({ id, browser }: { id: number; browser: Browser }) =>
  browser.read<{ state: string; failure: string | null }>(`/api/album-submissions/${id}/status`);

async function send(files: Uint8Array[], phoneNumber = PHONES.album, ended = 'done') {
  const browser = app.browser();
  const answer = await sendAlbum(browser, { phoneNumber }, files);
  const sent = { id: ((await answer.json()) as { albumId: number }).albumId, browser };
  await until(async () => (await stateOf(sent)).state === ended, `the album to be ${ended}`);
  return sent;
}

const readAlbum = () => album.browser.read<Album>(`/api/album-submissions/${album.id}`);
const readEntry = () => entry.browser.read<Submission>(`/api/submissions/${entry.id}`);
const recordingsOf = (albumId: number) =>
  app.sql<{ sha: string; engine: string; measured: Date; fingerprints: number }>(
    `SELECT r.audio_sha256 AS sha, r.engine_version AS engine, r.measured_at AS measured,
       (SELECT count(*)::int FROM fingerprints f WHERE f.audio_sha256 = r.audio_sha256) AS fingerprints
     FROM album_tracks t JOIN recordings r USING (audio_sha256) WHERE t.album_id = $1 ORDER BY t.position`,
    [albumId],
  );

test('AN-1 bytes that were entered as a track are measured and transcribed once, and kept once', async () => {
  const [spoken, ...others] = await recordingsOf(album.id);
  const [{ analyzed }] = await app.sql<{ analyzed: Date }>(
    'SELECT analyzed_at AS analyzed FROM submissions WHERE id = $1',
    [entry.id],
  );
  expect(spoken.measured.getTime()).toBeLessThanOrEqual(analyzed.getTime());
  expect(asked.filter((bytes) => bytes === SPOKEN.length)).toHaveLength(1);
  expect(others).toHaveLength(2);
  for (const { engine, fingerprints } of [spoken, ...others])
    expect([engine, fingerprints]).toEqual([ENGINE_VERSION, 1]);
  const [track] = (await readAlbum()).tracks;
  expect(track.audioUrl).toBe((await readEntry()).audioUrl);
  expect((await app.storedFiles()).filter((file) => file.endsWith('.mp3'))).toHaveLength(4);
});

test('AM-4 AN-3 an album track has its words, and is said to be in the same key as the same track on its own', async () => {
  const { analysis, tracks } = await readAlbum();
  const on = await readEntry();
  expect(analysis?.songBreakdown.track1.lyrics).toMatch(/^Words heard by the machine, \d+ words/);
  expect(tracks[0].score).toBe(on.score);
  const key = sayMeasures(on.analysis!, String).find((part) => / (major|minor)/.test(part));
  expect(key).toBeDefined();
  expect(analysis?.order.steps[0].key.split(' to ')[0]).toBe(key!.replace(/ \(.*\)$/, ''));
});

describe('entries that came before', () => {
  const copiesOf = async (id: number) => {
    const rows = await (await app.staff()).read<AlbumListRow[]>('/api/albums');
    return rows.find((row) => row.id === id)?.copies;
  };

  test('another artist’s are marked for staff, whole or treated, and cost the album nothing', async () => {
    const copies = await copiesOf(album.id);
    expect(copies).toMatchObject([
      { track: 1, exact: true, share: 1, entry: { id: entry.id, trackTitle: 'Entered' } },
      { track: 2, exact: false, entry: { id: tune.id } },
    ]);
    expect(copies?.[1].share).toBeGreaterThan(0.8);
    expect(JSON.stringify((await readAlbum()).analysis)).not.toContain('earlier entry');
  });

  test('one’s own are not', async () => {
    const own = await send([SPOKEN, await makeSong(4, 294), await makeSong(4, 262)], PHONES.entry);
    expect(await copiesOf(own.id)).toEqual([]);
  });
});

test('AN-1 a newer engine measures album tracks again and the analysis follows; until then the old one stands', async () => {
  const before = await app.sql('SELECT overall_score, analyzed_at FROM album_submissions WHERE id = $1', [
    album.id,
  ]);
  const measured = await recordingsOf(album.id);
  await app.sql("UPDATE recordings SET engine_version = 'old' WHERE audio_sha256 = ANY($1)", [
    measured.map(({ sha }) => sha),
  ]);
  await app.sql(
    `UPDATE album_submissions SET overall_score = 1,
       album_analysis = jsonb_set(album_analysis, '{engineVersion}', '"old"') WHERE id = $1`,
    [album.id],
  );
  expect(await renewAnalyses(app.deps)).toBe(3);
  expect(await stateOf(album)).toMatchObject({ state: 'done' });
  await until(async () => (await readAlbum()).analysis?.engineVersion === ENGINE_VERSION, 'the new analysis');
  for (const [index, { engine, measured: at }] of (await recordingsOf(album.id)).entries()) {
    expect(engine).toBe(ENGINE_VERSION);
    expect(at.getTime()).toBeGreaterThan(measured[index].measured.getTime());
  }
  expect(
    await app.sql('SELECT overall_score, analyzed_at FROM album_submissions WHERE id = $1', [album.id]),
  ).toEqual(before);
  expect(await renewAnalyses(app.deps)).toBe(0);
});

test('AN-5 a track that cannot be measured fails its album with the reason, and the other two do not undo that', async () => {
  // Passes the door and fails the engine: it changes its sample rate with every second.
  const one = await encodeMp3([sine(440, 1, 44_100, 0.5)], 44_100, 64);
  const other = await encodeMp3([sine(440, 1, 32_000, 0.5)], 32_000, 64);
  const glued = joinBytes(...Array.from({ length: 24 }, (_, index) => (index % 2 ? other : one)));
  const failed = await send([glued, await makeSong(4, 311), await makeSong(4, 330)], PHONES.album, 'failed');
  const measured = async () => (await recordingsOf(failed.id)).filter(({ engine }) => engine !== null).length;
  await until(async () => (await measured()) === 2, 'the other two');
  const { state, failure } = await stateOf(failed);
  expect(state).toBe('failed');
  expect(failure).toMatch(/\w+ \w+ \w+/);
});

test('a track taken out of a draft leaves the bytes to those who have them too', async () => {
  const browser = app.browser();
  const drop = async (file: Uint8Array, draft?: string) =>
    (await (await dropTrack(browser, file, draft)).json()) as {
      draft: string;
      track: { id: number; audioUrl: string };
    };
  const shared = await drop(SPOKEN);
  const own = await drop(await makeSong(4, 587), shared.draft);
  for (const { track } of [shared, own])
    await browser.fetch(`/api/album/drafts/${shared.draft}/tracks/${track.id}`, { method: 'DELETE' });
  expect((await browser.get(shared.track.audioUrl)).status).toBe(200);
  expect((await browser.get(own.track.audioUrl)).status).toBe(404);
});
