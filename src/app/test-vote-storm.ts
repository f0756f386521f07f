/** For tests: people voting in every way at once, who try again when the server dies under them; and what must agree afterwards. */
import { expect } from 'vitest';
import { loadCampaign } from '#campaign/load-campaign.ts';
import { compareWithLog } from '#features/ledger/service-check.ts';
import { sequenceEntries } from '#features/ledger/service-sequence.ts';
import { createFanRanking } from '#features/votes/queries-rank.ts';
import { systemClock } from '#platform/clock.ts';
import type { Connection } from '#platform/db/connect.ts';
import { createTokens } from '#platform/tokens.ts';
import { listContestRecords } from './features.ts';
import { networkOf } from './test-voters.ts';

export interface StormTarget {
  /** Where the server is now; another one after a restart. */
  url(): string;
  tracks: readonly number[];
  /** The cookie of somebody who proved this number. */
  signIn(phone: string): Promise<string>;
}

export interface Deed {
  kind: 'free' | 'paid' | 'referral';
  track: number;
  /** Votes it must have added, counted, held or waiting, once. */
  votes: number;
}

const AREAS = [212, 213, 214, 215, 216, 303, 305, 310, 312, 313, 404, 415, 503, 512, 602, 617, 702, 713];
const PACKAGES = [
  { votePackage: 'small', votes: 15 },
  { votePackage: 'medium', votes: 40 },
  { votePackage: 'boost', votes: 85 },
] as const;

/** The nth number, each once, no two of one storm near each other on a track. */
function phoneOf(n: number): string {
  const area = AREAS[n % AREAS.length];
  const rest = (n * 7919) % 7_000_000;
  return `+1${area}${220 + Math.floor(rest / 10_000)}${String(rest % 10_000).padStart(4, '3')}`;
}

/** Person n does one thing; whatever breaks on the way is tried again until the server has it. */
export async function voteSomehow(target: StormTarget, n: number): Promise<Deed> {
  const track = target.tracks[n % target.tracks.length];
  const call = createCaller(target, networkOf(n + 1));
  if (n % 5 === 3) return buyVotes(call, track, n);
  if (n % 5 === 4) {
    const cookie = await target.signIn(phoneOf(2_000_000 + n));
    return refer(createCaller(target, networkOf(n + 1), cookie), track, n);
  }
  const voter = { voterName: `Fan ${n}`, voterPhone: phoneOf(n) };
  // Impatient: sent twice at the same time.
  const answers = await Promise.all([
    call(`/api/submissions/${track}/vote`, voter),
    call(`/api/submissions/${track}/vote`, voter),
  ]);
  if (answers.every(({ status }) => status !== 200 && status !== 409))
    throw new Error(`vote ${n}: ${JSON.stringify(answers)}`);
  return { kind: 'free', track, votes: 1 };
}

type Call = (path: string, body: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

function createCaller({ url }: StormTarget, network: string, signedIn = ''): Call {
  // A payment is paid in the browser that began it.
  let cookie = signedIn;
  return async (path, body) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(url() + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': network, cookie },
          body: JSON.stringify(body),
        });
        cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        const answer = (await response.json()) as Record<string, unknown>;
        if (response.status === 503) throw new Error(`${path}: ${JSON.stringify(answer)}`);
        return { status: response.status, body: answer };
      } catch (error) {
        // Too busy now, or killed: the connection broke. What it did before that, nobody here knows.
        if (attempt > 300) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
}

async function buyVotes(call: Call, track: number, n: number): Promise<Deed> {
  const { votePackage, votes } = PACKAGES[n % PACKAGES.length];
  const voter = { voterName: `Buyer ${n}`, voterPhone: phoneOf(n) };
  const begun = await call(`/api/submissions/${track}/vote/payment`, { ...voter, votePackage });
  const clientSecret = String(begun.body.clientSecret);
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  const paid = await call('/api/sandbox/confirm', { clientSecret, card, returnPath: '/' });
  if (paid.status !== 200 && paid.body.reason !== 'paid')
    throw new Error(`payment ${n}: ${begun.status} ${JSON.stringify(paid)}`);
  const report = {
    ...voter,
    voteCount: 1,
    paymentId: clientSecret.split('_secret_')[0],
    votePackage,
    paymentAmount: 1,
    comment: null,
  };
  const told = await Promise.all([
    call(`/api/submissions/${track}/record-vote`, report),
    call(`/api/submissions/${track}/record-vote`, report),
  ]);
  if (told.some(({ status }) => status !== 200)) throw new Error(`record ${n}: ${JSON.stringify(told)}`);
  return { kind: 'paid', track, votes };
}

async function refer(call: Call, track: number, n: number): Promise<Deed> {
  const referrals = [1, 2, 3].map((place) => ({
    artistName: `Artist ${n}-${place}`,
    phoneNumber: phoneOf(1_000_000 + n * 3 + place),
  }));
  const body = { referrerName: `Referrer ${n}`, referrals, consent: true };
  const answers = await Promise.all([
    call(`/api/submissions/${track}/vote/free`, body),
    call(`/api/submissions/${track}/vote/free`, body),
  ]);
  if (answers.every(({ status }) => status !== 200 && status !== 409))
    throw new Error(`referral ${n}: ${JSON.stringify(answers)}`);
  return { kind: 'referral', track, votes: 5 };
}

/** The log has all that happened, before and after it got its place there, and the ranks are those of the totals. */
export async function expectOneContest({ db, pool }: Connection): Promise<void> {
  const campaign = await loadCampaign('campaigns/demo.json');
  const contest = { db, clock: systemClock, campaign, contestRecords: listContestRecords(campaign) };
  await pool.query(`INSERT INTO ledger_log (vkey) VALUES ('none: nothing is signed here')`);
  expect(await compareWithLog(contest)).toEqual([]);
  while ((await sequenceEntries({ ...contest, tokens: createTokens('storm') }, 100)) > 0);
  expect(await compareWithLog(contest)).toEqual([]);

  const ranking = createFanRanking({ db });
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM submissions ORDER BY vote_count DESC, score DESC, created_at, id',
  );
  for (const [index, { id }] of rows.entries())
    expect((await ranking.simulate(id)).currentRank).toBe(index + 1);
}
