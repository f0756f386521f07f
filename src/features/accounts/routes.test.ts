/** Staff sign-in and requests for access over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF, startTestApp, type TestApp } from '#app/test-app.ts';
import { SESSION_COOKIE } from './rules.ts';
import { keepFirstOwner, rescueOwner } from './service-first-owner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.staff();
});
afterAll(() => app.close());

test('AD-6 AD-2 right credentials open a session that ends on the server at logout', async () => {
  const browser = app.browser();
  expect((await browser.get('/api/admin/me')).status).toBe(401);
  const response = await browser.post('/api/admin/login', STAFF);
  expect(await response.json()).toEqual({ success: true, message: 'Signed in.' });
  expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await browser.read('/api/admin/me')).toMatchObject({ email: STAFF.email, role: 'owner' });
  const kept = browser.cookies.get(SESSION_COOKIE)!;
  expect((await browser.post('/api/admin/logout')).status).toBe(200);
  browser.cookies.set(SESSION_COOKIE, kept);
  expect((await browser.get('/api/admin/me')).status).toBe(401);
});

test('AD-1 wrong password and unknown account get the same answer', async () => {
  const answers = await Promise.all(
    [
      { ...STAFF, password: 'wrong one' },
      { email: 'nobody@test.example', password: 'wrong one' },
    ].map(async (given) => {
      const response = await app.browser().post('/api/admin/login', given);
      const { message, code } = (await response.json()) as Record<string, string>;
      return { status: response.status, message, code };
    }),
  );
  expect(answers[0]).toEqual({ status: 401, message: 'Invalid credentials', code: 'unauthorised' });
  expect(answers[1]).toEqual(answers[0]);
});

test('AD-1 what cannot be an email or a password is refused in words', async () => {
  const browser = app.browser();
  expect(
    await (await browser.post('/api/admin/login', { email: 'x', password: '123456' })).json(),
  ).toMatchObject({ message: 'Please enter a valid email' });
  expect(
    await (await browser.post('/api/admin/login', { email: 'a@b.example', password: '123' })).json(),
  ).toMatchObject({
    message: 'Password must be at least 6 characters',
  });
});

test('AD-2 a session ends by itself after its time', async () => {
  const staff = await app.staff();
  app.clock.advance(3 * 3600);
  expect((await staff.get('/api/admin/me')).status).toBe(401);
});

test('AD-5 AD-1 an application for access reaches staff and is decided there', async () => {
  const staff = await app.staff();
  const application = {
    name: 'Ada',
    email: 'ada@label.example',
    label: 'Big Label',
    message: '=1+1',
    confirmed: true,
  };
  const incomplete = await app.browser().post('/api/access-requests', { ...application, confirmed: false });
  expect(await incomplete.json()).toMatchObject({ message: 'Please confirm all three requirements' });
  expect((await app.browser().post('/api/access-requests', application)).status).toBe(200);
  const filled = { ...application, website: 'http://spam.example' };
  expect((await app.browser().post('/api/access-requests', filled)).status).toBe(200);
  const [request] = await staff.read<{ id: number }[]>('/api/admin/access-requests');
  expect(request).toMatchObject({ name: 'Ada', label: 'Big Label', state: 'new' });
  await staff.post(`/api/admin/access-requests/${request.id}`, { state: 'declined' });
  expect(await staff.read('/api/admin/access-requests')).toMatchObject([
    { id: request.id, state: 'declined' },
  ]);
  for (const words of ['ada', 'LABEL.EX', 'big'])
    expect(await staff.read(`/api/admin/access-requests?search=${words}`), words).toHaveLength(1);
  expect(await staff.read('/api/admin/access-requests?search=small')).toEqual([]);
});

test('AD-6 LK-1 ADMIN_PASSWORD makes the first owner, is refused when easy, and never undoes a changed password', async () => {
  const own = await startTestApp();
  try {
    const keep = (password: string) => keepFirstOwner(own.deps, STAFF.email, password);
    await expect(keep('Password2026!')).rejects.toThrow('ADMIN_PASSWORD');
    await Promise.all([keep(STAFF.password), keep(STAFF.password)]);
    await keep('another horse');
    expect(await own.sql('SELECT actor_id, actor_name, action FROM audit_trail ORDER BY id')).toEqual([
      { actor_id: null, actor_name: 'system', action: 'account.create' },
    ]);
    const login = async (password: string) =>
      (await own.browser().post('/api/admin/login', { email: STAFF.email, password })).status;
    expect([await login('another horse'), await login(STAFF.password)]).toEqual([401, 200]);
    expect(await rescueOwner(own.deps, 'nobody@test.example')).toBeNull();
    const given = await rescueOwner(own.deps, STAFF.email.toUpperCase());
    expect([await login(STAFF.password), await login(given!)]).toEqual([401, 200]);
  } finally {
    await own.close();
  }
});
