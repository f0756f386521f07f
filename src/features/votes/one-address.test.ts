// What one network address reaches in an hour with invented numbers. Before people were known: 50 and 200.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, moveToDaylight, networkOf, readCounts, voteFrom } from '#app/test-voters.ts';

let app: TestApp;
let invented = 20_000;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  moveToDaylight(app);
});
afterAll(() => app.close());

async function countAll(tracks: readonly number[]): Promise<number> {
  const counts = await Promise.all(tracks.map((track) => readCounts(app, track)));
  return counts.reduce((sum, { total }) => sum + total, 0);
}

test('PE-9 30 referrals from one address in an hour, numbers invented: 0 votes count (50 before), 5 wait', async () => {
  const track = await insertTrack(app);
  const referrer = await signInAs(app, findPhone(invented++));
  referrer.address = networkOf(77);
  for (let set = 0; set < 30; set++) {
    app.clock.advance(100);
    const referrals = [1, 2, 3].map((n) => ({ artistName: `A${n}`, phoneNumber: findPhone(invented++) }));
    await referrer.post(`/api/submissions/${track}/vote/free`, { consent: true, referrals });
  }
  expect(await readCounts(app, track)).toEqual(countsOf({ waiting: 5, held: 145 }));
});

const voteEverywhere = async (tracks: readonly number[], network: number) => {
  for (let n = 0; n < 300; n++) {
    app.clock.advance(11);
    const voter = { voterName: 'Fan', voterPhone: findPhone(invented++) };
    await voteFrom(app, tracks[n % tracks.length], voter, network);
  }
};

test('PE-7 300 free votes from one address in an hour on 20 tracks, numbers invented: 30 count (200 before)', async () => {
  const tracks = await Promise.all(Array.from({ length: 20 }, () => insertTrack(app)));
  await voteEverywhere(tracks, 78);
  expect(await countAll(tracks)).toBe(30);
});

test('PE-6 the same where the campaign asks for proof: 0 count', async () => {
  const tracks = await Promise.all(Array.from({ length: 20 }, () => insertTrack(app)));
  app.deps.campaign.votes.proof = 'required';
  await voteEverywhere(tracks, 79);
  app.deps.campaign.votes.proof = 'shown';
  expect(await countAll(tracks)).toBe(0);
});
