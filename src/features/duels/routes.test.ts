// Blind duels over HTTP: no names before the choice, evenly put up, one answer a pair and visitor, and what they rank.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, SONG, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import type { Duel, ListenedTrack, NamedTrack, RankedTrack } from './contract.ts';
import { rankDuels } from './service-ranking.ts';

const PHONE = '+12025550191';
let app: TestApp;
let ids: number[];
beforeAll(async () => {
  app = await startTestApp();
  ids = [];
  for (let n = 0; n < 6; n++) ids.push(await insertTrack(app, { trackTitle: `Song ${n}`, score: 40 + n }));
  // One of them has bytes, tagged with its name as files are.
  const tag = Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 20]),
    Buffer.alloc(20, 'Song 0'),
  ]);
  await app.deps.storage.putObject('audio/tagged.mp3', Buffer.concat([tag, SONG.bytes]), {
    contentType: 'audio/mpeg',
    maxBytes: 1e7,
  });
  await app.sql(
    `UPDATE recordings SET audio_key = 'audio/tagged.mp3' WHERE audio_sha256 =
     (SELECT audio_sha256 FROM submissions WHERE id = $1)`,
    [ids[0]],
  );
});
afterAll(() => app.close());

type Served = { duels: Duel[]; isDoneForToday: boolean };
const serve = async (browser: Browser) => (await (await browser.post('/api/duels')).json()) as Served;
const answer = (browser: Browser, code: string, pick: string) => browser.post(`/api/duels/${code}`, { pick });
const withoutLimits = () => app.sql('DELETE FROM rate_limits');

test('PT-10 a duel names nobody until it is answered, by whom it was given to, once, and not before both were heard', async () => {
  const fan = app.browser();
  const { duels } = await serve(fan);
  expect(duels).toHaveLength(2);
  expect(JSON.stringify(duels)).not.toMatch(/Song|Mina/);
  expect((await serve(fan)).duels, 'the same ones until they are answered').toEqual(duels);
  const [{ code }] = duels;
  expect((await answer(fan, code, 'a')).status, 'nobody hears both in no time').toBe(409);
  app.clock.advance(13);
  expect((await answer(app.browser(), code, 'a')).status, 'a stranger’s').toBe(404);
  expect((await answer(fan, code, 'c')).status).toBe(400);
  const answers = await Promise.all(['a', 'b', 'a', 'skip'].map((pick) => answer(fan, code, pick)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const told = (await answers.find(({ status }) => status === 200)!.json()) as {
    a: NamedTrack;
    b: NamedTrack;
  };
  expect(ids).toEqual(expect.arrayContaining([told.a.id, told.b.id]));
  expect((await answer(fan, duels[1].code, 'b')).status, 'the one loaded ahead needs its own time').toBe(409);
  expect((await fan.get('/api/duels/none')).status).toBe(404);

  const [{ code: tagged, side }] = await app.sql<{ code: string; side: string }>(
    `INSERT INTO duels (code, low_id, high_id, low_is_a, browser_digest, served_at)
     VALUES ('00000000000000000000000001', $1, $2, true, 'x', now()) RETURNING code, 'a' AS side`,
    [ids[0], ids[1]],
  );
  const audio = Buffer.from(await (await fan.get(`/api/duels/${tagged}/${side}`)).arrayBuffer());
  expect(audio.length).toBeGreaterThan(10_000);
  expect(audio.includes('Song 0'), 'no tag in the file').toBe(false);
  expect([audio[0], audio[1] & 0xe0]).toEqual([0xff, 0xe0]);
  const part = await fan.fetch(`/api/submissions/${ids[0]}/hook`, { headers: { range: 'bytes=0-99' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
  await app.sql('DELETE FROM duels');
});

test('PT-10 every entrant is put up equally often, also by many at once, and a newcomer does not take every turn', async () => {
  await app.sql('UPDATE duel_entrants SET heard = 0, turn = 0');
  await withoutLimits();
  await Promise.all(Array.from({ length: 30 }, () => serve(app.browser())));
  const heard = async () => app.sql<{ heard: number }>('SELECT heard FROM duel_entrants ORDER BY heard');
  expect((await heard()).map((row) => row.heard)).toEqual([20, 20, 20, 20, 20, 20]);
  const late = await insertTrack(app, { trackTitle: 'Late' });
  await withoutLimits();
  await Promise.all(Array.from({ length: 7 }, () => serve(app.browser())));
  const [{ heard: lately }] = await app.sql<{ heard: number }>(
    'SELECT heard FROM duel_entrants WHERE submission_id = $1',
    [late],
  );
  expect(lately).toBe(4);
  await app.sql('DELETE FROM submissions WHERE id = $1', [late]);
  await app.sql('DELETE FROM duels');
});

test('PT-10 nobody judges their own, a person answers a pair once in any browser, and a day has its end', async () => {
  await withoutLimits();
  const person = await signInAs(app, PHONE);
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [ids[5], PHONE]);
  const pairs: string[] = [];
  const play = async (browser: Browser) => {
    for (;;) {
      const [duel] = (await serve(browser)).duels;
      if (!duel) return;
      app.clock.advance(13);
      const reply = await answer(browser, duel.code, 'a');
      expect(reply.status).toBe(200);
      const { a, b } = (await reply.json()) as { a: NamedTrack; b: NamedTrack };
      pairs.push([a.id, b.id].sort((x, y) => x - y).join());
    }
  };
  await play(person);
  expect(new Set(pairs).size, 'each pair of the other five').toBe(10);
  expect(pairs.some((pair) => pair.split(',').includes(String(ids[5])))).toBe(false);
  await play(await signInAs(app, PHONE));
  expect(pairs).toHaveLength(10);
  await expect(
    app.sql(
      `INSERT INTO duels (code, low_id, high_id, low_is_a, browser_digest, person_digest, served_at)
       SELECT '00000000000000000000000002', low_id, high_id, true, 'other', person_digest, now() FROM duels
       WHERE person_digest IS NOT NULL LIMIT 1`,
    ),
  ).rejects.toThrow(/duels_person/);
  const fan = app.browser();
  await serve(fan);
  await app.sql(
    `INSERT INTO submissions (id, artist_name, phone_number, track_title, audio_sha256) OVERRIDING SYSTEM VALUE
     SELECT n, 'Many', '+12025550142', 'Many', (SELECT max(audio_sha256) FROM recordings) FROM generate_series(1001, 1101) n`,
  );
  await app.sql(
    `INSERT INTO duels (code, low_id, high_id, low_is_a, browser_digest, served_at, answer, answered_at)
     SELECT lpad(n::text, 26, '1'), n, n + 1, true, (SELECT browser_digest FROM duels ORDER BY id DESC LIMIT 1), $1, 'skip', $1
     FROM generate_series(1001, 1100) n`,
    [app.clock.now()],
  );
  expect(await serve(fan)).toEqual({ duels: [], isDoneForToday: true });
});

test('PT-10 the ranking follows the answers with intervals, is not for sale, and drops what is no longer public', async () => {
  await app.sql('DELETE FROM duels');
  // Song 5 is chosen whenever it is up, Song 0 never; four fans each.
  for (let fan = 0; fan < 4; fan++)
    await app.sql(
      `INSERT INTO duels (code, low_id, high_id, low_is_a, browser_digest, served_at, answer, answered_at)
       SELECT lpad((row_number() OVER ())::text || $2, 26, '0'), a.id, b.id, true, 'fan ' || $2, now(), 'high', now()
       FROM submissions a JOIN submissions b ON a.id < b.id WHERE a.id = ANY($1) AND b.id = ANY($1)`,
      [ids, String(fan)],
    );
  await app.sql('UPDATE submissions SET vote_count = 5000, votes_paid = 5000 WHERE id = $1', [ids[0]]);
  expect(await rankDuels(app.deps)).toBe(6);
  const read = () => app.browser().read<{ tracks: RankedTrack[]; decided: number }>('/api/duel-ranking');
  const { tracks, decided } = await read();
  expect(decided).toBe(60);
  expect(tracks.map(({ id }) => id)).toEqual([...ids].reverse());
  for (const { low, chance, high } of tracks)
    expect(low <= chance && chance <= high && low < high).toBe(true);
  expect(tracks[0]).toMatchObject({ rank: 1, wins: 20, duels: 20 });
  await app.sql("UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id = $1", [ids[5]]);
  expect((await read()).tracks[0]).toMatchObject({ rank: 1, id: ids[4] });
  const { tracks: hooks } = await app.browser().read<{ tracks: ListenedTrack[] }>('/api/listen');
  expect(hooks.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(0, 5));
  for (const from of ['5e-324', '1e-40', '1'])
    expect((await app.browser().get(`/api/listen?from=${from}`)).status, from).toBe(200);
});
