// Free votes in one trip and in two: whichever way a vote takes, it is checked and refused as the rules say.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { findPhone } from '#app/test-voters.ts';
import { NIGHTS } from '#campaign/fraud-limits.ts';
import { AppError } from '#platform/errors.ts';
import { describePhone } from '#platform/phone.ts';
import { dayOf, refuseVote, type VotingFacts } from './rules.ts';
import { countNeighbours, holdReason, type VoteTraces } from './rules-fraud.ts';
import { castFreeVote } from './service-free.ts';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await insertTrack(app);
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
    votes: 1,
    proven: false,
    rush: null,
    phone: vote.phone,
    phoneType: describePhone(vote.phone)!.type,
    deviceToday: votes.filter((other) => sameTrack(other) && sameDevice(other) && other.day === vote.day)
      .length,
    deviceRecent: within(300).filter(sameDevice).length,
    addressHour: within(3600).filter((other) => sameTrack(other) && other.address === vote.address).length,
    addressAnywhere: within(3600).filter((other) => other.address === vote.address).length,
    trackMinute: within(60).filter(sameTrack).length,
    neighbours: countNeighbours(
      vote.phone,
      near.map(({ phone }) => phone),
      NIGHTS.club,
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
    expect(cast.state, JSON.stringify(traces)).toBe(holdReason(traces, NIGHTS.club) ? 'held' : 'counted');
    states.add(cast.state);
    votes.push(vote);
  }
  expect(states).toEqual(new Set(['counted', 'held']));
});

const DAY_MS = 24 * 3600 * 1000;

test('VO-17 a page takes votes exactly when the rule says so, whatever became of its track', async () => {
  const { campaign } = app.deps;
  const now = app.clock.now().getTime();
  const outcomes: (string | null)[] = [];
  let person = 7000;
  for (const state of ['queued', 'running', 'done', 'failed'] as const)
    for (const days of [null, 1, campaign.votingDays - 0.001, campaign.votingDays, campaign.votingDays + 1])
      for (const distributionPaid of [false, true]) {
        const track: VotingFacts = {
          state,
          analyzedAt: days === null ? null : new Date(now - days * DAY_MS),
          createdAt: new Date(now - 40 * DAY_MS),
          distributionPaid,
        };
        await app.sql(
          `UPDATE submissions SET state = $2::text, analyzed = ($2::text = 'done'), analyzed_at = $3, created_at = $4, distribution_paid = $5 WHERE id = $1`,
          [id, state, track.analyzedAt, track.createdAt, distributionPaid],
        );
        const n = person++;
        const outcome = await castFreeVote(
          app.deps,
          id,
          { voterName: 'Fan', voterPhone: findPhone(n) },
          { address: `page ${n}`, browserId: `page ${n}` },
        ).then(
          () => null,
          (error) => (error instanceof AppError ? error.details.reason : error),
        );
        expect(outcome, JSON.stringify(track)).toBe(
          refuseVote(campaign, track, new Date(now))?.reason ?? null,
        );
        outcomes.push(outcome ?? null);
      }
  expect(new Set(outcomes)).toEqual(new Set([null, 'page_closed', 'not_analyzed']));
});

test('a track that is hidden, or none, is not found', async () => {
  const vote = (track: number) =>
    castFreeVote(
      app.deps,
      track,
      { voterName: 'Fan', voterPhone: findPhone(8000) },
      { address: 'hidden', browserId: 'hidden' },
    );
  await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'test' WHERE id = $1`, [id]);
  await expect(vote(id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(vote(999_999)).rejects.toMatchObject({ code: 'not_found' });
});
