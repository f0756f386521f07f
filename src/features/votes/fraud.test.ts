// Bursts against the fraud rules: one device, one network, numbers in a row.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { findPhone, readCounts, voteFrom } from '#app/test-voters.ts';
import { describePhone } from '#platform/phone.ts';
import { dayOf } from './rules.ts';
import { countNeighbours, FRAUD, holdReason, type VoteTraces } from './rules-fraud.ts';
import { castFreeVote } from './service-free.ts';

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
  expect(await readCounts(app, id)).toEqual({ total: 100, free: 100, paid: 0, referred: 0, held: 0 });
  const decisions = await app.sql(
    'SELECT 1 FROM vote_decisions d JOIN votes v ON v.id = d.vote_id WHERE v.submission_id = $1',
    [id],
  );
  expect(decisions).toEqual([]);
});

interface Cast {
  phone: string;
  device: string;
  address: string;
  at: number;
  day: string;
  track: number;
}

/** The traces of a vote, by looking at all votes there are. */
function traceNaively(votes: readonly Cast[], vote: Cast): VoteTraces {
  const within = (seconds: number) => votes.filter(({ at }) => at > vote.at - seconds * 1000);
  const sameTrack = ({ track }: Cast) => track === vote.track;
  const sameDevice = ({ device }: Cast) => device === vote.device;
  const near = within(24 * 3600).filter((other) => sameTrack(other) && other.day === vote.day);
  return {
    phone: vote.phone,
    phoneType: describePhone(vote.phone)!.type,
    deviceToday: votes.filter((other) => sameTrack(other) && sameDevice(other) && other.day === vote.day)
      .length,
    deviceRecent: within(300).filter(sameDevice).length,
    addressHour: within(3600).filter((other) => sameTrack(other) && other.address === vote.address).length,
    trackMinute: within(60).filter(sameTrack).length,
    neighbours: countNeighbours(
      vote.phone,
      near.map(({ phone }) => phone),
    ),
  };
}

test('what the database finds about a vote is what a look at all votes finds, in one trip or two', async () => {
  const tracks = [id, await insertTrack(app)];
  const votes: Cast[] = [];
  const states = new Set<string>();
  for (let n = 0; n < 150; n++) {
    app.clock.advance(n % 25 === 0 ? 1500 : (n * 37) % 20);
    const at = app.clock.now().getTime();
    const vote: Cast = {
      phone: findPhone(5000 + n),
      device: `device ${(n * n) % 31}`,
      address: `address ${(n * 7) % 5}`,
      at,
      day: dayOf(new Date(at), app.deps.campaign.timeZone),
      track: tracks[n % 3 === 0 ? 1 : 0],
    };
    // Every tenth stands next to the one before it.
    if (n % 10 === 9) vote.phone = `+${BigInt(votes.at(-1)!.phone.slice(1)) + 1n}`;
    const traces = traceNaively(votes, vote);
    const cast = await castFreeVote(
      app.deps,
      vote.track,
      { voterName: 'Fan', voterPhone: vote.phone },
      { address: vote.address, browserId: vote.device },
    );
    expect(cast.state, JSON.stringify(traces)).toBe(holdReason(traces) ? 'held' : 'counted');
    states.add(cast.state);
    votes.push(vote);
  }
  expect(states).toEqual(new Set(['counted', 'held']));
});
