// What every challenge has to do: take a right answer once, for what it was asked for, and nothing else.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import type { ChallengeTask } from '#platform/errors.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { createTokens } from '#platform/tokens.ts';
import { openProofOfWork } from './embedded.ts';
import { SECRET, startTurnstile } from './test-turnstile.ts';
import { openTurnstile } from './turnstile.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let service: Awaited<ReturnType<typeof startTurnstile>>;
const clock = { at: Date.UTC(2026, 10, 16, 12), now: () => new Date(clock.at) };
const BITS = 8;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await startTurnstile();
});
afterAll(async () => {
  service.close();
  await database.drop();
});

const parts = () => ({
  tokens: createTokens('a secret for tests only'),
  clock,
  limiter: createRateLimiter({ db: database.db, clock }),
});
const askService = (key = SECRET) =>
  openTurnstile({ kind: 'turnstile', siteKey: 'site', key, url: service.url, script: 'x' }, parts());
const SUITE = { 'proof of work': () => openProofOfWork(parts()), turnstile: () => askService() };

let visitor = 0;
/** As a browser would. */
function answer(task: ChallengeTask): string {
  if (task.kind === 'widget') return `right.vote.${visitor++}`;
  for (let number = 0; ; number++) {
    const found = `${task.token}.${number}`;
    if (hash('sha256', found, 'buffer').readUInt32BE(0) >>> (32 - task.bits) === 0) return found;
  }
}

describe.each(Object.entries(SUITE))('%s', (_name, open) => {
  test('LK-5 a right answer is good once, also when it comes twenty times at once', async () => {
    const challenge = open();
    const given = answer(challenge.issue('vote', BITS));
    const taken = await Promise.all(Array.from({ length: 20 }, () => challenge.accept('vote', given)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await open().accept('vote', given)).toBe(false);
  });

  test('LK-5 what was asked for one thing is not good for another, and rubbish for nothing', async () => {
    const challenge = open();
    expect(await challenge.accept('referral', answer(challenge.issue('vote', BITS)))).toBe(false);
    for (const rubbish of ['', '.', 'a.b.1', '\u0000', 'x'.repeat(5000), 'right', '1.2.3.4', '{}'])
      expect(await challenge.accept('vote', rubbish), rubbish.slice(0, 10)).toBe(false);
  });
});

test('LK-5 work that was not done, was done for a token of one’s own, or is older than ten minutes, is none', async () => {
  const challenge = openProofOfWork(parts());
  const task = challenge.issue('vote', 12) as Extract<ChallengeTask, { kind: 'work' }>;
  const right = answer(task);
  const wrong = answer({ ...task, bits: 4 });
  const own = createTokens('another secret').sign('challenge', { subject: 'x', extra: 'vote:1' });
  for (const given of wrong === right ? [] : [wrong, `${task.token}.-1`, `${right}.1`, `${own}.1`])
    expect(await challenge.accept('vote', given)).toBe(false);
  clock.at += 10 * 60_000;
  expect(await challenge.accept('vote', right)).toBe(false);
});

test('LK-5 no task is good on two days, so that none can be given in twice', async () => {
  const noon = clock.at;
  clock.at = Date.UTC(2026, 10, 16, 23, 59, 58);
  const challenge = openProofOfWork(parts());
  const given = answer(challenge.issue('vote', BITS));
  expect(await challenge.accept('vote', given)).toBe(true);
  clock.at += 2000;
  expect(await challenge.accept('vote', given)).toBe(false);
  clock.at = noon;
});

test('LK-5 the service hears of token and secret alone; while it fails, or refuses our key, work is asked for', async () => {
  const challenge = askService();
  service.asked = [];
  expect(await challenge.accept('vote', answer(challenge.issue('vote', BITS)))).toBe(true);
  expect(service.asked.map((form) => Object.keys(form).sort())).toEqual([['response', 'secret']]);
  service.fails = true;
  expect(await challenge.accept('vote', answer(challenge.issue('vote', BITS)))).toBe(false);
  const task = challenge.issue('vote', BITS);
  expect(task.kind).toBe('work');
  expect(await challenge.accept('vote', answer(task))).toBe(true);
  service.fails = false;
  clock.at += 60_000;
  expect(challenge.issue('vote', BITS).kind).toBe('widget');

  const refused = askService('a wrong secret');
  expect(await refused.accept('vote', `right.vote.${visitor++}`)).toBe(false);
  expect(refused.issue('vote', BITS).kind).toBe('work');
});
