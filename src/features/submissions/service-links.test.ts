// Private links end, are renewed, and go with the staff account that fetched them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Link {
  privateLink: string;
  expiresAt: string;
}
const linkOf = (browser: Browser, id: number) => browser.read<Link>(`/api/submissions/${id}/private-link`);
const open = async (id: number, { privateLink }: Link, browser = app.browser()) =>
  (await browser.post(`/api/submissions/${id}/owner`, { token: privateLink.split('owner=')[1] })).status;
const isMine = async (browser: Browser, id: number) =>
  (await browser.read<{ mine: boolean }>(`/api/submissions/${id}`)).mine;

test('PE-12 a private link works for 30 days, and is the same however often it is asked for', async () => {
  const home = app.browser();
  const id = await home.submit();
  const links = await Promise.all([1, 2, 3, 4].map(() => linkOf(home, id)));
  expect(new Set(links.map(({ privateLink }) => privateLink)).size).toBe(1);
  expect(await open(id, links[0])).toBe(200);
  app.clock.advance(29 * 86_400);
  expect(await open(id, links[0])).toBe(200);
  app.clock.advance(2 * 86_400);
  expect(await open(id, links[0])).toBe(403);
  expect(await open(id, await linkOf(home, id))).toBe(200);
});

test('PE-12 the owner renews it: the one before ends, whoever is in stays in, and nobody else can', async () => {
  const home = app.browser();
  const id = await home.submit();
  const before = await linkOf(home, id);
  const phone = app.browser();
  await open(id, before, phone);
  const renewed = (await (await home.post(`/api/submissions/${id}/private-link`)).json()) as Link;
  expect(await open(id, before)).toBe(403);
  expect(await open(id, renewed)).toBe(200);
  expect(await isMine(phone, id)).toBe(true);
  expect((await app.browser().post(`/api/submissions/${id}/private-link`)).status).toBe(403);
});

test('PE-12 a link is for its own track only', async () => {
  const home = app.browser();
  const [one, two] = [await home.submit(), await home.submit({ trackTitle: 'Another' })];
  expect(await open(two, await linkOf(home, one))).toBe(403);
  // Signed by us before links had an end.
  const endless = app.deps.tokens.sign('owner', { subject: String(one) });
  expect(await open(one, { privateLink: `?owner=${endless}`, expiresAt: '' })).toBe(403);
});

test('PE-12 what a member of staff fetched ends with their account, with the browsers that came in by it', async () => {
  const owner = await app.staff();
  const account = { email: 'kit@test.example', name: 'Kit', role: 'a&r', password: 'their secret' };
  const { id: staffId } = (await (await owner.post('/api/admin/accounts', account)).json()) as { id: number };
  const kit = app.browser();
  await kit.post('/api/admin/login', account);
  const home = app.browser();
  const id = await home.submit();
  const [own, fetched] = [await linkOf(home, id), await linkOf(kit, id)];
  expect(fetched.privateLink).not.toBe(own.privateLink);
  expect(await owner.read('/api/admin/audit?action=submission.private-link')).toMatchObject([
    { actorName: 'Kit', subjectId: String(id) },
  ]);
  const [byKit, byArtist] = [app.browser(), app.browser()];
  await open(id, fetched, byKit);
  await open(id, own, byArtist);
  expect(await isMine(byKit, id)).toBe(true);
  // A link that is passed on is no cleaner than the one before it.
  const passedOn = app.browser();
  await open(id, await linkOf(byKit, id), passedOn);
  expect(await isMine(passedOn, id)).toBe(true);
  for (const browser of [byKit, passedOn])
    expect((await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status).toBe(403);
  const change = (disabled: boolean) =>
    owner.fetch(`/api/admin/accounts/${staffId}`, {
      method: 'PATCH',
      body: JSON.stringify({ disabled }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await change(true)).status).toBe(200);
  expect(await open(id, fetched)).toBe(403);
  expect(await isMine(byKit, id)).toBe(false);
  expect(await isMine(passedOn, id)).toBe(false);
  expect(await isMine(byArtist, id)).toBe(true);
  expect(await open(id, own)).toBe(200);
  // Enabled again, the account does not bring them back.
  await change(false);
  expect(await open(id, fetched)).toBe(403);
});
