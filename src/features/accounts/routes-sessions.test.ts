/** Sessions and accounts over HTTP: exchange, theft, fixation, guessing, revoking, roles. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, STAFF, startTestApp, type TestApp } from '#app/test-app.ts';
import { SESSION_COOKIE } from './rules.ts';

let app: TestApp;
let owner: Browser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('DELETE FROM sign_in_failures');
  await app.sql('DELETE FROM rate_limits');
  owner = await app.staff();
});

const secretOf = (browser: Browser) => browser.cookies.get(SESSION_COOKIE);
const status = async (browser: Browser) => (await browser.get('/api/admin/me')).status;
let made = 0;

async function makeColleague(role: 'a&r' | 'owner' = 'a&r') {
  made += 1;
  const account = { email: `colleague${made}@test.example`, name: 'Kit', role, password: 'their secret' };
  const { id } = (await (await owner.post('/api/admin/accounts', account)).json()) as { id: number };
  const browser = app.browser();
  await browser.post('/api/admin/login', account);
  return { ...account, id, browser };
}

test('AD-2 the secret is exchanged in use; the old one lives a minute, and coming back later it ends the session', async () => {
  const first = secretOf(owner)!;
  app.clock.advance(16 * 60);
  expect(await status(owner)).toBe(200);
  const second = secretOf(owner)!;
  expect(second).not.toBe(first);
  const thief = app.browser();
  thief.cookies.set(SESSION_COOKIE, first);
  expect(await status(thief)).toBe(200);
  expect(await status(owner)).toBe(200);
  app.clock.advance(90);
  thief.cookies.set(SESSION_COOKIE, first);
  expect(await status(thief)).toBe(401);
  expect(await status(owner)).toBe(401);
  const [entry] = await app.sql<{ action: string }>(
    "SELECT action FROM audit_trail WHERE action = 'session.replayed'",
  );
  expect(entry).toBeDefined();
});

test('AD-2 an answer that was lost on its way signs nobody out', async () => {
  const first = secretOf(owner)!;
  app.clock.advance(16 * 60);
  await owner.get('/api/admin/me');
  owner.cookies.set(SESSION_COOKIE, first); // the answer with the new secret never arrived
  app.clock.advance(600);
  expect(await status(owner)).toBe(200);
  expect(secretOf(owner)).not.toBe(first);
  expect(await status(owner)).toBe(200);
});

test('AD-2 many requests at the moment of the exchange all pass, and one secret remains good', async () => {
  app.clock.advance(16 * 60);
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.get('/api/admin/me')));
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  app.clock.advance(120);
  expect(await status(owner)).toBe(200);
});

test('AD-2 a session id that the browser brings along is never taken over', async () => {
  const victim = app.browser();
  victim.cookies.set(SESSION_COOKIE, 'chosen-by-an-attacker');
  await victim.post('/api/admin/login', STAFF);
  expect(secretOf(victim)).not.toBe('chosen-by-an-attacker');
  const attacker = app.browser();
  attacker.cookies.set(SESSION_COOKIE, 'chosen-by-an-attacker');
  expect(await status(attacker)).toBe(401);
});

test('AD-2 a session in use ends after 12 hours all the same', async () => {
  for (let hour = 0; hour < 11; hour++) {
    app.clock.advance(3600);
    expect(await status(owner)).toBe(200);
  }
  app.clock.advance(3700);
  expect(await status(owner)).toBe(401);
});

test('AD-2 SEC-3 guessing is slowed for an account that exists as for one that does not, and the right password waits too', async () => {
  const waits: number[] = [];
  for (const email of [STAFF.email, 'nobody@test.example']) {
    await app.sql('DELETE FROM sign_in_failures');
    const guess = () => app.browser().post('/api/admin/login', { email, password: 'guess me' });
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    waits.push(Number(refused.headers.get('retry-after')));
    expect((await app.browser().post('/api/admin/login', { email, password: STAFF.password })).status).toBe(
      429,
    );
  }
  expect(waits[0]).toBe(waits[1]);
  app.clock.advance(10);
  await app.sql('DELETE FROM sign_in_failures');
  expect((await app.browser().post('/api/admin/login', STAFF)).status).toBe(200);
  const refusals = await app.sql("SELECT 1 FROM audit_trail WHERE action = 'session.refuse'");
  expect(refusals.length).toBeGreaterThanOrEqual(10);
});

test('AD-2 one address guessing many accounts is slowed too', async () => {
  const answers: number[] = [];
  for (let guess = 0; guess < 10; guess++) {
    const given = { email: `guess${guess}@test.example`, password: 'guess me' };
    answers.push((await app.browser().post('/api/admin/login', given)).status);
  }
  expect(answers.slice(0, 8)).toEqual(Array(8).fill(401));
  expect(answers.slice(8)).toEqual([429, 429]);
});

test('AD-2 sessions are listed, one can be ended, and logout everywhere ends them all', async () => {
  const phone = await app.staff();
  const listed = await owner.read<{ id: number; current: boolean }[]>('/api/admin/sessions');
  expect(listed.filter((session) => session.current)).toHaveLength(1);
  const other = (await phone.read<{ id: number; current: boolean }[]>('/api/admin/sessions')).find(
    (s) => s.current,
  )!;
  expect((await owner.fetch(`/api/admin/sessions/${other.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await status(phone)).toBe(401);
  const tablet = await app.staff();
  expect((await owner.post('/api/admin/logout-everywhere')).status).toBe(200);
  expect([await status(owner), await status(tablet)]).toEqual([401, 401]);
});

test('AD-6 an owner makes accounts, disables them and sets passwords; a&r is the default and cannot', async () => {
  const kit = await makeColleague();
  expect(await kit.browser.read('/api/admin/me')).toMatchObject({ role: 'a&r', name: 'Kit' });
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['PATCH', `/${kit.id}`],
  ])
    expect((await kit.browser.fetch(`/api/admin/accounts${path}`, { method })).status).toBe(403);
  const twice = await owner.post('/api/admin/accounts', { ...kit, email: kit.email.toUpperCase() });
  expect(twice.status).toBe(409);
  const patch = (body: object) =>
    owner.fetch(`/api/admin/accounts/${kit.id}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  expect((await patch({ password: 'a new secret' })).status).toBe(200);
  expect(await status(kit.browser)).toBe(401);
  expect((await app.browser().post('/api/admin/login', kit)).status).toBe(401);
  const again = app.browser();
  await again.post('/api/admin/login', { email: kit.email, password: 'a new secret' });
  expect(await status(again)).toBe(200);
  expect((await patch({ disabled: true })).status).toBe(200);
  expect(await status(again)).toBe(401);
  const refused = await app
    .browser()
    .post('/api/admin/login', { email: kit.email, password: 'a new secret' });
  expect(await refused.json()).toMatchObject({ message: 'Invalid credentials' });
  const accounts = await owner.read<{ id: number; disabled: boolean }[]>('/api/admin/accounts');
  expect(accounts.find((account) => account.id === kit.id)).toMatchObject({ disabled: true });
});

test('AD-6 an account is disabled and given a password in one go, or left as it was', async () => {
  const kit = await makeColleague();
  await app.sql(`CREATE FUNCTION refuse_reset() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no entry'; END $$`);
  await app.sql(`CREATE TRIGGER refuse_reset BEFORE INSERT ON audit_trail FOR EACH ROW
    WHEN (NEW.action = 'account.reset-password') EXECUTE FUNCTION refuse_reset()`);
  const answer = await owner.fetch(`/api/admin/accounts/${kit.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ disabled: true, password: 'a new secret' }),
    headers: { 'content-type': 'application/json' },
  });
  await app.sql('DROP TRIGGER refuse_reset ON audit_trail');
  expect(answer.status).toBe(500);
  expect(await status(kit.browser)).toBe(200);
  expect((await app.browser().post('/api/admin/login', kit)).status).toBe(200);
});

test('LR-4 an owner changes a role: sessions end, the new one holds at once, and nobody changes their own', async () => {
  const kit = await makeColleague();
  const change = (by: Browser, id: number, role: string) =>
    by.fetch(`/api/admin/accounts/${id}`, {
      method: 'PATCH',
      body: JSON.stringify({ role }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await change(kit.browser, kit.id, 'owner')).status).toBe(403);
  expect((await change(owner, kit.id, 'reviewer')).status).toBe(200);
  expect(await status(kit.browser)).toBe(401);
  await kit.browser.post('/api/admin/login', kit);
  expect((await kit.browser.get('/api/admin/pipeline')).status).toBe(403);
  const [entry] = await app.sql(
    "SELECT detail FROM audit_trail WHERE action = 'account.change-role' ORDER BY id DESC",
  );
  expect(entry).toEqual({ detail: { from: 'a&r', to: 'reviewer' } });
  const { id } = await owner.read<{ id: number }>('/api/admin/me');
  expect((await change(owner, id, 'a&r')).status).toBe(409);
  expect((await change(owner, 2_000_000_000, 'a&r')).status).toBe(404);
});

test('AD-6 an owner cannot disable their own account', async () => {
  const { id } = await owner.read<{ id: number }>('/api/admin/me');
  const answer = await owner.fetch(`/api/admin/accounts/${id}`, {
    method: 'PATCH',
    body: '{"disabled":true}',
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(409);
  expect(await status(owner)).toBe(200);
});

test('AD-2 changing one’s own password needs the old one and ends every other session', async () => {
  const kit = await makeColleague();
  const elsewhere = app.browser();
  await elsewhere.post('/api/admin/login', kit);
  const wrong = await kit.browser.post('/api/admin/password', { current: 'not it', next: 'longer secret' });
  expect(wrong.status).toBe(400);
  const right = await kit.browser.post('/api/admin/password', {
    current: kit.password,
    next: 'longer secret',
  });
  expect(await right.json()).toEqual({ endedSessions: 1 });
  expect([await status(kit.browser), await status(elsewhere)]).toEqual([200, 401]);
});

test('SEC-5 a colleague cannot end somebody else’s session', async () => {
  const kit = await makeColleague();
  const mine = (await owner.read<{ id: number; current: boolean }[]>('/api/admin/sessions')).find(
    (s) => s.current,
  )!;
  expect((await kit.browser.fetch(`/api/admin/sessions/${mine.id}`, { method: 'DELETE' })).status).toBe(404);
  expect(await status(owner)).toBe(200);
});
