// Bursts against the fraud rules: one device, one network, numbers in a row.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, networkOf, readCounts, voteFrom } from '#app/test-voters.ts';
import { NIGHTS } from '#campaign/fraud-limits.ts';

const FRAUD = NIGHTS.club;
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

/** 300 votes of the last half minute, as a crowd casts them or as somebody who pretends to be one. */
async function stageRush({ networks = 300, even = false } = {}): Promise<void> {
  await app.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code,
       address_digest, device_digest, day, created_at)
     SELECT $1::int, 'free', 'free', 'counted', 'Fan', '', '+1999' || $1::int || n, md5($1::int || 'rush' || n)::varchar(26),
       'rush ' || n % $2::int, 'rush ' || n, $5::date,
       $3::timestamptz - interval '30 s' * CASE WHEN $4::bool THEN n / 300.0 ELSE (hashint4(n) & 1023) / 1024.0 END
     FROM generate_series(1, 300) n`,
    [id, networks, app.clock.now(), even, app.clock.now()],
  );
}

const stateOf = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { state: string }).state;
let stranger = 40_000;
const voteAlone = () => stateOf(voteFrom(app, id, person(stranger), stranger++));

test('OP-3 300 votes in a minute are a crowd, and the next ones count', async () => {
  await stageRush();
  expect([await voteAlone(), await voteAlone()]).toEqual(['counted', 'counted']);
});

test('OP-3 a rush as regular as a machine, and one from few networks, are held; who is proven, or stands alone, counts', async () => {
  await stageRush({ even: true });
  expect(await voteAlone()).toBe('held');
  const known = await signInAs(app, findPhone(stranger++));
  known.address = networkOf(stranger++);
  expect(await stateOf(known.post(`/api/submissions/${id}/vote`, {}))).toBe('counted');

  id = await insertTrack(app);
  await stageRush({ networks: 5 });
  expect(await voteAlone()).toBe('counted');
  const network = stranger++;
  const pair = [person(stranger++), person(stranger++)].map(
    (fan) => () => stateOf(voteFrom(app, id, fan, network)),
  );
  expect([await pair[0](), await pair[1]()]).toEqual(['counted', 'held']);
});

test('OP-3 a TV night lets a phone company’s address through; single limits can be set', async () => {
  app.deps.campaign.votes.fraud = { night: 'tv', devicePerDay: 1 };
  try {
    const states = await Promise.all(
      Array.from({ length: 40 }, () => stateOf(voteFrom(app, id, person(stranger++), 88))),
    );
    expect(new Set(states)).toEqual(new Set(['counted']));
    const device = app.browser();
    const [first, second] = [person(stranger++), person(stranger++)];
    expect(await stateOf(device.post(`/api/submissions/${id}/vote`, first))).toBe('counted');
    expect(await stateOf(device.post(`/api/submissions/${id}/vote`, second))).toBe('held');
  } finally {
    app.deps.campaign.votes.fraud = { night: 'club' };
  }
});

interface HeldPage {
  total: number;
  votes: { network: string; reason: string }[];
  summary: { total: number; votes: number; networks: number; last: number };
}

test('OP-3 holds of a filter are seen together, released and voided together, each once and with an entry', async () => {
  const staff = await app.staff();
  await Promise.all(Array.from({ length: 30 }, () => voteFrom(app, id, person(stranger++), 91)));
  await Promise.all(Array.from({ length: 18 }, () => voteFrom(app, id, person(stranger++), 92)));
  const all = await staff.read<HeldPage>(`/api/admin/held-votes?submissionId=${id}`);
  expect(all.summary).toMatchObject({ total: 28, votes: 28, networks: 2 });
  const { network } = all.votes[0];
  const byNetwork = await staff.read<HeldPage>(
    `/api/admin/held-votes?submissionId=${id}&network=${network}&because=network&proof=none`,
  );
  const { total, last } = byNetwork.summary;
  expect([8, 20]).toContain(total);
  expect(byNetwork.votes.every((vote) => vote.network === network)).toBe(true);
  expect((await staff.read<HeldPage>(`/api/admin/held-votes?submissionId=${id}&because=rush`)).total).toBe(0);

  // Held since the look: not part of what was decided.
  await voteFrom(app, id, person(stranger++), 91);
  await voteFrom(app, id, person(stranger++), 92);
  const filter = { submissionId: id, network };
  const release = () =>
    staff
      .post('/api/admin/held-votes/decide', { filter, last, decision: 'count', reason: 'A school' })
      .then((answer) => answer.json() as Promise<{ decided: number; left: number }>);
  const answers = await Promise.all([release(), release(), release()]);
  expect(answers.reduce((sum, { decided }) => sum + decided, 0)).toBe(total);
  expect(await readCounts(app, id)).toMatchObject({ total: 20 + total, held: 30 - total });

  const rest = await staff.read<HeldPage>(`/api/admin/held-votes?submissionId=${id}`);
  const voided = await staff.post('/api/admin/held-votes/decide', {
    filter: { submissionId: id },
    last: rest.summary.last,
    decision: 'void',
    reason: 'Invented numbers',
  });
  expect(await voided.json()).toEqual({ decided: 30 - total, left: 0 });
  expect(await readCounts(app, id)).toMatchObject({ total: 20 + total, held: 0 });
  const entries = await app.sql<{ action: string; rows: number }>(
    `SELECT action, sum((detail->>'rows')::int)::int AS rows FROM audit_trail
     WHERE detail->'filter'->>'submissionId' = $1 GROUP BY action ORDER BY action`,
    [String(id)],
  );
  expect(entries).toEqual([
    { action: 'vote.release-many', rows: total },
    { action: 'vote.void-many', rows: 30 - total },
  ]);
  const kept = await app.sql(
    `SELECT d.state, d.decided_by FROM vote_decisions d JOIN votes v ON v.id = d.vote_id
     WHERE v.submission_id = $1 AND d.decided_by <> 'rule'`,
    [id],
  );
  expect(kept).toHaveLength(30);
});
