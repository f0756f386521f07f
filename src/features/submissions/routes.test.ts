/** Submissions over real HTTP, with a real database: upload, read, audio, ownership. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSong, SONG, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { joinBytes } from '#audio/test-signals.ts';
import { MEASURE_JOB } from '#features/recordings/job-names.ts';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import type { Analysis } from '#features/scoring/contract.ts';
import { CHANNELS } from '#features/scoring/rules-display.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
});
afterAll(() => app.close());

test('UP-7 RE-7 a real MP3 is stored, analysed and readable', async () => {
  const browser = app.browser();
  const id = await browser.submit({ artistName: '  Zoë “Z” ‮Ahn ', trackTitle: '<b>Ünder</b> 🌊' });
  await browser.hear(id);
  const submission = await browser.read(`/api/submissions/${id}`);
  expect(submission).toMatchObject({
    id,
    analyzed: true,
    trackTitle: '<b>Ünder</b> 🌊',
    voteCount: 0,
    distributionPaid: false,
    mine: true,
  });
  expect(submission.duration).toBeCloseTo(6, 0);
  expect(submission.score).toEqual(expect.any(Number));
  expect((submission.peaks as number[]).length).toBeGreaterThan(100);
  expect(submission.audioFilePath).toMatch(/^[a-z0-9]{20,}\.mp3$/);
});

test('SEC-1 no public answer holds the phone number; staff see it', async () => {
  const browser = app.browser();
  const id = await browser.submit({ phoneNumber: '+12025550199' });
  for (const path of [
    `/api/submissions/${id}`,
    `/api/submissions/${id}/status`,
    '/api/submissions',
    '/api/leaderboard',
  ])
    expect(await (await browser.get(path)).text()).not.toContain('5550199');
  const staff = await app.staff();
  expect(await staff.read(`/api/submissions/${id}`)).toMatchObject({ phoneNumber: '+12025550199' });
});

test('UP-4 exactly 10 MB passes, one byte more does not', async () => {
  const browser = app.browser();
  // Ten minutes of it would be measured, and nothing here reads what was found.
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, true);
  const full = new Uint8Array(MAX_FILE_BYTES);
  for (let at = 0; at + SONG.bytes.length <= full.length; at += SONG.bytes.length) full.set(SONG.bytes, at);
  const id = await browser.submit({}, full);
  const before = await app.storedFiles();
  const response = await browser.upload({}, joinBytes(full, [0]));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    message: 'File size must be less than 10MB',
    code: 'too_large',
  });
  // The answer does not wait for the half of it that had arrived to be thrown away.
  await until(
    async () => (await app.storedFiles()).length === before.length,
    'what had arrived to be thrown away',
  );
  expect((await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(200);
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, false);
});

test('AU-2 AU-3 audio streams whole, in ranges, and never from outside the store', async () => {
  const browser = app.browser();
  const id = await browser.submit();
  const { audioFilePath } = await browser.read(`/api/submissions/${id}`);
  for (const path of [`/api/submissions/${id}/audio`, `/api/audio/${audioFilePath}`]) {
    const whole = await browser.get(path);
    expect(whole.headers.get('content-type')).toContain('audio/mpeg');
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(SONG.bytes);
    const part = await browser.fetch(path, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${SONG.bytes.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(SONG.bytes.slice(100, 200));
    expect((await browser.fetch(path, { headers: { range: 'bytes=999999999-' } })).status).toBe(416);
  }
  for (const path of [
    '..%2F..%2Fsecrets%2Fapp-secret',
    '%2e%2e%2fsecrets',
    'x.mp3',
    `${'a'.repeat(32)}.mp3`,
    '%00.mp3',
  ])
    expect((await browser.get(`/api/audio/${path}`)).status).toBe(404);
});

test('SEC-6 only the owner, a holder of the private link, or staff may delete; staff is named in the audit trail', async () => {
  const owner = app.browser();
  const response = await owner.upload({}, await makeSong(4, 415));
  const { submissionId: id, privateLink } = (await response.json()) as {
    submissionId: number;
    privateLink: string;
  };
  const stranger = app.browser();
  expect((await stranger.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(403);
  expect((await stranger.get(`/api/submissions/${id}/private-link`)).status).toBe(403);

  const token = new URL(privateLink, app.url).searchParams.get('owner');
  const other = await owner.submit();
  expect((await stranger.post(`/api/submissions/${other}/owner`, { token })).status).toBe(403);
  expect((await stranger.post(`/api/submissions/${id}/owner`, { token })).status).toBe(200);
  expect(await stranger.read(`/api/submissions/${id}`)).toMatchObject({ mine: true });
  const { audioFilePath } = await owner.read(`/api/submissions/${id}`);
  expect((await stranger.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await owner.get(`/api/submissions/${id}`)).status).toBe(404);
  expect(await app.storedFiles()).not.toContain(audioFilePath);
  const named = () => app.sql("SELECT subject_id FROM audit_trail WHERE action = 'submission.delete'");
  expect(await named()).toEqual([]);
  expect((await (await app.staff()).fetch(`/api/submissions/${other}`, { method: 'DELETE' })).status).toBe(
    200,
  );
  expect(await named()).toEqual([{ subject_id: String(other) }]);
});

test('bytes that two entries share are kept once, and go with the last of them', async () => {
  const song = await makeSong(4, 466);
  const [one, two] = [app.browser(), app.browser()];
  const [first, second] = [await one.submit({}, song), await two.submit({}, song)];
  const fileOf = async (id: number) => (await one.read(`/api/submissions/${id}`)).audioFilePath as string;
  const file = await fileOf(first);
  expect(await fileOf(second)).toBe(file);
  await one.fetch(`/api/submissions/${first}`, { method: 'DELETE' });
  expect((await two.get(`/api/audio/${file}`)).status).toBe(200);
  await two.fetch(`/api/submissions/${second}`, { method: 'DELETE' });
  expect((await two.get(`/api/audio/${file}`)).status).toBe(404);
  expect(await app.storedFiles()).not.toContain(file);
  expect(await app.sql('SELECT 1 FROM recordings WHERE audio_key LIKE $1', [`%${file}`])).toEqual([]);
});

test('SEC-5 a cross-site request changes nothing', async () => {
  const browser = app.browser();
  const id = await browser.submit();
  const from = (headers: Record<string, string>) =>
    browser.fetch(`/api/submissions/${id}`, { method: 'DELETE', headers });
  expect((await from({ origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await from({ origin: 'null' })).status).toBe(403);
  expect((await browser.get(`/api/submissions/${id}`)).status).toBe(200);
  expect((await from({ origin: app.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('SEC-4 markup in a name is plain text in every answer', async () => {
  const browser = app.browser();
  const markup = '<script>alert(1)</script>';
  const id = await browser.submit({ artistName: markup });
  const response = await browser.get(`/api/submissions/${id}`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(((await response.json()) as { artistName: string }).artistName).toBe(markup);
});

test('ids that cannot exist are not found', async () => {
  const browser = app.browser();
  for (const id of ['0', '-1', '1e99', 'abc', '2147483648', '99999999999999999999', '1.5', '%00', '999999'])
    for (const tail of ['', '/status', '/audio']) {
      const response = await browser.get(`/api/submissions/${id}${tail}`);
      expect(response.status, `${id}${tail}`).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
  expect((await browser.fetch('/api/submissions/abc', { method: 'DELETE' })).status).toBe(403);
});

test('AN-1 the same bytes are not listened to twice and give the same result, with the engine that heard them', async () => {
  const browser = app.browser();
  const first = await browser.submit();
  await browser.hear(first);
  const count = () =>
    app.sql<{ n: number }>('SELECT count(*)::int AS n FROM recordings').then(([{ n }]) => n);
  const before = await count();
  const measuredAt = () =>
    app.sql('SELECT measured_at FROM recordings JOIN submissions USING (audio_sha256) WHERE id = $1', [
      first,
    ]);
  const measured = await measuredAt();
  const second = await browser.submit({ trackTitle: 'Again' });
  await browser.hear(second);
  expect(await count()).toBe(before);
  expect(await measuredAt()).toEqual(measured);
  const [a, b] = await Promise.all([first, second].map((id) => browser.read(`/api/submissions/${id}`)));
  expect(a.score).toBe(b.score);
  const [one, two] = [a, b].map((row) => row.analysis as { engineVersion: string; measures: unknown });
  expect(one.engineVersion).toBe(ENGINE_VERSION);
  expect(two.measures).toEqual(one.measures);
});

test('AN-3 everything a result promises is filled, and the soundbite starts at the hook', async () => {
  const browser = app.browser();
  const id = await browser.submit({}, await readFile('demo/copy-of-a-copy.mp3'));
  await browser.hear(id);
  const submission = await browser.read(`/api/submissions/${id}`);
  const analysis = submission.analysis as Analysis;
  expect(submission.score).toSatisfy(
    (score: number) => Number.isInteger(score) && score >= 0 && score <= 100,
  );
  expect(submission.genre).toMatch(/^(Hip Hop|R&B|Pop|Dancehall|Other)$/);
  expect(submission.duration).toBeGreaterThan(20);
  // Words that were made out, or a plain word that none were.
  expect(submission.transcription ?? analysis.lyrics.notes).toMatch(
    submission.transcription === null ? /^Not transcribed/ : /\w/,
  );
  for (const text of [analysis.summary, analysis.labelSummary, analysis.bio]) expect(text).toMatch(/\w.*\./);
  expect(analysis.recommendations.length).toBeGreaterThan(0);
  for (const { id: category } of CHANNELS) {
    const found = analysis[category];
    expect(found?.notes, category).toMatch(/\w/);
    if (category !== 'lyrics') expect(found?.score, category).toEqual(expect.any(Number));
  }
  expect(analysis.campaign).toMatchObject({
    challengeName: expect.stringMatching(/\w/),
    campaignIdea: expect.stringMatching(/\w/),
  });
  const { hook } = analysis.measures as unknown as { hook: { start: number; end: number } };
  const [minutes, seconds] = analysis.campaign!.soundbiteTimestamp.split(':').map(Number);
  const soundbite = 60 * minutes + seconds;
  expect(soundbite).toBeGreaterThanOrEqual(Math.floor(hook.start));
  expect(soundbite).toBeLessThanOrEqual(hook.end);
});
