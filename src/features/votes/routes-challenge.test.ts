// Programs that vote: what they reach while browsers have to work for a vote, and what that costs them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight, networkOf, readCounts, voteFrom, workFor } from '#app/test-voters.ts';
import { NIGHTS } from '#campaign/fraud-limits.ts';
import type { ChallengeTask } from '#platform/errors.ts';

const { challengeFromHeld, challengePerMinute } = NIGHTS.club;
const HOUR = 3600;

let app: TestApp;
let id: number;
let stranger = 50_000;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true', CHALLENGE: 'auto' } });
  moveToDaylight(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  // What the test before has left is forgotten.
  app.clock.advance(HOUR);
  app.deps.config.challenge.when = 'auto';
  id = await insertTrack(app);
});

type Work = Extract<ChallengeTask, { kind: 'work' }>;
const person = () => ({ voterName: 'Fan', voterPhone: findPhone(stranger++) });
const readTask = async (response: Response) => ((await response.json()) as { challenge: Work }).challenge;

const voteWith = (answer: string, voter: object, network: number) =>
  voteFrom(app, id, voter, network, { 'x-challenge': answer });

test('LK-5 while all is quiet nobody is asked; from so many held votes on everybody is who is not signed in', async () => {
  expect((await voteFrom(app, id, person(), stranger)).status).toBe(200);
  for (let n = 0; n < challengeFromHeld; n++)
    expect((await voteFrom(app, id, { ...person(), fanPage: 'https://x' }, stranger)).status).toBe(200);
  app.clock.advance(4);
  const voter = person();
  const asked = await voteFrom(app, id, voter, stranger);
  expect(asked.status).toBe(428);
  const task = await readTask(asked);
  expect(task).toMatchObject({ kind: 'work', bits: 17 });
  const known = await signInAs(app, findPhone(stranger++));
  expect((await known.post(`/api/submissions/${id}/vote`, {})).status).toBe(200);

  const answer = workFor(task);
  const twenty = await Promise.all(Array.from({ length: 20 }, () => voteWith(answer, person(), stranger++)));
  expect(twenty.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(428)]);
  expect((await readCounts(app, id)).total).toBe(3);
  for (const wrong of [`${task.token}.0`, 'a.b.c', '', `${answer}1`])
    expect((await voteWith(wrong, voter, stranger)).status).toBe(428);
  app.clock.advance(1800);
  expect((await voteFrom(app, id, voter, stranger)).status).toBe(200);
});

test('LK-5 the trap holds a vote with its own reason, and the answer is that of any held vote', async () => {
  const trapped = await voteFrom(app, id, { ...person(), fanPage: 'https://x' }, stranger++);
  const madeUp = await voteFrom(app, id, { voterName: 'Fan', voterPhone: '+12125555555' }, stranger++);
  const [one, other] = await Promise.all([trapped.json(), madeUp.json()]);
  expect({ ...one, receiptCode: '' }).toEqual({ ...other, receiptCode: '' });
  const staff = await app.staff();
  const { votes } = await staff.read<{ votes: { reason: string }[] }>(
    `/api/admin/held-votes?submissionId=${id}&because=program`,
  );
  expect(votes.map(({ reason }) => reason)).toEqual([
    'Held for a check: the form was filled in as programs do it.',
  ]);
  const referrer = await signInAs(app, findPhone(stranger++));
  referrer.address = networkOf(stranger++);
  const referrals = [1, 2, 3].map((n) => ({ artistName: `A${n}`, phoneNumber: findPhone(stranger++) }));
  const body = { consent: true, referrals, fanPage: 'https://x' };
  const referred = await referrer.post(`/api/submissions/${id}/vote/free`, body);
  expect(await referred.json()).toMatchObject({ success: true, votes: 5, state: 'held' });
});

test('LK-5 very many votes in a minute are a sign too; always asks, off does not', async () => {
  app.deps.config.challenge.when = 'always';
  expect((await voteFrom(app, id, person(), stranger++)).status).toBe(428);
  app.deps.config.challenge.when = 'auto';
  const answers = await Promise.all(
    Array.from({ length: challengePerMinute + 10 }, () => voteFrom(app, id, person(), stranger++)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(challengePerMinute);
  expect((await voteFrom(app, id, person(), stranger++)).status).toBe(428);
  app.deps.config.challenge.when = 'off';
  expect((await voteFrom(app, id, person(), stranger++)).status).toBe(200);
});

/** 1,000 votes from 50 loopback addresses, numbers invented, 25 at a time over twenty minutes. It does not work for them. */
async function sendScript() {
  const tasks: Work[] = [];
  for (let n = 0; n < 1000; n += 25) {
    app.clock.advance(30);
    await Promise.all(
      Array.from({ length: 25 }, async (_, k) => {
        const address = { 'x-forwarded-for': `127.0.0.${1 + ((n + k) % 50)}` };
        const response = await voteFrom(app, id, person(), 0, address);
        if (response.status === 428) tasks.push(await readTask(response));
      }),
    );
  }
  const { total, held } = await readCounts(app, id);
  return { counted: total, held, tasks };
}

test('LK-5 1,000 scripted votes from 50 addresses: 500 count and 500 fill the list of staff; with the challenge a few dozen, then none', async () => {
  app.deps.config.challenge.when = 'off';
  expect(await sendScript()).toEqual({ counted: 500, held: 500, tasks: [] });

  app.clock.advance(HOUR);
  id = await insertTrack(app);
  app.deps.config.challenge.when = 'auto';
  const { counted, held, tasks } = await sendScript();
  expect(counted + held + tasks.length).toBe(1000);
  expect(counted).toBeLessThan(2 * challengePerMinute);
  // What the rest would have cost: a core does a third of a million hashes a second in Node.
  const hashes = tasks.reduce((sum, { bits }) => sum + 2 ** bits, 0);
  expect(hashes).toBeGreaterThan(900 * 2 ** 17);
});
