// Bursts against the fraud rules: one device, one network, numbers in a row.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { countsOf, findPhone, readCounts, voteFrom } from '#app/test-voters.ts';
import { FRAUD } from './rules-fraud.ts';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await insertTrack(app);
});

const person = (n: number) => ({ voterName: `Fan ${n}`, voterPhone: findPhone(n) });

test('160 votes from one device in five minutes do not get through, even with a new network each time', async () => {
  const device = app.browser();
  await device.post('/api/priority-ticket');
  expect(device.cookies.size).toBeGreaterThan(0);
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, n) =>
      fetch(`${app.url}/api/submissions/${id}/vote`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie,
          'x-forwarded-for': `10.9.${n >> 8}.${n & 255}`,
        },
        body: JSON.stringify(person(1000 + n)),
      }),
    ),
  );
  const counts = await readCounts(app, id);
  expect(counts.total).toBe(FRAUD.devicePerDay);
  expect(counts.held).toBe(FRAUD.deviceRefusedFrom - FRAUD.devicePerDay);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(160 - FRAUD.deviceRefusedFrom);
});

test('160 votes from one network without cookies do not get through either', async () => {
  const answers = await Promise.all(
    Array.from({ length: 160 }, (_, n) => voteFrom(app, id, person(2000 + n), 77)),
  );
  const counts = await readCounts(app, id);
  expect(counts.total).toBe(FRAUD.addressPerHour);
  expect(counts.held).toBe(120 - FRAUD.addressPerHour);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('numbers in a row are held from the third on', async () => {
  const states: string[] = [];
  for (const last of [4, 5, 6, 7]) {
    const answer = await voteFrom(
      app,
      id,
      { voterName: 'Fan', voterPhone: `+1 212 664 700${last}` },
      500 + last,
    );
    states.push(((await answer.json()) as { state: string }).state);
  }
  expect(states).toEqual(['counted', 'counted', 'held', 'held']);
});

test('a hundred people from a hundred places are counted', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => voteFrom(app, id, person(3000 + n), 9000 + n)));
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 100, free: 100, unproven: 100 }));
  const decisions = await app.sql(
    'SELECT 1 FROM vote_decisions d JOIN votes v ON v.id = d.vote_id WHERE v.submission_id = $1',
    [id],
  );
  expect(decisions).toEqual([]);
});
