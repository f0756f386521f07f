/** The audit trail over HTTP, and in a database that keeps it as it was written. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { sqlState } from '#platform/errors.ts';

let app: TestApp;
let owner: Browser;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.staff();
});
afterAll(() => app.close());

test('the audit trail can be read, filtered and exported, and not even the database lets it be changed', async () => {
  const account = { email: 'kit@test.example', name: 'Kit', role: 'a&r', password: 'their secret' };
  expect((await owner.post('/api/admin/accounts', account)).status).toBe(200);
  const rows = await owner.read<{ action: string; actorName: string }[]>(
    '/api/admin/audit?action=account.create',
  );
  expect(rows[0]).toMatchObject({ action: 'account.create', actorName: 'Owner', subjectType: 'admin' });
  expect(rows.every((row) => row.action === 'account.create')).toBe(true);
  const csv = await owner.get('/api/admin/audit/export?action=account');
  expect(csv.headers.get('content-disposition')).toMatch(/audit-trail-\d{4}-\d\d-\d\d\.csv/);
  expect(await csv.text()).toContain('account.create');
  for (const statement of [
    'UPDATE audit_trail SET actor_name = $$x$$',
    'DELETE FROM audit_trail',
    'TRUNCATE audit_trail',
  ])
    expect(sqlState(await app.sql(statement).catch((error) => error))).toBe('23001');
});
