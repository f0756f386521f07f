/** The listening room over HTTP: decisions that cannot collide, many ears, private notes, assignments, conflicts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';

let app: TestApp;
/** Three people of a label. */
let owner: Browser;
let maya: Browser;
let jo: Browser;
const ids: Record<string, number> = {};

async function hire(name: string, role: string): Promise<Browser> {
  const account = { email: `${name.split(' ')[0]}@test.example`, name, role, password: 'their secret' };
  const made = await owner.post('/api/admin/accounts', account);
  ids[name.split(' ')[0]] = ((await made.json()) as { id: number }).id;
  const browser = app.browser();
  await browser.post('/api/admin/login', account);
  return browser;
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.staff();
  maya = await hire('Maya Kessler', 'a&r');
  jo = await hire('Jo Barnes', 'reviewer');
});
afterAll(() => app.close());

const put = (browser: Browser, path: string, body: object) =>
  browser.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const at = (id: number, part: string) => `/api/admin/submissions/${id}/${part}`;
const rate = (browser: Browser, id: number, rating: number | null, abstained = false) =>
  put(browser, at(id, 'rating'), { rating, abstained });
const room = (browser: Browser, id: number) => browser.read<Record<string, never>>(at(id, 'room'));
const decide = (browser: Browser, id: number, decision: string | null, seen: number) =>
  browser.post(at(id, 'decision'), { decision, seen });
interface Queue {
  tracks: { id: number; yours: boolean }[];
  left: number;
  heardToday: number;
}
const queue = (browser: Browser) => browser.read<Queue>('/api/admin/listening');

test('LR-1 of two who decide at once one is told; a decision is undone, counted, filtered and exported', async () => {
  const id = await insertTrack(app, { trackTitle: 'Decided' });
  const both = await Promise.all([decide(owner, id, 'shortlist', 0), decide(maya, id, 'pass', 0)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409)!;
  expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/decided meanwhile/) });
  const stood = both[0].status === 200 ? 'shortlist' : 'pass';
  expect((await room(jo, id)).decision).toMatchObject({ decision: stood, version: 1 });
  const later = await Promise.all([decide(owner, id, 'sign', 1), decide(maya, id, 'contact', 1)]);
  expect(later.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await decide(maya, id, null, 2)).status).toBe(200);
  expect((await decide(maya, id, 'shortlist', 3)).status).toBe(200);
  expect((await decide(maya, id, 'pass', 2)).status).toBe(409);
  expect((await decide(jo, id, 'pass', 4)).status).toBe(403);
  expect((await decide(maya, 999_999, 'pass', 0)).status).toBe(404);

  const [row] = await owner.read<object[]>('/api/admin/submissions?decision=shortlist');
  expect(row).toMatchObject({ id, decision: 'shortlist', decidedBy: 'Maya Kessler' });
  expect(await owner.read('/api/admin/submissions?decision=open&search=Decided')).toEqual([]);
  expect(await owner.read('/api/admin/submissions/summary?decision=shortlist')).toMatchObject({
    matching: 1,
    decided: { shortlist: 1, pass: 0 },
  });
  const csv = await (await owner.get('/api/admin/submissions/export?decision=shortlist')).text();
  expect(csv).toMatch(/Decision,Decided By/);
  expect(csv).toMatch(/Shortlisted,Maya Kessler/);
  const entries = await app.sql("SELECT detail FROM audit_trail WHERE action = 'track.decide' ORDER BY id");
  expect(entries).toHaveLength(4);
  expect(entries[3]).toEqual({ detail: { decision: 'shortlist', before: null } });
});

test('LR-3 heard is each one’s own; several ratings have median and spread; one may abstain', async () => {
  const id = await insertTrack(app, { trackTitle: 'Heard' });
  const isQueued = async (who: Browser) => (await queue(who)).tracks.some((track) => track.id === id);
  expect(await isQueued(jo)).toBe(true);
  const before = await queue(jo);
  await jo.post(at(id, 'heard'));
  await jo.post(at(id, 'heard'));
  const after = await queue(jo);
  expect([await isQueued(jo), await isQueued(maya)]).toEqual([false, true]);
  expect([before.left - after.left, after.heardToday - before.heardToday]).toEqual([1, 1]);

  await Promise.all([rate(owner, id, 8), rate(maya, id, 7), rate(jo, id, 4), rate(jo, id, 4)]);
  expect(await room(jo, id)).toMatchObject({
    summary: { count: 3, average: 6.3, median: 7, spread: { from: 4, to: 8 }, disagree: true },
  });
  expect((await rate(jo, id, null, true)).status).toBe(200);
  expect(await room(jo, id)).toMatchObject({ summary: { count: 2, median: 7.5, disagree: false } });
  expect((await rate(jo, id, 5, true)).status).toBe(400);
  expect((await rate(jo, id, 11)).status).toBe(400);
  await rate(jo, id, null);
  expect((await room(jo, id)).ratings).toHaveLength(2);
});

test('LR-3 who is close to an artist judges none of their tracks', async () => {
  const { id, phone } = await insertOwnTrack(app);
  const second = await insertTrack(app, { trackTitle: 'Another of theirs' });
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [second, phone]);
  await rate(maya, second, 9);
  expect((await put(maya, at(id, 'conflict'), { reason: 'x' })).status).toBe(400);
  expect((await put(maya, at(id, 'conflict'), { reason: 'I produced it' })).status).toBe(200);
  expect(await room(owner, second)).toMatchObject({ ratings: [], conflicts: [{ name: 'Maya Kessler' }] });
  expect((await rate(maya, second, 9)).status).toBe(403);
  expect((await decide(maya, second, 'sign', 0)).status).toBe(403);
  const left = (await queue(maya)).tracks.map((track) => track.id);
  expect([left.includes(id), left.includes(second)]).toEqual([false, false]);
  await maya.fetch(at(second, 'conflict'), { method: 'DELETE' });
  expect((await rate(maya, id, 6)).status).toBe(200);
});

test('LR-3 tracks are given out evenly, by genre and by hand, each once however many share out at a time', async () => {
  await app.sql("UPDATE submissions SET hidden_at = now(), hidden_reason = 'Of another test'");
  const tracks: number[] = [];
  for (let count = 0; count < 6; count++) tracks.push(await insertTrack(app));
  await app.sql("UPDATE submissions SET genre = 'Drill' WHERE id = $1", [tracks[5]]);
  const wish = { staffIds: [ids.Maya, ids.Jo] };
  const give = async (body: object) => {
    const answer = await maya.post('/api/admin/assignments', body);
    return ((await answer.json()) as { assigned?: number }).assigned;
  };
  expect(await give({ ...wish, genre: 'Drill', staffIds: [ids.Jo] })).toBe(1);
  const given = await Promise.all([give(wish), give(wish)]);
  expect(given.sort()).toEqual([0, 5]);
  const waiting = await maya.read<{ id: number; waiting: number }[]>('/api/admin/colleagues');
  expect(waiting.find(({ id }) => id === ids.Maya)?.waiting).toBe(3);
  expect(waiting.find(({ id }) => id === ids.Jo)?.waiting).toBe(3);
  const mine = await queue(jo);
  expect(mine).toMatchObject({ left: 3, tracks: [{ yours: true }, { yours: true }, { yours: true }] });
  expect((await queue(owner)).left).toBe(0);
  const own = (await app.sql<{ id: number }>("SELECT id FROM admins WHERE role = 'owner'"))[0].id;
  expect(await give({ staffIds: [own], submissionIds: [tracks[0]] })).toBe(1);
  expect((await queue(owner)).tracks).toMatchObject([{ id: tracks[0], yours: true }]);
  expect(await owner.read('/api/admin/waiting')).toMatchObject({ toHear: 1, yours: 1 });
  await maya.fetch(at(tracks[0], 'assignments'), { method: 'DELETE' });
  expect((await room(maya, tracks[0])).assignees).toEqual([]);
  expect((await maya.post('/api/admin/assignments', { staffIds: [987_654] })).status).toBe(400);
  expect((await jo.post('/api/admin/assignments', wish)).status).toBe(403);
});

test('LR-2 LR-3 notes are staff’s alone, changed by their author, and call whom they mention', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const added = await jo.post(at(id, 'notes'), { body: 'New vocal at 1:12? @Maya' });
  const note = (await added.json()) as { id: number };
  expect(note).toMatchObject({ author: { name: 'Jo Barnes' }, editedAt: null });
  expect((await room(maya, id)).notes).toMatchObject([{ body: 'New vocal at 1:12? @Maya' }]);
  const patch = (browser: Browser, body: string) =>
    browser.fetch(`/api/admin/notes/${note.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    });
  expect((await patch(maya, 'Not mine')).status).toBe(403);
  expect((await patch(jo, ' ')).status).toBe(400);
  expect(await (await patch(jo, 'New vocal, @maya kessler')).json()).toMatchObject({
    editedAt: expect.any(String),
  });
  expect(await maya.read('/api/admin/mentions')).toMatchObject([{ id: note.id, seen: false }]);
  expect(await jo.read('/api/admin/mentions')).toEqual([]);
  await maya.post('/api/admin/mentions/seen', { upTo: note.id });
  expect(await maya.read('/api/admin/mentions')).toMatchObject([{ seen: true }]);
  // Nothing of it reaches the artist, whatever they ask for.
  for (const path of [`/api/submissions/${id}`, `/api/submissions/${id}/updates`, '/api/my/tracks'])
    expect(await (await artist.get(path)).text()).not.toContain('vocal');
  expect((await artist.get(at(id, 'room'))).status).toBe(401);
  expect((await maya.fetch(`/api/admin/notes/${note.id}`, { method: 'DELETE' })).status).toBe(403);
  expect((await jo.fetch(`/api/admin/notes/${note.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await room(maya, id)).notes).toEqual([]);
});

test('LR-4 a reviewer finds out no number and no payment: not in lists, not by searching for its parts, not among albums', async () => {
  const id = await insertTrack(app, { trackTitle: 'Take 5 of Hidden' });
  await app.sql("UPDATE submissions SET phone_number = '+1 202 555 0199' WHERE id = $1", [id]);
  const asks = (words: string) => [
    `/api/admin/submissions?search=${encodeURIComponent(words)}`,
    `/api/admin/submissions/summary?search=${encodeURIComponent(words)}`,
    `/api/admin/tyga-submissions?search=${encodeURIComponent(words)}`,
    `/api/admin/catalogue?search=${encodeURIComponent(words)}`,
    `/api/admin/catalogue/count?search=${encodeURIComponent(words)}`,
  ];
  for (const words of ['0199', '55', '+1 202', 'Hidden\n+1 20'])
    for (const path of asks(words)) {
      expect((await jo.get(path)).status, path).toBe(403);
      expect((await maya.get(path)).status, path).toBe(200);
    }
  expect(
    (await jo.post('/api/admin/catalogue/views', { name: 'Theirs', filter: { search: '0199' } })).status,
  ).toBe(403);
  for (const words of ['Take 5', `#${id}`])
    for (const path of asks(words)) expect(await (await jo.get(path)).text(), path).not.toContain('0199');
  expect(await jo.read<{ id: number }[]>(asks('Take 5')[3])).toMatchObject([{ id }]);
  const payer = app.browser();
  const secret = await begin(payer, { submissionId: id });
  await pay(payer, secret);
  await readStatus(payer, secret);
  const paymentId = secret.slice(0, secret.indexOf('_secret_'));
  expect(await (await maya.get(asks('Take 5')[0])).text()).toContain(paymentId);
  expect(await (await jo.get(asks('Take 5')[0])).text()).not.toContain(paymentId);
  for (const path of ['/api/albums', '/api/admin/albums', '/api/admin/album-batches/latest'])
    expect((await jo.get(path)).status, path).toBe(403);
});
