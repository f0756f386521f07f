// Somebody lost their number: all that is theirs is the new number's, counted as before, and both have to sign in again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { moveToDaylight } from '#app/test-voters.ts';

const [OLD, NEW] = ['+12126647665', '+13056641234'];
const REASON = 'Lost the phone, showed a passport';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  moveToDaylight(app);
});
afterAll(() => app.close());

/** Every column of the database that still spells a number out. */
async function findNumber(digits: string): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.sql<{ column: string }>(
      `SELECT DISTINCT field.key AS column FROM ${name} traced, jsonb_each_text(to_jsonb(traced)) field
       WHERE regexp_replace(field.value, '[^0-9]', '', 'g') LIKE $1 ORDER BY 1`,
      [`%${digits}%`],
    );
    found.push(...rows.map(({ column }) => `${name}.${column}`));
  }
  return found.sort();
}

async function live(): Promise<{ mine: number; other: number }> {
  const browser = app.browser();
  const mine = await browser.submit({ phoneNumber: '(212) 664-7665' });
  const other = await insertTrack(app, { createdAt: app.clock.now() });
  const voter = { voterName: 'Ada', voterPhone: '212-664-7665' };
  expect((await browser.post(`/api/submissions/${other}/vote`, voter)).status).toBe(200);
  const bought = await browser.post(`/api/submissions/${other}/vote/payment`, {
    ...voter,
    votePackage: 'small',
  });
  const { clientSecret } = (await bought.json()) as { clientSecret: string };
  await pay(browser, clientSecret);
  await readStatus(browser, clientSecret);
  await begin(browser, { submissionId: other, product: 'standardEntry' });
  await app.sql(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, phone_e164, browser_digest, created_at)
     VALUES ('Ada', 'Three', $1, $1, 'x', now())`,
    [OLD],
  );
  await app.sql(
    `INSERT INTO invited_artists (phone_number, phone_digest, invited_by, code, created_at)
     VALUES ($1, $2, 'A friend', 'code', now())`,
    [OLD, app.deps.tokens.digest('phone', OLD)],
  );
  // The same track, the same day, the new number: nobody may vote twice by moving.
  const twice = { voterName: 'Ada', voterPhone: NEW };
  expect((await app.browser().post(`/api/submissions/${other}/vote`, twice)).status).toBe(200);
  return { mine, other };
}

test('a lost number: everything moves in one go, nothing is counted twice, and both are signed out', async () => {
  const { mine, other } = await live();
  const [lost, found] = [await signInAs(app, OLD), await signInAs(app, NEW)];
  const votes = () => app.sql('SELECT vote_count FROM submissions WHERE id = $1', [other]);
  const before = await votes();
  expect((await findNumber('2126647665')).length).toBeGreaterThan(5);
  const owner = await app.staff();
  const moved = await owner.post('/api/admin/people/move', { from: OLD, to: '305 664 1234', reason: REASON });
  expect(await moved.json()).toEqual({ submissions: 1, albums: 1 });
  expect(await findNumber('2126647665')).toEqual([]);
  expect(await votes()).toEqual(before);
  for (const browser of [lost, found])
    expect(await browser.read('/api/me')).toEqual({ person: null, staff: null });
  const isMine = async (phone: string) =>
    ((await (await signInAs(app, phone)).read(`/api/submissions/${mine}`)) as { mine: boolean }).mine;
  expect(await isMine(NEW)).toBe(true);
  expect(await isMine(OLD)).toBe(false);
  const [entry] = await app.sql<{ detail: object; subject_type: string }>(
    `SELECT subject_type, detail FROM audit_trail WHERE action = 'person.move'`,
  );
  expect(entry).toMatchObject({ subject_type: 'number', detail: { submissions: [mine], reason: REASON } });
  expect(JSON.stringify(entry)).not.toMatch(/2126647665|3056641234/);
});

test('only an owner moves, to another number that is one', async () => {
  const owner = await app.staff();
  const move = (body: object) => owner.post('/api/admin/people/move', { reason: REASON, ...body });
  expect((await move({ from: OLD, to: '12' })).status).toBe(400);
  expect((await move({ from: NEW, to: '(305) 664-1234' })).status).toBe(400);
  expect((await move({ from: OLD, to: NEW, reason: '' })).status).toBe(400);
  const person = await signInAs(app, OLD);
  expect((await person.post('/api/admin/people/move', { from: OLD, to: NEW, reason: REASON })).status).toBe(
    401,
  );
});
