/**
 * Seeded random lives of free and referred votes: typed, proven, both at once, held, released, voided, waiting, followed
 * by a guest or not reached. Whatever the order, a number has one vote a track and day, a proven one is never displaced
 * by a typed one, and the totals are the sums.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { type Chance, createChance, dare } from '#app/test-money-world.ts';
import { findPhone, moveToDaylight } from '#app/test-voters.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import { followReferral } from './service-arrivals.ts';
import { settleDelivery } from './service-deliveries.ts';
import { castFreeVote, countWaitingVotes } from './service-free.ts';
import { referArtists } from './service-referrals.ts';
import { releaseVote, voidVote } from './service-staff.ts';

const LIVES = Number(process.env.MODEL_RUNS ?? 60);
const CLERK = { id: 1, name: 'Clerk' };

let app: TestApp;
let nextGuest = 80_000;
beforeAll(async () => {
  app = await startTestApp({ env: { SMS_DAILY_BUDGET: '100000' } });
  moveToDaylight(app);
});
afterAll(() => app.close());

interface Life {
  chance: Chance;
  tracks: number[];
  phones: string[];
}

const sourceOf = ({ chance, tracks }: Life) => ({
  address: `address ${tracks[0]} ${chance.pick([1, 2, 3, 4, 5, 6])}`,
  browserId: `browser ${tracks[0]} ${chance.pick([1, 2, 3, 4, 5, 6])}`,
});
const personOf = ({ chance, phones }: Life) => ({
  phone: chance.pick(phones),
  provenBy: chance.pick(['sms', 'passkey'] as const),
});

async function pickId({ chance, tracks }: Life, text: string): Promise<number | null> {
  const rows = await app.sql<{ id: number }>(text, [tracks]);
  return rows.length > 0 ? chance.pick(rows).id : null;
}

const ACTIONS: Record<string, (life: Life) => Promise<unknown>> = {
  type: (life) => {
    const voter = { voterName: 'Fan', voterPhone: life.chance.pick(life.phones) };
    return castFreeVote(app.deps, life.chance.pick(life.tracks), voter, sourceOf(life));
  },
  prove: (life) => castFreeVote(app.deps, life.chance.pick(life.tracks), {}, sourceOf(life), personOf(life)),
  collect: (life) => countWaitingVotes(app.deps, personOf(life), sourceOf(life)),
  changeRule: async ({ chance }) => {
    app.deps.campaign.votes.proof = chance.pick(['shown', 'required']);
  },
  refer: (life) => {
    const referrals = [1, 2, 3].map((n) => ({ artistName: `A${n}`, phoneNumber: findPhone(nextGuest++) }));
    const request = { referrals, consent: true };
    return referArtists(app.deps, life.chance.pick(life.tracks), request, sourceOf(life));
  },
  follow: async (life) => {
    const id = await pickId(life, 'SELECT id FROM referrals WHERE submission_id = ANY($1)');
    const [text] = await app.sql<{ code: string }>(
      'SELECT t.code FROM referrals r JOIN text_messages t ON t.key = r.text_key WHERE r.id = $1',
      [id],
    );
    if (text) await followReferral(app.deps, text.code, sourceOf(life));
  },
  lose: async (life) => {
    const id = await pickId(life, 'SELECT id FROM referrals WHERE submission_id = ANY($1)');
    if (id && life.chance.next() < 0.3) await settleDelivery(app.deps, id, 'undelivered');
  },
  release: async (life) => {
    const voteId = await pickId(
      life,
      `SELECT id FROM votes WHERE state = 'held' AND submission_id = ANY($1)`,
    );
    if (voteId) await releaseVote(app.deps, { voteId, reason: '', staff: CLERK });
  },
  void: async (life) => {
    const voteId = await pickId(life, 'SELECT id FROM votes WHERE submission_id = ANY($1)');
    if (voteId && life.chance.next() < 0.3)
      await voidVote(app.deps, { voteId, reason: 'test', staff: CLERK });
  },
  wait: async ({ chance }) => app.clock.advance(chance.pick([1, 60, 1800])),
};
const NAMES = Object.keys(ACTIONS).flatMap((name) =>
  Array<string>(name === 'type' || name === 'prove' ? 4 : 1).fill(name),
);

async function live(seed: number): Promise<void> {
  const chance = createChance(seed);
  const tracks = [await insertTrack(app), await insertTrack(app)];
  const life = { chance, tracks, phones: [0, 1, 2, 3].map((n) => findPhone(100_000 + seed * 4 + n)) };
  for (let step = 0; step < 12; step++) {
    const together = chance.next() < 0.4 ? 4 : 1;
    const chosen = Array.from({ length: together }, () => chance.pick(NAMES));
    await Promise.all(chosen.map((name) => dare(() => ACTIONS[name](life))));
  }
}

/** A typed vote stands although its number voted as a person that day. */
const DISPLACED = `
  SELECT p.id FROM votes p JOIN votes t USING (submission_id, phone_e164, day)
  WHERE p.kind = 'free' AND t.kind = 'free' AND p.proof <> 'none' AND t.proof = 'none' AND t.state <> 'replaced'`;
/** A proven vote gave way to another. */
const REPLACED = `SELECT id FROM votes WHERE state = 'replaced' AND proof <> 'none'`;
const TWICE = `
  SELECT submission_id FROM votes WHERE kind = 'free' AND state <> 'replaced' GROUP BY submission_id, phone_e164, day
  HAVING count(*) > 1`;
/** Everything that stands aside is there for one that stands. */
const LOST = `
  SELECT id FROM votes r WHERE state = 'replaced' AND NOT EXISTS (SELECT FROM votes s WHERE s.kind = 'free'
    AND s.state <> 'replaced' AND (s.submission_id, s.phone_e164, s.day) = (r.submission_id, r.phone_e164, r.day))`;
/** Every state but the first is a decision. */
const UNDECIDED = `
  SELECT v.id FROM votes v WHERE state IN ('held', 'waiting', 'voided', 'replaced') AND kind <> 'adjustment'
    AND NOT EXISTS (SELECT FROM vote_decisions d WHERE d.vote_id = v.id AND d.state = v.state)`;
/** Referred votes that count although nobody came. */
const UNVISITED = `
  SELECT v.id FROM votes v JOIN referral_sets s ON s.vote_id = v.id WHERE v.state = 'counted' AND s.came_at IS NULL`;

test(`PE-6 PE-7 PE-9 ${LIVES} random lives of free votes: one a number, track and day, and the totals are the sums`, {
  timeout: 60_000 + LIVES * 2000,
}, async () => {
  for (let seed = 1; seed <= LIVES; seed++) {
    await live(seed);
    for (const wrong of [DISPLACED, REPLACED, TWICE, LOST, UNDECIDED, UNVISITED])
      expect(await app.sql(wrong), `seed ${seed}: ${wrong}`).toEqual([]);
  }
  expect((await checkMoney(app.deps)).problems).toEqual([]);
  const seen = await app.sql<{ state: string }>('SELECT DISTINCT state FROM votes ORDER BY 1');
  expect(seen.map(({ state }) => state)).toEqual(['counted', 'held', 'replaced', 'voided', 'waiting']);
});
