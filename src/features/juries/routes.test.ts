// Juries: blind, even, committed before opened; two jurors at once, closing while rating; cards; a missed hearing refunds.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, makeSong, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { type Grades, spellBallot } from './rules.ts';
import { refundMissed } from './service-promise.ts';

let app: TestApp;
let owner: Browser;
const jurors: Browser[] = [];
let ids: number[];
const GRADES = { song: 8, performance: 6, sound: 7, 'own-voice': 5 };
const WORDS = 'The second hook is the single.';

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.staff();
  for (const name of ['Ada', 'Ben', 'Cid', 'Dee']) {
    const account = { email: `${name}@test.example`, name, role: 'a&r', password: 'their secret' };
    await owner.post('/api/admin/accounts', account);
    const browser = app.browser();
    await browser.post('/api/admin/login', account);
    jurors.push(browser);
  }
  const { jurors: listed } = await owner.read<{ jurors: { id: number; name: string }[] }>(
    '/api/admin/juries',
  );
  ids = ['Ada', 'Ben', 'Cid', 'Dee'].map((name) => listed.find((one) => one.name === name)!.id);
});
afterAll(() => app.close());

interface SeatRead {
  number: number;
  state: string;
  ballot: object | null;
  revealed: { artistName: string; grades: number[] } | null;
}
interface JuryRead {
  state: string;
  heard: number;
  seats: SeatRead[];
  results:
    | {
        number: number;
        rank: number | null;
        median: number | null;
        low: number;
        high: number;
        submissionId: number;
      }[]
    | null;
}

async function open(submissionIds: number[], members = ids, more: object = {}): Promise<number> {
  const body = { name: 'Semi-final', jurors: members, source: 'chosen', submissionIds, ...more };
  const answer = await owner.post('/api/admin/juries', body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { id: number }).id;
}
const read = (who: Browser, id: number) => who.read<JuryRead>(`/api/admin/juries/${id}`);
const rate = (who: Browser, id: number, number: number, grades: Grades = GRADES, words = WORDS) =>
  who.post(`/api/admin/juries/${id}/tracks/${number}/ballot`, { grades, words });
const even = (grade: number) => Object.fromEntries(Object.keys(GRADES).map((id) => [id, grade]));

test('LR-5 a juror hears blind until they rated, tracks are shared out evenly, tags are cut off', async () => {
  const tagged = Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 12]),
    Buffer.from('Mina Okafor!'),
    await makeSong(4, 330),
    Buffer.from(`TAG${'Mina Okafor'.padEnd(125, ' ')}`),
  ]);
  const song = await app.browser().submit({ artistName: 'Mina Okafor' }, tagged);
  await app.sql(
    `UPDATE submissions SET state = 'done', analyzed = true, analyzed_at = now(), analysis = '{}', score = 70,
    genre = 'Pop' WHERE id = $1`,
    [song],
  );
  const tracks = [song];
  for (let i = 0; i < 7; i++) tracks.push(await insertTrack(app, { artistName: `Secret ${i}` }));
  const id = await open(tracks);
  const loads = await Promise.all(jurors.map(async (one) => (await read(one, id)).seats.length));
  expect(loads).toEqual([6, 6, 6, 6]);
  for (const juror of jurors) {
    const text = JSON.stringify(await read(juror, id));
    expect(text).not.toMatch(/Secret|Mina|Saltwater|audioFilePath|submissionId|score/);
  }
  const { seats } = await read(jurors[0], id);
  const [{ number }] = await app.sql<{ number: number }>(
    'SELECT number FROM jury_entries WHERE jury_id = $1 AND submission_id = $2',
    [id, song],
  );
  const sitting = await Promise.all(
    jurors.map(async (one) => (await read(one, id)).seats.some((s) => s.number === number)),
  );
  const path = `/api/admin/juries/${id}/tracks/${number}/audio`;
  const heard = await jurors[sitting.indexOf(true)].get(path);
  const bytes = Buffer.from(await heard.arrayBuffer());
  expect(bytes.includes('Mina')).toBe(false);
  expect(bytes.length).toBe(tagged.length - 22 - 128);
  expect(heard.headers.get('content-disposition')).toBe('inline');
  const part = await jurors[sitting.indexOf(true)].fetch(path, { headers: { range: 'bytes=0-1' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(0, 2)]);
  expect((await jurors[sitting.indexOf(false)].get(path)).status).toBe(404);
  const { commitment } = (await (await rate(jurors[0], id, seats[0].number)).json()) as {
    commitment: string;
  };
  const after = (await read(jurors[0], id)).seats.find((seat) => seat.number === seats[0].number)!;
  expect(after).toMatchObject({
    state: 'rated',
    ballot: { commitment, grade: 6.58 },
    revealed: { grades: [6.58] },
  });
  expect((await rate(jurors[0], id, seats[0].number)).status).toBe(409);
  expect((await rate(jurors[0], id, seats[1].number, { song: 8 })).status).toBe(400);
  expect((await rate(jurors[0], id, seats[1].number, { ...GRADES, luck: 3 })).status).toBe(400);
  expect((await rate(jurors[0], id, 99)).status).toBe(404);
  // Somebody who knows the artist leaves the seat: another takes it, and three ears remain.
  const left = await jurors[0].post(`/api/admin/juries/${id}/tracks/${seats[1].number}/abstain`, {
    reason: 'My cousin',
  });
  expect(await left.json()).toEqual({ replaced: true });
  const [{ ears }] = await app.sql<{ ears: number }>(
    `SELECT count(*)::int AS ears FROM jury_seats WHERE jury_id = $1 AND number = $2 AND state <> 'abstained'`,
    [id, seats[1].number],
  );
  expect(ears).toBe(3);
  expect((await rate(jurors[0], id, seats[1].number)).status).toBe(409);
});

test('LR-5 ballots are committed before they are opened, and can be checked once published; each entrant gets a card', async () => {
  const mine = await insertOwnTrack(app, { artistName: 'Entrant' });
  const others = [await insertTrack(app), await insertTrack(app)];
  const id = await open([mine.id, ...others], ids.slice(0, 3), { method: 'schulze' });
  const numbers = new Map(
    (
      await app.sql<{ number: number; submission_id: number }>(
        'SELECT * FROM jury_entries WHERE jury_id = $1',
        [id],
      )
    ).map(({ number, submission_id }) => [submission_id, number]),
  );
  const grades = [
    [mine.id, 9],
    [others[0], 6],
    [others[1], 3],
  ] as const;
  for (const [track, grade] of grades)
    for (const [at, juror] of jurors.slice(0, 3).entries())
      expect((await rate(juror, id, numbers.get(track)!, even(grade - at), `${WORDS} ${at}`)).status).toBe(
        200,
      );
  interface Public {
    id: number;
    state: string;
    ballotsRoot: string | null;
    criteria: { id: string }[];
    ballots: {
      commitment: string;
      opening: { track: number; juror: string; grades: Grades; wordsSha256: string; nonce: string } | null;
    }[];
    order: { number: number; rank: number }[];
  }
  const look = async () => (await app.browser().read<Public[]>('/api/juries')).find((one) => one.id === id)!;
  const before = await look();
  expect([before.ballots.length, before.ballots.some(({ opening }) => opening), before.order]).toEqual([
    9,
    false,
    [],
  ]);
  expect((await jurors[0].post(`/api/admin/juries/${id}/close`)).status).toBe(403);
  expect((await owner.post(`/api/admin/juries/${id}/publish`)).status).toBe(409);
  expect(await (await owner.post(`/api/admin/juries/${id}/close`)).json()).toEqual({ heard: 3, unheard: 0 });
  expect(
    (await mine.artist.read<{ cards: object[] }>(`/api/submissions/${mine.id}/jury-cards`)).cards,
  ).toEqual([]);
  const { results } = await read(owner, id);
  expect(
    results!.map(({ submissionId, rank, median, low, high }) => [submissionId, rank, median, low, high]),
  ).toEqual([
    [mine.id, 1, 8, 7, 9],
    [others[0], 2, 5, 4, 6],
    [others[1], 3, 2, 1, 3],
  ]);
  expect((await owner.post(`/api/admin/juries/${id}/publish`)).status).toBe(200);
  const opened = await look();
  expect(opened.ballots.map(({ commitment }) => commitment)).toEqual(
    before.ballots.map(({ commitment }) => commitment),
  );
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const { commitment, opening } of opened.ballots)
    expect(sha256(spellBallot(opened.criteria, { jury: id, ...opening! }))).toBe(commitment);
  expect(opened.ballotsRoot).toBe(sha256(opened.ballots.map(({ commitment }) => `${commitment}\n`).join('')));
  await expect(app.sql('UPDATE jury_ballots SET grade = 10 WHERE jury_id = $1', [id])).rejects.toThrow(
    'append-only',
  );
  const { cards } = await mine.artist.read<{ cards: object[] }>(`/api/submissions/${mine.id}/jury-cards`);
  expect(cards).toMatchObject([
    {
      jury: 'Semi-final',
      rank: 1,
      of: 3,
      median: 8,
      low: 7,
      high: 9,
      criteria: [{ name: 'Song and hook', median: 8 }, {}, {}, {}],
      words: [{ text: `${WORDS} 0` }, {}, {}].map(() => ({})),
    },
  ]);
  expect(JSON.stringify(cards)).toContain(`${WORDS} 2`);
  expect((await app.browser().get(`/api/submissions/${mine.id}/jury-cards`)).status).toBe(403);
  const [{ notices }] = await app.sql<{ notices: number }>(
    `SELECT count(*)::int AS notices FROM notices WHERE key LIKE $1`,
    [`jury:${id}:%`],
  );
  expect(notices).toBe(3);
  // Erased on request: the words go, the round stays decided and its commitments still hold.
  const erased = await owner.post(`/api/admin/submissions/${mine.id}/erase-artist`, {
    phoneNumber: '+12025550142',
    reason: 'Asked',
  });
  expect(erased.status).toBe(200);
  expect((await look()).ballots).toEqual(opened.ballots);
  expect(
    await app.sql(`SELECT 1 FROM jury_ballots WHERE jury_id = $1 AND number = $2 AND words <> ''`, [
      id,
      numbers.get(mine.id),
    ]),
  ).toEqual([]);
});

test('LR-5 two jurors at once, one juror twice, and closing while rating: every ballot counts or is refused', async () => {
  const id = await open([await insertTrack(app)], ids.slice(0, 3));
  const both = await Promise.all([
    rate(jurors[0], id, 1),
    rate(jurors[1], id, 1),
    rate(jurors[0], id, 1, even(2)),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  const [last, closing, second] = await Promise.all([
    rate(jurors[2], id, 1, even(9)),
    owner.post(`/api/admin/juries/${id}/close`),
    owner.post(`/api/admin/juries/${id}/close`),
  ]);
  expect([closing.status, second.status].sort()).toEqual([200, 409]);
  const counts = (await (closing.status === 200 ? closing : second).json()) as { heard: number };
  const [{ ballots }] = await app.sql<{ ballots: number }>(
    'SELECT count(*)::int AS ballots FROM jury_ballots WHERE jury_id = $1',
    [id],
  );
  expect([last.status === 200, ballots, counts.heard]).toEqual(
    last.status === 200 ? [true, 3, 1] : [false, 2, 0],
  );
  expect((await rate(jurors[2], id, 1)).status).toBe(409);
  expect((await open([await insertTrack(app)], ids, {})) > id).toBe(true);
  const few = { name: 'x', jurors: ids.slice(0, 2), source: 'chosen', submissionIds: [1] };
  expect((await owner.post('/api/admin/juries', few)).status).toBe(400);
  for (const wrong of [
    { source: 'chosen', submissionIds: [2_000_000_000] },
    { source: 'best', round: 'none' },
    { source: 'chosen' },
  ])
    expect([400, 409]).toContain(
      (await owner.post('/api/admin/juries', { name: 'x', jurors: ids, ...wrong })).status,
    );
});

test('LR-5 a promised hearing that did not happen by its date gives the fee back by itself, once', async () => {
  const [heard, missed] = [await insertOwnTrack(app), await insertOwnTrack(app)];
  for (const { id, artist } of [heard, missed]) {
    const secret = await begin(artist, { submissionId: id, product: 'standardEntry' });
    await pay(artist, secret);
    await readStatus(artist, secret);
  }
  const due = (await owner.post('/api/admin/juries', {
    name: 'Paid',
    jurors: ids.slice(0, 3),
    source: 'paid',
  })) as Response;
  const { id, entries } = (await due.json()) as { id: number; entries: number };
  expect(entries).toBe(2);
  const [{ number }] = await app.sql<{ number: number }>(
    'SELECT number FROM jury_entries WHERE jury_id = $1 AND submission_id = $2',
    [id, heard.id],
  );
  for (const juror of jurors.slice(0, 3)) await rate(juror, id, number);
  expect(await refundMissed(app.deps)).toBe(0);
  const promise = app.deps.campaign.jury!.promise!;
  const by = promise.by;
  promise.by = app.clock.now().toISOString();
  app.clock.advance(1);
  const runs = await Promise.all([refundMissed(app.deps), refundMissed(app.deps)]);
  expect(runs[0] + runs[1]).toBe(1);
  expect(await refundMissed(app.deps)).toBe(0);
  promise.by = by;
  expect(
    await app.sql(
      `SELECT i.submission_id, r.cents, r.reason, r.asked_by FROM payment_refunds r JOIN payment_intents i ON i.id = r.payment_id
       WHERE i.submission_id = ANY($1)`,
      [[heard.id, missed.id]],
    ),
  ).toEqual([{ submission_id: missed.id, cents: 4999, reason: 'missed_hearing', asked_by: 'rule' }]);
  const [{ told }] = await app.sql<{ told: number }>(
    `SELECT count(*)::int AS told FROM notices WHERE key LIKE 'missed-hearing:%'`,
  );
  expect(told).toBe(1);
});
