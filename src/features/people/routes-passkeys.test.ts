// Passkeys over HTTP: added by somebody signed in, used by nobody else, and every challenge good once, soon and here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { TestAuthenticator } from '#app/test-authenticator.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone } from '#app/test-voters.ts';

let app: TestApp;
const SITE = 'https://soundcheck.example';
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: SITE } });
});
afterAll(() => app.close());

const ask = async (browser: Browser, path: string) =>
  (await (await browser.post(path)).json()) as { challenge: string; user: { id: string } };
const askToAdd = (browser: Browser) => ask(browser, '/api/me/passkeys/options');
const askToUse = (browser: Browser) => ask(browser, '/api/me/passkey-sign-in/options');

async function addFor(phone: string) {
  const owner = await signInAs(app, phone);
  const device = new TestAuthenticator(SITE);
  const added = await owner.post('/api/me/passkeys', device.make(await askToAdd(owner)));
  expect(added.status, await added.clone().text()).toBe(200);
  return { owner, device, id: ((await added.json()) as { id: number }).id };
}

async function signIn(device: TestAuthenticator, browser = app.browser()) {
  const options = await askToUse(browser);
  device.counter++;
  return browser.post('/api/me/passkey-sign-in', device.use(options));
}

test('PE-3 a passkey that was added signs in anywhere, and says nothing about whose it is before', async () => {
  const phone = findPhone(1);
  const { device, owner } = await addFor(phone);
  const browser = app.browser();
  const options = await askToUse(browser);
  expect(options).toMatchObject({ rpId: 'soundcheck.example', allowCredentials: [] });
  const used = await signIn(device, browser);
  expect(await used.json()).toEqual({ person: { phone, provenBy: 'passkey' } });
  expect(await browser.read('/api/me')).toEqual({ person: { phone, provenBy: 'passkey' }, staff: null });
  const listed = await owner.read<{ lastUsedAt: string | null }[]>('/api/me/passkeys');
  expect(listed).toHaveLength(1);
  expect(listed[0].lastUsedAt).not.toBeNull();
});

test('an answer counts once, within five minutes, and in the browser that was asked', async () => {
  const { device } = await addFor(findPhone(2));
  const browser = app.browser();
  const options = await askToUse(browser);
  device.counter++;
  const answer = device.use(options);
  expect((await app.browser().post('/api/me/passkey-sign-in', answer)).status).toBe(400);
  const both = await Promise.all([1, 2, 3].map(() => browser.post('/api/me/passkey-sign-in', answer)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const late = await askToUse(browser);
  app.clock.advance(301);
  device.counter++;
  expect((await browser.post('/api/me/passkey-sign-in', device.use(late))).status).toBe(400);
});

test('a challenge to add is no challenge to sign in, nor another person’s', async () => {
  const { device } = await addFor(findPhone(3));
  const other = await signInAs(app, findPhone(4));
  device.counter++;
  const toAdd = await askToAdd(other);
  expect((await other.post('/api/me/passkey-sign-in', device.use(toAdd))).status).toBe(400);
  const stolen = await askToAdd(other);
  const thief = await signInAs(app, findPhone(5), { browser: other });
  expect((await thief.post('/api/me/passkeys', new TestAuthenticator(SITE).make(stolen))).status).toBe(400);
});

test('a copy that fell behind in counting, another site, and a signature of another key are refused', async () => {
  const { device } = await addFor(findPhone(6));
  expect((await signIn(device)).status).toBe(200);
  device.counter = 0;
  expect((await signIn(device)).status).toBe(400);
  device.counter = 9;
  expect((await signIn(device)).status).toBe(200);
  const { owner } = await addFor(findPhone(7));
  const elsewhere = new TestAuthenticator('https://evil.example');
  expect((await owner.post('/api/me/passkeys', elsewhere.make(await askToAdd(owner)))).status).toBe(400);
  const forger = new TestAuthenticator(SITE);
  forger.userHandle = device.userHandle;
  const browser = app.browser();
  const forged = { ...forger.use(await askToUse(browser)), id: device.id, rawId: device.id };
  expect((await browser.post('/api/me/passkey-sign-in', forged)).status).toBe(400);
});

test('nonsense is refused, never a fault of ours', async () => {
  const browser = await signInAs(app, findPhone(8));
  const device = new TestAuthenticator(SITE);
  const good = device.make(await askToAdd(browser));
  for (const clientDataJSON of ['AA', 'bnVsbA', 'e30', good.response.clientDataJSON])
    for (const attestationObject of ['AA', 'oA']) {
      const body = { ...good, response: { clientDataJSON, attestationObject } };
      expect((await browser.post('/api/me/passkeys', body)).status).toBe(400);
    }
  const use = { ...good, response: { clientDataJSON: 'bnVsbA', authenticatorData: 'AA', signature: 'AA' } };
  expect((await browser.post('/api/me/passkey-sign-in', use)).status).toBe(400);
});

test('PE-3 a passkey is removed by its owner alone, and worth nothing then', async () => {
  const { owner, device, id } = await addFor(findPhone(9));
  const other = await signInAs(app, findPhone(10));
  const remove = (browser: Browser) => browser.fetch(`/api/me/passkeys/${id}`, { method: 'DELETE' });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(owner)).status).toBe(200);
  expect((await signIn(device)).status).toBe(400);
});

test('devices are listed and signed out one by one or all at once, one’s own alone', async () => {
  const phone = findPhone(11);
  const [here, there] = [await signInAs(app, phone), await signInAs(app, phone)];
  const other = await signInAs(app, findPhone(12));
  const devices = await here.read<{ id: number; current: boolean }[]>('/api/me/devices');
  expect(devices.map(({ current }) => current).sort()).toEqual([false, true]);
  const { id } = devices.find(({ current }) => !current)!;
  expect((await other.fetch(`/api/me/devices/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await here.fetch(`/api/me/devices/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await there.read('/api/me')).toEqual({ person: null, staff: null });
  await signInAs(app, phone, { browser: there });
  expect(await (await here.post('/api/me/sign-out-everywhere')).json()).toEqual({ ended: 2 });
  expect(await there.read('/api/me')).toEqual({ person: null, staff: null });
  expect(await other.read('/api/me')).not.toEqual({ person: null });
});
