/**
 * Every call by which staff change or take something, done for real: it leaves an entry in the audit trail, in the
 * transaction that writes the deed; and when no entry can be written, nothing of the deed stands.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { CoverArt } from '#ports/cover-art.ts';
import { listRoutes } from './features.ts';
import { type Browser, startTestApp, type TestApp } from './test-app.ts';
import { acceptEntries, readWrites, refuseEntries, watchWrites } from './test-audit.ts';
import { DEEDS, type Deed } from './test-deeds.ts';
import { moveToDaylight } from './test-voters.ts';

/** Staff calls that leave no entry, each for a reason. */
const WITHOUT_ENTRY: Record<string, string> = {
  'POST /api/admin/catalogue/views': 'a search of their own, which says nothing about anybody',
  'DELETE /api/admin/catalogue/views/:id': 'a search of their own',
  'GET /api/admin/juries/:id/tracks/:number/audio': 'listening: the ballot after it leaves one',
  'POST /api/admin/factors/totp': 'opens nothing before its first code is confirmed',
  'POST /api/admin/factors/passkeys/options': 'a question to the browser, no deed',
  'POST /api/admin/approvals/passkey': 'a question to the browser, no deed',
  'POST /api/test-transcription': 'stores nothing: it reads a file somewhere else and shows its words',
  'POST /api/admin/submissions/:id/heard': 'a mark of one’s own ears, made while listening',
  'POST /api/admin/mentions/seen': 'that one has read what calls one',
};

/**
 * Calls open to more than staff that are walked as staff all the same. What uploaders do with their own track needs no
 * entry: the track is theirs, and they are no staff account the trail could name.
 */
const MORE_FOR_STAFF = [
  'GET /api/submissions/:id/private-link',
  'GET /api/submissions/:id/offer',
  'POST /api/album-submissions/:id/retry',
  'POST /api/generate-cover-art',
];

/** Deeds that write nothing else: their entry is all there is. */
const ONLY_THE_ENTRY: Record<string, string> = {
  'GET /api/admin/audit/export': 'takes data out',
  'GET /api/admin/submissions/export': 'takes data out',
  'GET /api/admin/submissions/export-simple': 'takes data out',
  'GET /api/admin/invited-artists/export': 'takes data out',
  'GET /api/admin/submissions/:id/artist-data': 'takes data out',
  'POST /api/admin/people/export': 'takes data out',
  'POST /api/admin/jobs/:name/retry': 'writes in the queue’s own tables, which are not watched here',
  'GET /api/admin/shortlists/:id/export': 'takes data out',
  'GET /api/admin/shortlists/:id/sheet': 'takes data out',
};

/** Covers are drawn from sound, and nothing is heard here. */
const BLANK: CoverArt = {
  name: 'blank',
  drawCover: async () => ({ bytes: Buffer.alloc(1), contentType: 'image/png', by: 'test' }),
};

let app: TestApp;
let owner: Browser;
let lastEntry = 0;
beforeAll(async () => {
  app = await startTestApp({ overrides: { coverArt: BLANK } });
  // Texts to artists go out by day.
  moveToDaylight(app);
  await watchWrites(app);
});
beforeEach(async () => {
  await acceptEntries(app);
  await app.sql('DELETE FROM rate_limits');
  owner = await app.staff();
});
afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Staff calls that change something or answer with a file, and those only the uploader and staff may make. */
function isDeed({ access, method, changesState, produces }: Endpoint): boolean {
  const changes = method !== 'GET' || changesState === true;
  if (access === 'uploader') return changes;
  // What people do with what is their own.
  if (access === 'person') return false;
  return access !== 'public' && (changes || produces !== undefined);
}

function perform(name: string, { id, query = '', body, form, by = owner }: Deed): Promise<Response> {
  const [method, path] = name.split(' ');
  // A jury's only track has number 1.
  return by.fetch(path.replace(':number', '1').replace(/:\w+/, String(id)) + query, {
    method,
    body: form ?? (body && JSON.stringify(body)),
    headers: body ? { 'content-type': 'application/json' } : {},
  });
}

/** Who acted, entry by entry, since the last look. */
async function readActors(): Promise<(number | null)[]> {
  const rows = await app.sql<{ id: number; actor: number | null }>(
    'SELECT id, actor_id AS actor FROM audit_trail WHERE id > $1 ORDER BY id',
    [lastEntry],
  );
  lastEntry = rows.at(-1)?.id ?? lastEntry;
  return rows.map(({ actor }) => actor);
}

test('every deed of staff is walked, and nothing else is', () => {
  const deeds = listRoutes(app.deps)
    .map(({ endpoint }) => endpoint)
    .filter(isDeed)
    .map(nameOf)
    .filter((name) => !(name in WITHOUT_ENTRY));
  expect(Object.keys(DEEDS).sort()).toEqual([...new Set([...deeds, ...MORE_FOR_STAFF])].sort());
});

describe.each(Object.keys(DEEDS))('%s', (name) => {
  test('leaves an entry in the transaction of the deed, and does nothing without one', async () => {
    const deed = await DEEDS[name as keyof typeof DEEDS]({ app, owner });
    await refuseEntries(app);
    await readWrites(app);
    const refused = await perform(name, deed);
    expect([refused.status, await readWrites(app)], await refused.text()).toEqual([500, []]);

    await acceptEntries(app);
    await readActors();
    const done = await perform(name, deed);
    expect(done.status, await done.text()).toBe(200);
    const actors = await readActors();
    expect(actors.length).toBeGreaterThan(0);
    expect(actors).not.toContain(null);
    const withEntry = (await readWrites(app)).filter(({ tables }) => tables.includes('audit_trail'));
    const tables = withEntry.flatMap((transaction) => transaction.tables);
    if (name in ONLY_THE_ENTRY) expect(tables).toEqual(['audit_trail']);
    else
      expect(
        tables.some((table) => table !== 'audit_trail'),
        String(tables),
      ).toBe(true);
  });
});
