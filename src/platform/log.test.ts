// A statement that fails is logged without what it was about.
import { expect, test } from 'vitest';
import { sql } from './db/connect.ts';
import { openTestDatabase } from './db/test-database.ts';
import { createLog } from './log.ts';

test('numbers and names in a failed statement do not reach the log', async () => {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const addPerson = (phone: string) =>
    database.db.execute(sql`INSERT INTO people (phone_e164, created_at) VALUES (${phone}, now())`);
  await addPerson('+12025550171');
  const failing = [
    () => addPerson('+12025550171'),
    () => database.db.execute(sql`SELECT ${'Mina Okafor'}::int`),
    () => database.db.execute(sql`SELECT nothing FROM people WHERE phone_e164 = ${'+12025550171'}`),
  ];
  for (const fail of failing)
    await fail().then(
      () => expect.unreachable(),
      (error) => log.error({ err: error }, 'the call failed'),
    );
  await database.drop();
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toMatch(/2025550171|Okafor/);
  expect(JSON.parse(lines[0]).err.cause).toMatchObject({ code: '23505', table: 'people' });
});
