// Copies over HTTP: found, held from everybody but their artist, decided by staff; one's own work is not held.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { makeTune, silence } from '#audio/test-music.ts';
import { encodeMp3, joinSamples } from '#audio/test-signals.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import type { Submission } from '#features/submissions/contract.ts';
import type { Claim, Duplicate, HeldTrack, Review } from './contract.ts';
import { duplicateRecordings } from './service.ts';

const RATE = 22_050;
const OTHER_PHONE = '+1 202 555 0177';

let app: TestApp;
let staff: Browser;
let phone = 1000;
beforeAll(async () => {
  app = await startTestApp({ worker: true, holdCopies: true });
  staff = await app.staff();
});
afterAll(() => app.close());
// The next test enters the same recordings, which are known by then and not measured again.
afterEach(() => app.sql('TRUNCATE submissions CASCADE'));

/** Long enough that a copy in bad sound is still plain. */
const SECONDS = 16;
const made = new Map<string, Promise<Uint8Array>>();
/** Made once, however many tests enter it. */
function makeOnce(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
const tune = (seed: number, kbps: 64 | 96 = 64) =>
  makeOnce(`${seed} at ${kbps}`, () => encodeMp3([makeTune(seed, SECONDS)], RATE, kbps));
/** Two seconds cut off, half the level, silence in front, another bit rate. */
const treat = (seed: number) =>
  makeOnce(`${seed} treated`, () =>
    encodeMp3(
      [joinSamples(silence(1.5), makeTune(seed, SECONDS).slice(2 * RATE)).map((value) => value / 2)],
      RATE,
      32,
    ),
  );
const newPhone = () => `+1 202 555 ${++phone}`;

async function hear(browser: Browser, id: number): Promise<void> {
  await until(async () => {
    const { state } = await browser.read<{ state: string }>(`/api/submissions/${id}/status`);
    if (state === 'failed') throw new Error(`entry ${id} failed`);
    return state === 'done';
  }, `entry ${id} to be heard`);
}

async function enter(file: Uint8Array, phoneNumber = newPhone()) {
  const browser = app.browser();
  const id = await browser.submit({ phoneNumber, trackTitle: `Tune ${phoneNumber}` }, file);
  await hear(browser, id);
  return { id, browser };
}

const duplicatesOf = (browser: Browser, id: number) =>
  browser.read<{ review: Review | null; claim: Claim | null; duplicates: Duplicate[] }>(
    `/api/submissions/${id}/duplicates`,
  );

/** In the fan battle and on the leaderboard, or in neither. */
async function isOnBoard(id: number): Promise<boolean> {
  const [{ title, standing }] = await app.sql<{ title: string; standing: boolean }>(
    `SELECT track_title AS title, EXISTS (SELECT FROM fan_standings WHERE submission_id = id) AS standing
     FROM submissions WHERE id = $1`,
    [id],
  );
  const path = `/api/leaderboard?search=${encodeURIComponent(title)}`;
  const { rows } = await app.browser().read<{ rows: { id: number }[] }>(path);
  expect(rows.some((row) => row.id === id)).toBe(standing);
  return standing;
}

describe('a copy by another phone number', () => {
  test('re-encoded, cut and shifted: held, seen by its artist with the times, by nobody else', async () => {
    const original = await enter(await tune(1));
    const copy = await enter(await treat(1), OTHER_PHONE);
    expect(await isOnBoard(original.id)).toBe(true);
    expect(await isOnBoard(copy.id)).toBe(false);

    const mine = await copy.browser.read<Submission>(`/api/submissions/${copy.id}`);
    const { originality } = mine.analysis!;
    expect(originality?.notes).toContain('same recording as an earlier entry');
    expect(originality?.evidence?.[0]).toMatchObject({ id: 'copied' });
    expect(originality?.evidence?.[0].ranges?.length).toBeGreaterThan(0);

    const { review, duplicates } = await duplicatesOf(copy.browser, copy.id);
    expect(review).toMatchObject({ state: 'held', reason: null });
    expect(duplicates).toHaveLength(1);
    expect(duplicates[0]).toMatchObject({ exact: false, own: false, track: { id: original.id } });
    expect(duplicates[0].share).toBeGreaterThan(0.8);
    expect(duplicates[0].offset).toBeCloseTo(0.5, 0);

    const stranger = app.browser();
    for (const path of [
      `/api/submissions/${copy.id}`,
      `/api/submissions/${copy.id}/duplicates`,
      `/api/submissions/${copy.id}/audio`,
      mine.audioUrl,
      `/share-card/${copy.id}.png`,
    ])
      expect((await stranger.get(path)).status, path).toBe(404);
    expect((await copy.browser.get(mine.audioUrl)).status).toBe(200);
    // Nothing of the copy shows at the original.
    expect((await duplicatesOf(stranger, original.id)).duplicates).toEqual([]);
  });

  test('staff see both and release it: it appears unmarked, and its score never changed', async () => {
    const original = await enter(await tune(1));
    const copy = await enter(await treat(1));
    const { tracks } = await staff.read<{ waiting: number; tracks: HeldTrack[] }>('/api/admin/duplicates');
    const held = tracks.find(({ track }) => track.id === copy.id);
    expect(held?.review.state).toBe('held');
    expect(held?.duplicates[0].earlier?.id).toBe(original.id);
    expect((await staff.get(held!.track.audioUrl)).status).toBe(200);
    const before = (await copy.browser.read<Submission>(`/api/submissions/${copy.id}`)).analysis!.originality;

    expect(
      (await app.browser().post(`/api/admin/duplicates/${copy.id}/release`, { reason: 'mine' })).status,
    ).toBe(401);
    const decided = await staff.post(`/api/admin/duplicates/${copy.id}/release`, {
      reason: 'Same band, new number',
    });
    expect(await decided.json()).toMatchObject({ state: 'released', reason: 'Same band, new number' });
    expect(await isOnBoard(copy.id)).toBe(true);
    expect((await staff.post(`/api/admin/duplicates/${copy.id}/release`, { reason: 'again' })).status).toBe(
      409,
    );

    const after = await until(async () => {
      const { analysis } = await app.browser().read<Submission>(`/api/submissions/${copy.id}`);
      return analysis?.originality?.evidence?.some(({ id }) => id === 'copied') ? null : analysis;
    }, 'the report to be written again');
    expect(before!.evidence!.some(({ id }) => id === 'copied')).toBe(true);
    expect(after.originality!.score).toBe(before!.score);
    expect(await isOnBoard(copy.id)).toBe(true);
    const audit = await app.sql<{ action: string }>(
      `SELECT action FROM audit_trail WHERE action LIKE 'duplicate.%' AND subject_id = '${copy.id}'`,
    );
    expect(audit.map(({ action }) => action)).toEqual(['duplicate.release']);
  });

  test('EN-1 the same bytes have the same score, copy or not', async () => {
    const song = await tune(1);
    const [first, copy] = [await enter(song), await enter(song)];
    const scoresOf = async ({ id, browser }: typeof copy) => {
      const { score, analysis } = await browser.read<Submission>(`/api/submissions/${id}`);
      return { score, originality: analysis?.originality?.score };
    };
    const scores = await scoresOf(copy);
    expect(scores.score).toEqual(expect.any(Number));
    expect(scores).toEqual(await scoresOf(first));
    expect((await duplicatesOf(copy.browser, copy.id)).review).toMatchObject({ state: 'held' });
  });

  test('rejected: it stays away, and its artist reads why', async () => {
    const song = await tune(1);
    await enter(song);
    const copy = await enter(song);
    expect((await duplicatesOf(copy.browser, copy.id)).duplicates[0]).toMatchObject({
      exact: true,
      share: 1,
    });
    expect((await staff.post(`/api/admin/duplicates/${copy.id}/reject`, { reason: '' })).status).toBe(400);
    await staff.post(`/api/admin/duplicates/${copy.id}/reject`, { reason: 'Entered by its artist in March' });
    expect(await isOnBoard(copy.id)).toBe(false);
    expect((await duplicatesOf(copy.browser, copy.id)).review).toMatchObject({
      state: 'rejected',
      reason: 'Entered by its artist in March',
    });
  });

  test('an earlier entry that is not public is not named', async () => {
    const song = await tune(1);
    const original = await enter(song);
    await staff.post(`/api/admin/submissions/${original.id}/hide`, { reason: 'Sample not cleared' });
    const copy = await enter(song);
    const { duplicates } = await duplicatesOf(copy.browser, copy.id);
    expect(duplicates).toHaveLength(1);
    expect(duplicates[0].track).toBeNull();
  });
});

test('the same phone number may enter its recording again: said, not held, scored as before', async () => {
  const number = newPhone();
  const first = await enter(await tune(1), number);
  const again = await enter(await treat(1), number.replaceAll(' ', '-'));
  expect(await isOnBoard(again.id)).toBe(true);
  const { review, duplicates } = await duplicatesOf(again.browser, again.id);
  expect(review).toBeNull();
  expect(duplicates[0]).toMatchObject({ own: true, track: { id: first.id } });
  // That two entries share a phone number is nobody else's business.
  expect((await duplicatesOf(app.browser(), again.id)).duplicates).toEqual([]);
  const { analysis } = await again.browser.read<Submission>(`/api/submissions/${again.id}`);
  expect(analysis?.originality?.evidence?.some(({ id }) => id === 'copied')).toBe(false);
});

test('an unrelated track finds nothing', async () => {
  await enter(await tune(1));
  const other = await enter(await tune(2));
  expect(await duplicatesOf(other.browser, other.id)).toEqual({ review: null, claim: null, duplicates: [] });
  expect(await isOnBoard(other.id)).toBe(true);
});

test('two copies at the same moment: the later one is held, whichever is heard first', async () => {
  // Recordings nobody has heard yet.
  const files = await Promise.all([tune(7), treat(7), tune(7)]);
  const browsers = files.map(() => app.browser());
  const ids = await Promise.all(
    files.map((file, i) => browsers[i].submit({ phoneNumber: newPhone() }, file)),
  );
  await Promise.all(ids.map((id, i) => hear(browsers[i], id)));
  // Of uploads at one moment the one sent first need not be the one stored first.
  const [{ id: earliest }] = await app.sql<{ id: number }>(
    'SELECT id FROM submissions WHERE id = ANY ($1) ORDER BY created_at, id LIMIT 1',
    [ids],
  );
  await until(async () => {
    const rows = await app.sql<{ id: number }>('SELECT id FROM submissions WHERE held_at IS NOT NULL');
    const held = new Set(rows.map(({ id }) => id));
    return ids.every((id) => held.has(id) === (id !== earliest));
  }, 'all but the earliest to be held');
});

test('a later entry that was heard first is held once the earlier one is heard, and its report says so', async () => {
  const original = await enter(await tune(1));
  const copy = await enter(await treat(1));
  // As if the original had waited in the queue until now.
  await app.sql('DELETE FROM duplicates WHERE submission_id = $1', [copy.id]);
  await app.sql('DELETE FROM holds WHERE submission_id = $1', [copy.id]);
  await app.sql('UPDATE submissions SET held_at = NULL, copied = NULL WHERE id = $1', [copy.id]);
  const [{ sha }] = await app.sql<{ sha: string }>(
    'UPDATE submissions SET sheet_version = NULL WHERE id = $1 RETURNING audio_sha256 AS sha',
    [original.id],
  );
  await app.deps.db.transaction((tx) => requestMeasuring(app.deps, tx, sha, PRIORITY.normal));
  await until(async () => (await duplicatesOf(copy.browser, copy.id)).review, 'the copy to be held');
  expect(await isOnBoard(copy.id)).toBe(false);
  expect(await isOnBoard(original.id)).toBe(true);
  await until(async () => {
    const [row] = await app.sql<{ written: boolean }>(
      'SELECT sheet_version IS NOT NULL AS written FROM submissions WHERE id = $1',
      [copy.id],
    );
    return row.written;
  }, 'the report to be written again');
  const { analysis } = await copy.browser.read<Submission>(`/api/submissions/${copy.id}`);
  expect(analysis?.originality?.notes).toContain('same recording as an earlier entry');
});

test('PT-8 the earlier owner wins over a stranger’s copy in every order of analysis, known by number or by browser', async () => {
  const artist = app.browser();
  const stranger = app.browser();
  const files = await Promise.all([tune(1), treat(1), tune(1, 96)]);
  const ids: number[] = [];
  for (const [index, browser] of [artist, stranger, artist].entries())
    ids.push(await browser.submit({ phoneNumber: newPhone() }, files[index]));
  await Promise.all(ids.map((id, index) => hear(index === 1 ? stranger : artist, id)));
  const heldNow = async () =>
    (
      await app.sql<{ id: number }>('SELECT id FROM submissions WHERE held_at IS NOT NULL AND id = ANY($1)', [
        ids,
      ])
    ).map(({ id }) => id);
  expect(await heldNow(), 'as the queue had it').toEqual([ids[1]]);

  const shas = await Promise.all(
    ids.map(async (id) => {
      const [row] = await app.sql<{ sha: string }>(
        'SELECT audio_sha256 AS sha FROM submissions WHERE id = $1',
        [id],
      );
      return row.sha;
    }),
  );
  await app.sql('CREATE TABLE kept_matches AS SELECT * FROM recording_matches WHERE audio_sha256 = ANY($1)', [
    shas,
  ]);
  const { onMeasured } = duplicateRecordings(app.deps);
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    await app.sql('DELETE FROM recording_matches WHERE audio_sha256 = ANY($1)', [shas]);
    await app.sql('DELETE FROM duplicates WHERE submission_id = ANY($1)', [ids]);
    await app.sql('DELETE FROM holds WHERE submission_id = ANY($1)', [ids]);
    for (const [step, index] of order.entries()) {
      const known = order.slice(0, step + 1).map((one) => shas[one]);
      await app.sql(
        `INSERT INTO recording_matches SELECT * FROM kept_matches
         WHERE audio_sha256 = ANY($1) AND other_sha256 = ANY($1) ON CONFLICT DO NOTHING`,
        [known],
      );
      await app.sql('UPDATE submissions SET sheet_version = NULL WHERE id = $1', [ids[index]]);
      await app.deps.db.transaction((tx) => onMeasured!(tx, shas[index], 0));
    }
    expect(await heldNow(), `measured in the order ${order}`).toEqual([ids[1]]);
  }
  await app.sql('DROP TABLE kept_matches');
});

test('PT-8 somebody whose track a stranger entered first claims it; staff let it in and keep the stranger’s out', async () => {
  const thief = await enter(await treat(1));
  const artist = await enter(await tune(1));
  expect(await isOnBoard(artist.id)).toBe(false);
  const claim = (browser: Browser, id: number, statement = 'I wrote and recorded it in March.') =>
    browser.post(`/api/submissions/${id}/claim`, { statement, link: 'https://example.org/out-in-march' });
  expect((await claim(app.browser(), artist.id)).status).toBe(403);
  expect((await claim(artist.browser, artist.id, 'mine')).status).toBe(400);
  expect(
    (
      await artist.browser.post(`/api/submissions/${artist.id}/claim`, {
        statement: 'I wrote and recorded it.',
        link: 'javascript:alert(1)',
      })
    ).status,
  ).toBe(400);
  expect((await claim(thief.browser, thief.id)).status, 'nothing to claim').toBe(409);
  expect((await claim(artist.browser, artist.id)).status).toBe(200);
  expect((await duplicatesOf(artist.browser, artist.id)).claim).toMatchObject({
    link: 'https://example.org/out-in-march',
  });
  const { tracks } = await staff.read<{ tracks: HeldTrack[] }>('/api/admin/duplicates');
  expect(tracks[0], 'claims come first').toMatchObject({
    track: { id: artist.id },
    claim: { statement: 'I wrote and recorded it in March.' },
  });
  const uphold = (browser: Browser) =>
    browser.post(`/api/admin/duplicates/${artist.id}/uphold`, { reason: 'Out since March under their name' });
  expect((await uphold(app.browser())).status).toBe(401);
  expect((await uphold(staff)).status).toBe(200);
  expect([await isOnBoard(artist.id), await isOnBoard(thief.id)]).toEqual([true, false]);
  expect((await duplicatesOf(thief.browser, thief.id)).review).toMatchObject({ state: 'rejected' });
  // What was kept out is nobody's original: the artist's next entry, from elsewhere, stands on their own first one.
  const again = await enter(await tune(1, 96), newPhone());
  expect((await duplicatesOf(again.browser, again.id)).review).toMatchObject({ state: 'held' });
  const audit = await app.sql<{ action: string; id: string }>(
    `SELECT action, subject_id AS id FROM audit_trail WHERE subject_id IN ('${artist.id}', '${thief.id}')`,
  );
  expect(audit.map(({ action, id }) => [action, Number(id)]).sort()).toEqual([
    ['duplicate.reject', thief.id],
    ['duplicate.release', artist.id],
  ]);
});

test('PT-8 a new version that is somebody else’s recording is not taken', async () => {
  const artist = await enter(await tune(1));
  const other = await enter(await tune(2));
  const sent = await other.browser.upload({}, await treat(1), `/api/submissions/${other.id}/versions`);
  expect(sent.status).toBe(200);
  const failed = await until(async () => {
    const path = `/api/submissions/${other.id}/versions`;
    const { versions } = await other.browser.read<{ versions: { state: string; failure: string }[] }>(path);
    return versions[0].state === 'waiting' ? null : versions[0];
  }, 'the version to be refused');
  expect(failed).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Somebody else entered'),
  });
  expect([await isOnBoard(artist.id), await isOnBoard(other.id)]).toEqual([true, true]);
});
