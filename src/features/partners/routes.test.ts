// Requests for partnership over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { COPY } from './copy.ts';
import { checkPartnership } from './rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/partnership-requests';
const request = {
  name: 'Ada',
  email: 'ada@label.example',
  companyName: 'Label',
  message: 'Let us talk soon',
};

test('IN-5 every rule has its text, in the form and on the server', async () => {
  const cases = [
    [{ name: ' ' }, COPY.name],
    [{ email: 'ada@' }, COPY.email],
    [{ companyName: '' }, COPY.company],
    [{ message: 'too short' }, COPY.message],
  ] as const;
  for (const [change, message] of cases) {
    const answer = await app.browser().post(PATH, { ...request, ...change });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
    expect(Object.values(checkPartnership({ ...request, ...change }))).toEqual([message]);
  }
  expect(checkPartnership(request)).toEqual({});
});

test('IN-5 IN-6 a request reaches staff, who note what was done; a filled hidden field does not', async () => {
  await app.sql('DELETE FROM rate_limits');
  expect((await app.browser().post(PATH, request)).status).toBe(200);
  expect((await app.browser().post(PATH, { ...request, website: 'http://spam' })).status).toBe(200);
  const staff = await app.staff();
  const list = '/api/admin/partnership-requests';
  expect((await app.browser().get(list)).status).toBe(401);
  const [row, ...more] = await staff.read<{ id: number }[]>(list);
  expect(row).toMatchObject({ ...request, state: 'new' });
  expect(more).toEqual([]);
  expect((await staff.post(`${list}/${row.id}`, { state: 'answered' })).status).toBe(200);
  expect(await staff.read(list)).toMatchObject([{ state: 'answered' }]);
  expect((await staff.post(`${list}/999`, { state: 'declined' })).status).toBe(404);
});

test('IN-6 staff read the requests part by part, new ones first', async () => {
  await app.sql('DELETE FROM partnership_requests');
  await app.sql(
    `INSERT INTO partnership_requests (name, email, company_name, message, created_at, state, decided_at)
     SELECT 'N' || n, 'n@x.example', 'C', 'Ten letters', now(), CASE WHEN n < 4 THEN 'new' ELSE 'answered' END,
       CASE WHEN n < 4 THEN NULL ELSE now() END FROM generate_series(1, 5) n`,
  );
  const staff = await app.staff();
  const names: string[] = [];
  for (let after = ''; ; ) {
    const rows = await staff.read<{ id: number; name: string }[]>(
      `/api/admin/partnership-requests?limit=2${after}`,
    );
    names.push(...rows.map(({ name }) => name));
    if (rows.length < 2) break;
    after = `&after=${rows[1].id}`;
  }
  expect(names).toEqual(['N3', 'N2', 'N1', 'N5', 'N4']);
});

test('IN-6 staff search the requests by name, email and company, signs taken as they are', async () => {
  await app.sql('DELETE FROM partnership_requests');
  await app.sql(
    `INSERT INTO partnership_requests (name, email, company_name, message, created_at)
     VALUES ('Ada', 'a@one.example', '50% Records', 'Ten letters', now()),
       ('Bo', 'bo@two.example', 'Quiet', 'Ada sent me here', now())`,
  );
  const staff = await app.staff();
  const found = async (words: string) =>
    (
      await staff.read<{ name: string }[]>(
        `/api/admin/partnership-requests?search=${encodeURIComponent(words)}`,
      )
    ).map(({ name }) => name);
  expect(await found('ADA')).toEqual(['Ada']);
  expect(await found('two.exam')).toEqual(['Bo']);
  expect(await found('quiet')).toEqual(['Bo']);
  expect(await found('%')).toEqual(['Ada']);
  expect(await found(' ')).toEqual(['Bo', 'Ada']);
  expect(await found('nobody')).toEqual([]);
});

test('IN-5 one network cannot flood the list', async () => {
  await app.sql('DELETE FROM rate_limits');
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push((await app.browser().post(PATH, request)).status);
  expect(answers.at(-1)).toBe(429);
});
