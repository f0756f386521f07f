/** Giving words over HTTP: who may, what is refused, how the result follows, and what two people at once see. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, makeSong, OWN_RUN, SONG, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { writeOut } from '#features/lyrics/rules-display.ts';
import { MEASURE_JOB, WORDS_JOB } from '#features/recordings/job-names.ts';
import { STILL_COMING } from '#features/recordings/rules-transcript.ts';
import { reconcileWords } from '#features/recordings/service-reconcile.ts';
import { finishRun } from '#features/recordings/service-run.ts';
import { renewAnalyses } from '#features/recordings/service-sweep.ts';
import type { Analysis } from '#features/scoring/contract.ts';
import { noTranscription } from '#providers/transcription/none.ts';
import type { GivenWordsAnswer } from './contract-words.ts';
import { reportSubmission } from './service-report.ts';
import { giveWords } from './service-words.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true, overrides: { transcription: noTranscription } });
});
afterAll(() => app.close());
beforeEach(() => app.sql('DELETE FROM rate_limits'));

const SONG_TEXT = `[Verse]
I walk alone into the city night
the pretty lights are shining far too bright
I hold the weight of water in my hand
and never learned to stay or understand
[Chorus]
saltwater teeth are calling out my name
nobody here will ever be the same
[Chorus]`;

interface Answer extends GivenWordsAnswer {
  analysis: string;
  message: string;
  fields: Record<string, string>;
}
interface Track {
  score: number;
  analyzed: boolean;
  analysis: Analysis;
}

/** A demo song with a voice; heard once, known by its bytes after that. */
const SUNG = readFileSync('demo/corner-store-gospel.mp3');

async function submitAnalysed(song: Uint8Array = SUNG) {
  const browser = app.browser();
  const id = await browser.submit({}, song);
  await browser.hear(id);
  return { browser, id };
}
const read = (browser: Browser, id: number) => browser.read<Track>(`/api/submissions/${id}`);
async function give(browser: Browser, id: number, body: { text: unknown; revision?: number }) {
  const response = await browser.fetch(`/api/submissions/${id}/lyrics`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}
const historyOf = (id: number) =>
  app.sql<{ score: number }>('SELECT score FROM analysis_history WHERE submission_id = $1 ORDER BY id', [id]);

describe('the owner', () => {
  test('AN-3 gives words: they count, the score and the leaderboard follow, nobody listens again; and takes them back', async () => {
    const { browser, id } = await submitAnalysed();
    const before = await read(browser, id);
    expect(before.analysis.lyrics).toMatchObject({ score: null, confidence: 0 });
    expect(before.analysis.lyrics.notes).toMatch(/^Not transcribed: .* So there is no lyrics score/);
    const facts =
      'SELECT r.started_at, s.analyzed_at FROM recording_runs r JOIN submissions s USING (audio_sha256) WHERE s.id = $1';
    const [heard] = await app.sql(facts, [id]);
    app.clock.advance(60);

    const saved = await give(browser, id, { text: `${SONG_TEXT}\r\n\u0000`, revision: 0 });
    expect(saved).toMatchObject({
      status: 200,
      analysis: 'remade',
      revision: 1,
      givenBy: 'artist',
      text: SONG_TEXT,
    });
    const after = await read(browser, id);
    expect(after.analysis.lyrics.score).toBeGreaterThan(50);
    expect(after.analysis.lyrics.confidence).toBeGreaterThan(0);
    expect(after.analysis.lyrics.notes).toMatch(/^Words given by the artist/);
    expect(after.analysis.words).toMatchObject({ source: 'artist', approximate: true, language: 'en' });
    expect(after.analysis.words?.lines.map(({ section }) => section).filter(Boolean)).toEqual([
      'Verse',
      'Chorus',
      'Chorus',
    ]);
    expect(after.analysis.words?.lines.map(({ rhyme }) => rhyme).join(' ')).toBe('A A B B A A A A');
    expect(after.score).not.toBe(before.score);
    const { rows } = await browser.read<{ rows: { id: number; score: number }[] }>(
      '/api/leaderboard?limit=100',
    );
    expect(rows.find((row) => row.id === id)?.score).toBe(after.score);
    expect(await app.sql(facts, [id])).toEqual([heard]);
    expect(await historyOf(id)).toEqual([{ score: before.score }]);
    expect(await give(browser, id, { text: SONG_TEXT })).toMatchObject({
      analysis: 'unchanged',
      revision: 1,
    });

    expect(await give(browser, id, { text: ' \n ', revision: 1 })).toMatchObject({
      status: 200,
      revision: 2,
      text: null,
    });
    const back = await read(browser, id);
    expect({ ...back.analysis, words: undefined }).toEqual({ ...before.analysis, words: undefined });
    expect(back.score).toBe(before.score);
    expect(back.analysis.words).toBeUndefined();
    expect(
      await app.sql('SELECT revision, text IS NULL AS gone FROM lyrics WHERE submission_id = $1 ORDER BY 1', [
        id,
      ]),
    ).toEqual([
      { revision: 1, gone: false },
      { revision: 2, gone: true },
    ]);
  });

  test('EN-2 what only the machine heard is a guess and scores nothing until confirmed; it gives the times', async () => {
    const { browser, id } = await submitAnalysed();
    const [{ audio_sha256 }] = await app.sql<{ audio_sha256: string }>(
      'SELECT audio_sha256 FROM submissions WHERE id = $1',
      [id],
    );
    const words = 'I walk alone into the city night the pretty lights are shining far too bright'
      .split(' ')
      .map((text, i) => ({ text, start: 0.5 + i * 0.3, end: 0.75 + i * 0.3, confidence: 0.9 }));
    await app.sql(
      "INSERT INTO transcripts (audio_sha256, asked_of, transcribed_by, words, language) VALUES ($1, $2, 'test ear 1', $3, 'en') ON CONFLICT (audio_sha256, asked_of) DO UPDATE SET words = excluded.words, transcribed_by = excluded.transcribed_by, reason = NULL",
      [audio_sha256, app.deps.transcription.name, JSON.stringify(words)],
    );
    await give(browser, id, {
      text: 'I walk alone into the city night\nthe pretty lights are shining far too bright',
    });
    const { words: sheet } = (await read(browser, id)).analysis;
    expect(sheet?.approximate).toBe(false);
    expect(sheet?.lines.map(({ start }) => start)).toEqual([0.5, 2.6]);
    const given = await browser.read<GivenWordsAnswer>(`/api/submissions/${id}/lyrics`);
    expect(given.heard).toMatch(/^I walk alone/);
    await give(browser, id, { text: '' });
    const heard = (await read(browser, id)).analysis.words;
    expect(heard).toMatchObject({ source: 'heard', by: 'test ear 1' });
    const guessed = (await read(browser, id)).analysis.lyrics;
    expect(guessed).toMatchObject({ score: null, notes: expect.stringContaining('a guess') });
    // As the page confirms it: what stands there, line by line.
    await give(browser, id, { text: writeOut(heard!.lines) });
    const confirmed = (await read(browser, id)).analysis.words;
    expect(confirmed).toMatchObject({ source: 'artist', approximate: false, doubt: null });
    expect(confirmed?.lines.map(({ start }) => start)).toEqual(heard?.lines.map(({ start }) => start));
    await app.sql('DELETE FROM transcripts WHERE audio_sha256 = $1', [audio_sha256]);
  });
});

test('EN-1 words that come after the report complete it, whatever the machine was busy with', async () => {
  const { browser, id } = await submitAnalysed();
  const [{ audio_sha256, job_id }] = await app.sql<{ audio_sha256: string; job_id: string }>(
    'SELECT audio_sha256, job_id FROM recording_runs JOIN submissions USING (audio_sha256) WHERE id = $1',
    [id],
  );
  expect((await read(browser, id)).analysis.words).toBeUndefined();
  const words = 'late but here they are at last'
    .split(' ')
    .map((text, i) => ({ text, start: 1 + i * 0.3, end: 1.2 + i * 0.3, confidence: 0.9 }));
  await app.sql(
    "INSERT INTO transcripts (audio_sha256, asked_of, transcribed_by, words, language) VALUES ($1, $2, 'slow ear 1', $3, 'en') ON CONFLICT (audio_sha256, asked_of) DO UPDATE SET words = excluded.words, reason = NULL",
    [audio_sha256, app.deps.transcription.name, JSON.stringify(words)],
  );
  const found = { measured: null, wordlessReason: STILL_COMING };
  await finishRun(app.deps, audio_sha256, { ...OWN_RUN, id: job_id }, found);
  await until(async () => (await read(browser, id)).analysis.words !== undefined, 'the late words');
  expect((await read(browser, id)).analysis.words).toMatchObject({ source: 'heard' });
  const [{ wordless_reason }] = await app.sql<{ wordless_reason: string | null }>(
    'SELECT wordless_reason FROM recordings WHERE audio_sha256 = $1',
    [audio_sha256],
  );
  expect(wordless_reason).toBeNull();
  expect(await reconcileWords(app.deps)).toBe(0);
  await app.sql('DELETE FROM transcripts WHERE audio_sha256 = $1', [audio_sha256]);
});

/** Words that are still coming, by a job that nobody takes. */
async function awaitWords(id: number) {
  const [{ audio_sha256 }] = await app.sql<{ audio_sha256: string }>(
    'SELECT audio_sha256 FROM submissions WHERE id = $1',
    [id],
  );
  await app.sql('DELETE FROM transcripts WHERE audio_sha256 = $1', [audio_sha256]);
  await app.sql('UPDATE recordings SET wordless_reason = $2 WHERE audio_sha256 = $1', [
    audio_sha256,
    STILL_COMING,
  ]);
  const [job] = await app.sql<{ id: string }>(
    "INSERT INTO pgboss.job (name, data, start_after) VALUES ($1, $2, now() + interval '1 day') RETURNING id",
    [WORDS_JOB.name, JSON.stringify({ audioSha256: audio_sha256 })],
  );
  await app.sql('UPDATE recording_runs SET words_job_id = $2 WHERE audio_sha256 = $1', [
    audio_sha256,
    job.id,
  ]);
  return { die: () => app.sql("UPDATE pgboss.job SET state = 'failed' WHERE id = $1", [job.id]) };
}

const saysGivenUp = async (browser: Browser, id: number) =>
  (await browser.read<{ transcription: string }>(`/api/submissions/${id}`)).transcription ===
  'Not transcribed: we could not make out the words of this track.';

test('EN-1 late words whose job died at every try are given up, and the report is completed without them', async () => {
  const { browser, id } = await submitAnalysed();
  const job = await awaitWords(id);
  expect(await reconcileWords(app.deps)).toBe(0);
  await job.die();
  const ended = await Promise.all([reconcileWords(app.deps), reconcileWords(app.deps)]);
  expect(ended.reduce((a, b) => a + b)).toBe(1);
  await until(() => saysGivenUp(browser, id), 'the completed report');
});

test.each<[string, (deps: TestApp['deps'], id: number) => Promise<unknown>]>([
  ['a report', (deps, id) => reportSubmission(deps, id, OWN_RUN)],
  ['one with given words', (deps, id) => giveWords(deps, id, { text: SONG_TEXT }, null)],
])('EN-1 %s that is being written while late words are given up does not hide that', async (_, write) => {
  const { browser, id } = await submitAnalysed();
  await (await awaitWords(id)).die();
  await app.sql('UPDATE submissions SET sheet_version = NULL WHERE id = $1', [id]);
  let isFirst = true;
  const writer: TestApp['deps']['writer'] = {
    ...app.deps.writer,
    async describeTrack(facts) {
      if (isFirst) {
        isFirst = false;
        expect(await reconcileWords(app.deps)).toBe(1);
        await until(() => saysGivenUp(browser, id), 'the report without words');
      }
      return app.deps.writer.describeTrack(facts);
    },
  };
  await write({ ...app.deps, writer }, id);
  expect(isFirst).toBe(false);
  expect(await saysGivenUp(browser, id)).toBe(true);
});

describe('others', () => {
  test('SEC-6 strangers may neither read nor give; a private link and staff may, and staff is named', async () => {
    const { browser, id } = await submitAnalysed();
    const stranger = app.browser();
    await stranger.submit();
    expect((await give(stranger, id, { text: SONG_TEXT })).status).toBe(403);
    expect((await stranger.get(`/api/submissions/${id}/lyrics`)).status).toBe(403);
    const { privateLink } = await browser.read<{ privateLink: string }>(
      `/api/submissions/${id}/private-link`,
    );
    const phone = app.browser();
    await phone.post(`/api/submissions/${id}/owner`, { token: privateLink.split('owner=')[1] });
    expect(await give(phone, id, { text: SONG_TEXT })).toMatchObject({ status: 200, givenBy: 'artist' });
    const staff = await app.staff();
    expect(await give(staff, id, { text: `${SONG_TEXT}\nhold on` })).toMatchObject({
      status: 200,
      givenBy: 'staff',
    });
    expect((await read(browser, id)).analysis.words?.source).toBe('staff');
    expect(
      await app.sql("SELECT actor_name FROM audit_trail WHERE action = 'lyrics.give' AND subject_id = $1", [
        String(id),
      ]),
    ).toHaveLength(1);
    const exported = await staff.read<{ lyrics: { text: string }[] }>(
      `/api/admin/submissions/${id}/artist-data`,
    );
    expect(exported.lyrics.map(({ text }) => text)).toEqual(
      expect.arrayContaining([SONG_TEXT, `${SONG_TEXT}\nhold on`]),
    );
    await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
    expect(await app.sql('SELECT 1 FROM lyrics WHERE submission_id = $1', [id])).toEqual([]);
  });
});

describe('what is refused', () => {
  test('bad texts, each with a sentence, and nothing is changed', async () => {
    const { browser, id } = await submitAnalysed();
    const cases: [unknown, number, RegExp][] = [
      ['[Chorus]', 400, /no words/],
      ['la '.repeat(4000), 400, /at most 10,000 characters/],
      ['x'.repeat(60_000), 400, /at most 10,000 characters/],
      ['x'.repeat(300_000), 413, /./],
      [`ok\n${'la '.repeat(100)}`, 400, /Line 2/],
      [42, 400, /text/],
    ];
    for (const [text, status, message] of cases) {
      const answer = await give(browser, id, { text });
      expect(answer.status, String(text).slice(0, 20)).toBe(status);
      expect(answer.message).toMatch(message);
      if (status === 400) expect(answer.fields.text).toMatch(message);
    }
    expect(await app.sql('SELECT 1 FROM lyrics WHERE submission_id = $1', [id])).toEqual([]);
    expect(await historyOf(id)).toEqual([]);
    expect((await give(browser, 2_000_000_000, { text: 'la' })).status).toBe(403);
    expect((await give(await app.staff(), 2_000_000_000, { text: 'la' })).status).toBe(404);
  });

  test('a track that has not been heard yet', async () => {
    await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, true);
    const browser = app.browser();
    const id = await browser.submit();
    const answer = await give(browser, id, { text: SONG_TEXT });
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.message).toMatch(/not been heard yet/);
    await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, false);
  });

  test('too many changes an hour', async () => {
    const { browser, id } = await submitAnalysed();
    const statuses: number[] = [];
    for (let i = 0; i < 41; i++) statuses.push((await give(browser, id, { text: '' })).status);
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true);
    expect(statuses[40]).toBe(429);
  });
});

describe('two at once', () => {
  test('from the same revision: one is kept, the other is told', async () => {
    const { browser, id } = await submitAnalysed();
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        give(browser, id, { text: `${SONG_TEXT}\n${word} more`, revision: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const kept = answers.find(({ status }) => status === 200)!;
    const { analysis } = await read(browser, id);
    expect(analysis.words?.lines.at(-1)?.words[0].text).toBe(kept.text!.split('\n').at(-1)!.split(' ')[0]);
    expect(await historyOf(id)).toHaveLength(1);
  });

  test('without a revision: all are kept in turn, and the result is that of the last', async () => {
    const { browser, id } = await submitAnalysed();
    const answers = await Promise.all(
      ['one', 'two'].map((word) => give(browser, id, { text: `${SONG_TEXT}\n${word} more` })),
    );
    expect(answers.map(({ revision }) => revision).sort()).toEqual([1, 2]);
    const last = answers.find(({ revision }) => revision === 2)!;
    const { analysis } = await read(browser, id);
    expect(analysis.words?.lines.at(-1)?.words[0].text).toBe(last.text!.split('\n').at(-1)!.split(' ')[0]);
  });
});

test('a newer version listens again: given words stay and count, and votes are not taken for longer', async () => {
  const { browser, id } = await submitAnalysed();
  await give(browser, id, { text: SONG_TEXT });
  const { score } = await read(browser, id);
  const times = () => app.sql('SELECT analyzed_at FROM submissions WHERE id = $1', [id]);
  const before = await times();
  app.clock.advance(3600);
  await app.sql("UPDATE submissions SET sheet_version = 'old', score = 1 WHERE id = $1", [id]);
  await renewAnalyses(app.deps);
  await until(async () => (await read(browser, id)).score !== 1, 'the newer analysis');
  const now = await read(browser, id);
  expect(now.score).toBe(score);
  expect(now.analysis.words?.source).toBe('artist');
  expect(await times()).toEqual(before);
});

test('words for a track that only an older engine heard wait until it is heard again', async () => {
  const { browser, id } = await submitAnalysed(await makeSong(6, 247));
  await app.sql(
    "UPDATE recordings SET engine_version = 'old' WHERE audio_sha256 = (SELECT audio_sha256 FROM submissions WHERE id = $1)",
    [id],
  );
  await app.sql("UPDATE submissions SET engine_version = 'old' WHERE id = $1", [id]);
  expect(await give(browser, id, { text: SONG_TEXT })).toMatchObject({ status: 200, analysis: 'queued' });
  await until(async () => (await read(browser, id)).analysis.words !== undefined, 'the newer analysis');
  expect((await read(browser, id)).analysis.words?.source).toBe('artist');
});

test('words for a track without a voice are shown and not scored, unless staff vouch for them', async () => {
  const { browser, id } = await submitAnalysed(SONG.bytes);
  const { score } = await read(browser, id);
  await give(browser, id, { text: SONG_TEXT });
  const doubted = await read(browser, id);
  expect(doubted.analysis.words?.doubt).toMatch(/No voice/);
  expect(doubted.analysis.lyrics).toMatchObject({ score: null, confidence: 0 });
  expect(doubted.analysis.lyrics.notes).toMatch(/shown and not scored/);
  expect(doubted.score).toBe(score);
  await give(await app.staff(), id, { text: `${SONG_TEXT}\nhold on` });
  expect((await read(browser, id)).analysis.lyrics.score).toBeGreaterThan(50);
});
