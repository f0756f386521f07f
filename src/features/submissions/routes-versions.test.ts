// New versions over HTTP: page, votes and history stay; before and after are told; only the owner may, one at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, makeSong, OWN_RUN, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { findPhone, voteFrom } from '#app/test-voters.ts';
import { compareWithLog } from '#features/ledger/service-check.ts';
import { GAVE_UP, STILL_COMING } from '#features/recordings/rules-transcript.ts';
import type { Submission } from './contract.ts';
import type { Comparison, TrackVersion } from './contract-versions.ts';
import { VERSION_JOB } from './job-names.ts';
import { takeVersion } from './service-versions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { TRUST_PROXY: 'true' } });
  // What is to be sealed is read here while it waits.
  await app.deps.queue.setPaused(app.deps.db, 'ledger-seal', true);
});
afterAll(() => app.close());

type Answer = { versions: TrackVersion[]; comparison: Comparison | null };
const versionsOf = (browser: Browser, id: number) => browser.read<Answer>(`/api/submissions/${id}/versions`);
const read = (browser: Browser, id: number) => browser.read<Submission>(`/api/submissions/${id}`);
const send = (browser: Browser, id: number, file: Uint8Array | null) =>
  browser.upload({}, file, `/api/submissions/${id}/versions`);
const heard = (browser: Browser, id: number) =>
  until(async () => (await read(browser, id)).analyzed, `track ${id} to be heard`);
const taken = (browser: Browser, id: number, version: number) =>
  until(async () => {
    const { versions } = await versionsOf(browser, id);
    if (versions[0].state === 'failed') throw new Error(versions[0].failure ?? '');
    return versions[0].version === version && versions[0].state === 'current';
  }, `version ${version} to be taken`);

test('PT-7 a new version keeps page and votes, tells before and after, and is in the ledger; the old one can be had back', async () => {
  const artist = app.browser();
  const id = await artist.submit({ trackTitle: 'Paper Sun' });
  expect((await send(artist, id, await makeSong(6, 330))).status, 'not heard yet').toBe(409);
  await heard(artist, id);
  for (const n of [1, 2, 3]) {
    const vote = { voterName: `Fan ${n}`, voterPhone: findPhone(n) };
    expect((await voteFrom(app, id, vote, n)).status).toBe(200);
  }
  const before = await read(artist, id);
  expect(await versionsOf(artist, id)).toEqual({ versions: [], comparison: null });

  const [first, second] = [await makeSong(7, 330), await makeSong(8, 440)];
  expect((await send(app.browser(), id, first)).status).toBe(403);
  expect((await send(artist, id, null)).status).toBe(400);
  const statuses = await Promise.all([send(artist, id, first), send(artist, id, second)]);
  expect(statuses.map(({ status }) => status).sort(), 'one at a time').toEqual([200, 409]);
  await taken(artist, id, 2);

  const after = await read(artist, id);
  expect(after).toMatchObject({ id, voteCount: 3, createdAt: before.createdAt, analyzed: true });
  expect(after.duration).toBeGreaterThan(before.duration!);
  expect(after.audioUrl).not.toBe(before.audioUrl);
  const { versions, comparison } = await versionsOf(artist, id);
  expect(versions).toMatchObject([
    { version: 2, state: 'current', score: after.score, placeBefore: 1, placeAfter: 1 },
    { version: 1, state: 'past', score: before.score, audioUrl: before.audioUrl },
  ]);
  expect(versions[0].loudness).toBeLessThan(0);
  expect(comparison).toMatchObject({ before: 1, after: 2 });
  const production = comparison!.categories.find(({ id: category }) => category === 'production')!;
  expect(production).toMatchObject({
    before: before.analysis!.production.score,
    after: after.analysis!.production.score,
  });
  expect(production.measures.length).toBeGreaterThan(0);

  // The public sees the history; the older sound is the artist's own.
  const stranger = app.browser();
  const seen = (await versionsOf(stranger, id)).versions;
  expect(seen.map(({ version, score, audioUrl }) => [version, score, audioUrl])).toEqual([
    [2, after.score, after.audioUrl],
    [1, before.score, null],
  ]);
  expect((await stranger.get(before.audioUrl)).status).toBe(404);
  expect((await artist.get(before.audioUrl)).status).toBe(200);
  const entries = await app.sql<{ recording: string }>(
    `SELECT DISTINCT detail ->> 'recording' AS recording FROM ledger_outbox WHERE type = 'entry' AND subject = $1`,
    [id],
  );
  expect(entries).toHaveLength(2);
  expect(await compareWithLog(app.deps)).toEqual([]);

  const restore = (version: number, browser = artist) =>
    browser.post(`/api/submissions/${id}/versions/restore`, { version });
  expect((await restore(1, stranger)).status).toBe(403);
  expect((await restore(9)).status).toBe(404);
  expect((await restore(1)).status).toBe(200);
  await taken(artist, id, 3);
  expect(await read(artist, id)).toMatchObject({ score: before.score, audioUrl: before.audioUrl });
  expect((await versionsOf(artist, id)).versions.map(({ state }) => state)).toEqual([
    'current',
    'past',
    'past',
  ]);
  const inbox = await artist.read<{ notices: { title: string }[] }>('/api/my/notices');
  expect(inbox.notices.map(({ title }) => title)).toContain('Version 2 is in');

  await artist.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
  const left = await app.sql('SELECT FROM recordings WHERE duration_seconds > 6.5');
  expect(left, 'no recording of it stays').toEqual([]);
});

test('PT-7 a file that cannot be heard leaves the track as it was, and says why to its artist alone', async () => {
  const artist = app.browser();
  const id = await artist.submit();
  await heard(artist, id);
  expect((await send(artist, id, new Uint8Array(3000))).status).toBe(422);
  const before = await read(artist, id);
  expect((await send(artist, id, await makeSong(6, 550))).status).toBe(200);
  await app.sql(
    `UPDATE track_versions SET state = 'failed', failure = 'We could not.' WHERE submission_id = $1 AND state = 'waiting'`,
    [id],
  );
  const [version] = (await versionsOf(artist, id)).versions;
  expect(version).toMatchObject({ version: 2, state: 'failed', failure: 'We could not.' });
  expect((await versionsOf(app.browser(), id)).versions).toMatchObject([{ version: 1, state: 'current' }]);
  expect((await read(artist, id)).audioUrl).toBe(before.audioUrl);
});

test('EN-1 a version that is being written while its words are given up does not hide that', async () => {
  const artist = app.browser();
  const id = await artist.submit();
  await heard(artist, id);
  await app.deps.queue.setPaused(app.deps.db, VERSION_JOB.name, true);
  expect((await send(artist, id, await makeSong(6, 660))).status).toBe(200);
  const [{ audio_sha256 }] = await app.sql<{ audio_sha256: string }>(
    `SELECT audio_sha256 FROM track_versions WHERE submission_id = $1 AND state = 'waiting'`,
    [id],
  );
  const waitsFor = (reason: string) =>
    app.sql('UPDATE recordings SET wordless_reason = $2 WHERE audio_sha256 = $1 RETURNING 1', [
      audio_sha256,
      reason,
    ]);
  const isMeasured = () =>
    app.sql('SELECT FROM recording_runs WHERE audio_sha256 = $1 AND finished_at IS NOT NULL', [audio_sha256]);
  await until(async () => (await isMeasured()).length > 0, 'the version to be measured');
  await waitsFor(STILL_COMING);
  let isFirst = true;
  const writer: TestApp['deps']['writer'] = {
    ...app.deps.writer,
    async describeTrack(facts) {
      if (isFirst) await waitsFor(GAVE_UP);
      isFirst = false;
      return app.deps.writer.describeTrack(facts);
    },
  };
  await takeVersion({ ...app.deps, writer }, id, 2, OWN_RUN);
  expect(isFirst).toBe(false);
  expect((await read(artist, id)).transcription).toBe(
    'Not transcribed: we could not make out the words of this track.',
  );
});
