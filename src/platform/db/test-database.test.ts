import { expect, test } from 'vitest';
import { openTestDatabase } from './test-database.ts';

test('every test database is migrated and its own', async () => {
  const [one, two] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  try {
    const migrations = await one.pool.query('SELECT name FROM migrations');
    expect(migrations.rowCount).toBeGreaterThan(0);
    await one.pool.query('CREATE TABLE only_here (id int)');
    await expect(two.pool.query('SELECT * FROM only_here')).rejects.toMatchObject({ code: '42P01' });
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
});

test('a dropped test database is gone', async () => {
  const database = await openTestDatabase();
  await database.pool.query('SELECT 1');
  await database.drop();
  const again = await openTestDatabase();
  try {
    const name = new URL(database.url).pathname.slice(1);
    const found = await again.pool.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    expect(found.rowCount).toBe(0);
  } finally {
    await again.drop();
  }
});
