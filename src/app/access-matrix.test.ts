/** Who may call what, tried on every route of the app: the list is made from the routes themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { listRoutes } from './features.ts';
import { Cast, COLUMNS, EXPECTED, NARROWER, READINGS, SIGNED } from './test-access.ts';
import { type Browser, startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let colleague: Browser;
let cast: Cast;
beforeAll(async () => {
  // Who is let in is asked thousands of times: nobody is told to slow down.
  app = await startTestApp({ overrides: { limiter: { take: async () => {} } } });
  const owner = await app.staff();
  const account = { email: 'kit@test.example', name: 'Kit', role: 'a&r', password: 'their secret' };
  await owner.post('/api/admin/accounts', account);
  colleague = app.browser();
  await colleague.post('/api/admin/login', account);
  cast = await Cast.assemble(app);
});
afterAll(() => app.close());

const endpoints = () => listRoutes(app.deps).map(({ endpoint }) => endpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const pathOf = ({ path }: Endpoint, id: number | string = 1) =>
  path.replace(/:(\w+)/g, (_, name) => (/name|round/.test(name) ? 'x' : String(id)));
const changes = ({ method, changesState, signed }: Endpoint) => (method !== 'GET' || changesState) && !signed;

async function call(
  browser: Browser,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
  path = pathOf(endpoint),
) {
  const body = ['GET', 'DELETE'].includes(endpoint.method) ? undefined : '{}';
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  return (await browser.fetch(path, { method: endpoint.method, body, headers: { ...type, ...headers } }))
    .status;
}

const OTHER_SITES: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { referer: 'https://evil.example/page' },
];

/** Every call that needs no session, on purpose. A new one is added here by whoever decides so. */
const OPEN_ADMIN_CALLS = ['POST /api/admin/login'];

const IS_STAFFS = ['staff', 'a&r', 'owner'];

/** All that changes something and is open to reviewers. */
const REVIEWERS_DEEDS = [
  'DELETE /api/admin/catalogue/views/:id',
  'DELETE /api/admin/notes/:id',
  'DELETE /api/admin/sessions/:id',
  'DELETE /api/admin/submissions/:id/conflict',
  'PATCH /api/admin/notes/:id',
  'POST /api/admin/catalogue/views',
  'POST /api/admin/factors/passkeys',
  'POST /api/admin/factors/passkeys/options',
  'POST /api/admin/factors/remove',
  'POST /api/admin/factors/totp',
  'POST /api/admin/factors/totp/confirm',
  'POST /api/admin/juries/:id/tracks/:number/abstain',
  'POST /api/admin/juries/:id/tracks/:number/ballot',
  'POST /api/admin/logout',
  'POST /api/admin/logout-everywhere',
  'POST /api/admin/mentions/seen',
  'POST /api/admin/password',
  'POST /api/admin/submissions/:id/heard',
  'POST /api/admin/submissions/:id/notes',
  'PUT /api/admin/submissions/:id/conflict',
  'PUT /api/admin/submissions/:id/rating',
];

/** Accounts, money, closing, purging, personal data, and the switches of background work. */
const OWNERS_DEEDS = [
  'PATCH /api/admin/accounts/:id',
  'POST /api/admin/accounts',
  'POST /api/admin/archives/:id/purge',
  'POST /api/admin/jobs/:name',
  'POST /api/admin/jobs/:name/retry',
  'POST /api/admin/juries/:id/close',
  'POST /api/admin/juries/:id/publish',
  'POST /api/admin/payments/:id/attach',
  'POST /api/admin/payments/:id/refund',
  'POST /api/admin/payments/sync',
  'POST /api/admin/people/erase',
  'POST /api/admin/people/export',
  'POST /api/admin/people/move',
  'POST /api/admin/rounds/:round/close',
  'POST /api/admin/submissions/:id/erase-artist',
];

/** What needs a session although its path does not say so, as the briefs have it. */
const GUARDED_ELSEWHERE = ['GET /api/albums', 'POST /api/test-transcription'];

describe('AD-4 every staff call', () => {
  test('is refused without a session and with one that is over', async () => {
    const over = await app.staff();
    await app.sql(
      "UPDATE admin_sessions SET expires_at = now() - interval '1 second' WHERE id = (SELECT max(id) FROM admin_sessions)",
    );
    const guarded = endpoints().filter(({ access }) => IS_STAFFS.includes(access));
    expect(guarded.length).toBeGreaterThan(30);
    for (const endpoint of guarded)
      for (const browser of [app.browser(), over]) {
        expect(await call(browser, endpoint), nameOf(endpoint)).toBe(401);
      }
  });

  test('for owners is refused to others', async () => {
    const owners = endpoints().filter(({ access }) => access === 'owner');
    expect(owners.map(nameOf)).toEqual(
      expect.arrayContaining(['POST /api/admin/archives/:id/purge', 'GET /api/admin/accounts']),
    );
    for (const endpoint of owners) expect(await call(colleague, endpoint), nameOf(endpoint)).toBe(403);
  });

  test('LR-4 that a reviewer may make listens, rates or writes a note; that an owner alone may make is about the house', () => {
    const named = (...who: string[]) =>
      endpoints()
        .filter((endpoint) => who.includes(endpoint.access) && changes(endpoint))
        .map(nameOf)
        .sort();
    expect(named('staff')).toEqual(REVIEWERS_DEEDS);
    expect(named('owner')).toEqual(OWNERS_DEEDS);
  });

  test('below /api/admin needs a session, except signing in', async () => {
    const open = endpoints().filter(
      ({ path, access }) => path.startsWith('/api/admin') && !IS_STAFFS.includes(access),
    );
    expect(open.map(nameOf)).toEqual(OPEN_ADMIN_CALLS);
    const elsewhere = endpoints().filter(
      ({ path, access }) => !path.startsWith('/api/admin') && IS_STAFFS.includes(access),
    );
    expect(elsewhere.map(nameOf)).toEqual(expect.arrayContaining(GUARDED_ELSEWHERE));
  });
});

describe('who is let in', () => {
  /** Nothing has this id: only where somebody has to own it is there something, new for each call. */
  const NOTHING = 2_147_483_000;
  const describeOutcome = (status: number) => (status === 401 || status === 403 ? status : 'in');

  test('what is open to all is answered to each as they may know it', async () => {
    const at = await cast.furnish();
    const found: Record<string, unknown[]> = {};
    for (const { call: name, path, read } of READINGS) {
      found[name] = [];
      for (const column of COLUMNS) {
        const answer = await (await cast.find(column)).get(path(at));
        found[name].push(read(await answer.json().catch(() => null), answer.status));
      }
    }
    expect(found, COLUMNS.join(', ')).toEqual(
      Object.fromEntries(READINGS.map(({ call: name, expected }) => [name, expected])),
    );
  });

  test.each(COLUMNS)('every call of the app, by %s', async (column) => {
    const [expected, found] = [{}, {}] as Record<string, unknown>[];
    for (const endpoint of endpoints()) {
      const browser = await cast.find(column);
      const id = endpoint.access === 'uploader' ? await cast.addTrack() : NOTHING;
      const status = await call(browser, endpoint, {}, pathOf(endpoint, id));
      expect(status, nameOf(endpoint)).toBeLessThan(500);
      found[nameOf(endpoint)] = describeOutcome(status);
      const wide = isRefusedUnsigned(endpoint) ? SIGNED : EXPECTED[endpoint.access];
      expected[nameOf(endpoint)] = { ...wide, ...NARROWER[nameOf(endpoint)] }[column];
    }
    expect(Object.keys(found).length).toBeGreaterThan(150);
    expect(found).toEqual(expected);
  });

  /** The card processor's say 400 to bytes they cannot read. */
  const isRefusedUnsigned = ({ path }: Endpoint) => path.startsWith('/api/webhooks/texts');
});

test('SEC-5 every call that changes something refuses other sites, also with a session', async () => {
  const owner = await app.staff();
  const changing = endpoints().filter(changes);
  expect(changing.length).toBeGreaterThan(30);
  for (const endpoint of changing)
    for (const headers of OTHER_SITES) {
      expect(await call(owner, endpoint, headers), nameOf(endpoint)).toBe(403);
    }
  expect((await owner.get('/api/admin/me')).status).toBe(200);
});
