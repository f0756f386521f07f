// The audit trail is chained and sealed: who changes it, with every right in the database, is found out.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { recordAudit } from '#platform/audit.ts';
import { sealLedger } from './service.ts';
import { checkAudit } from './service-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const record = (name: string) =>
  app.deps.db.transaction((tx) =>
    recordAudit(tx, { at: app.clock.now(), actor: { id: 1, name }, action: 'test.deed', detail: { name } }),
  );
const countRules = async () =>
  (await app.sql<{ n: number }>(`SELECT count::int AS n FROM ledger_counts WHERE name = 'rules'`))[0].n;

/** As somebody who owns the schema. */
async function tamper(statement: string): Promise<void> {
  for (const table of ['audit_trail', 'audit_chain'])
    await app.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await app.sql(statement);
  for (const table of ['audit_trail', 'audit_chain'])
    await app.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

test('LK-4 entries are chained with each seal, and the end of the chain is in the ledger once a day', async () => {
  await Promise.all(['Ada', 'Bo', 'Cy'].map(record));
  expect((await sealLedger(app.deps))?.trouble).toBeNull();
  expect(await countRules()).toBe(1);
  await record('Di');
  await sealLedger(app.deps);
  // The same day: chained, not sealed yet.
  expect(await countRules()).toBe(1);
  expect(await app.sql('SELECT max(position)::int AS n FROM audit_chain')).toEqual([{ n: 4 }]);
  app.clock.advance(86_400);
  await sealLedger(app.deps);
  expect(await countRules()).toBe(2);
  // A day on which nobody did anything.
  app.clock.advance(86_400);
  await sealLedger(app.deps);
  expect(await countRules()).toBe(2);
  expect(await checkAudit(app.deps)).toEqual([]);
});

test('LK-4 an entry that is changed or removed is found, also when the whole chain is made anew', async () => {
  const [{ id, detail }] = await app.sql<{ id: number; detail: object }>(
    'SELECT id, detail FROM audit_trail ORDER BY id OFFSET 1 LIMIT 1',
  );
  await tamper(`UPDATE audit_trail SET detail = '{"name": "nobody"}' WHERE id = ${id}`);
  expect(await checkAudit(app.deps)).toEqual([
    'The audit trail was changed: link 2 of its chain does not hold.',
  ]);
  await tamper('DELETE FROM audit_chain');
  await app.sql('SELECT chain_audit()');
  expect(await checkAudit(app.deps)).toEqual([
    expect.stringMatching(/^The audit trail is another than the one that was sealed on \d{4}-\d\d-\d\d\.$/),
  ]);
  await tamper(`UPDATE audit_trail SET detail = '${JSON.stringify(detail)}' WHERE id = ${id}`);
  await tamper('DELETE FROM audit_chain');
  await app.sql('SELECT chain_audit()');
  expect(await checkAudit(app.deps)).toEqual([]);
});
