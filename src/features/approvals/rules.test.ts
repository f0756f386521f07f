import { expect, test } from 'vitest';
import { COPY, sayFacts } from './copy.ts';
import { judgeConfirmer } from './rules.ts';

const ASKED = new Date('2026-11-15T12:00:00Z');
const after = (minutes: number) => new Date(ASKED.getTime() + minutes * 60_000);
const request = { askedAt: ASKED, askedBy: 1, role: 'owner' } as const;
const account = (id: number, createdAt = after(-60)) => ({ id, role: 'owner', createdAt }) as const;

test.each([
  ['another owner', request, account(2), 1, 1, null, false],
  ['who asked, with others about', request, account(1), 1, 120, COPY.own, false],
  ['who asked, alone, too soon', request, account(1), 0, 59, COPY.early, false],
  ['who asked, alone, after an hour', request, account(1), 0, 60, null, true],
  ['an account made afterwards', request, account(2, after(1)), 1, 120, COPY.newcomer, false],
  ['one of two, for the file', { ...request, askedBy: null }, account(2), 1, 1, null, false],
  ['the only one, for the file', { ...request, askedBy: null }, account(2), 0, 60, null, true],
] as const)('LK-5 %s', (_, asked, who, others, minutes, refusal, alone) => {
  expect(judgeConfirmer(asked, who, others, after(minutes))).toEqual({ refusal, alone });
});

test('LK-5 what is asked for is said in words, not in names of fields', () => {
  const filter = { submissionId: 12, network: '10.0.0.0/24' };
  expect(sayFacts('votes.decide', { filter, last: 9, decision: 'void', reason: 'One household' })).toBe(
    'Void all held votes of track 12, network 10.0.0.0/24. Reason: One household',
  );
  expect(sayFacts('round.close', { round: 'round-1' })).toBe('Round 1 ends now, and its places are final.');
  expect(sayFacts('submissions.clear', { count: 1200 })).toContain('1,200 submissions leave every list');
});
