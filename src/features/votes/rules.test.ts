// Pure rules of votes: closing dates, packages, signals, the histogram, the way to number one.
import { expect, test } from 'vitest';
import { NIGHTS } from '#campaign/fraud-limits.ts';
import { composeBio } from './copy-bio.ts';
import { FanHistogram } from './queries-histogram.ts';
import { closingDate, comparePlaces, dayOf, isPlaceholder, refuseVote, votesToFirst } from './rules.ts';
import {
  clearLimits,
  countNeighbours,
  holdReason as explainHold,
  isMadeUp,
  type VoteTraces,
} from './rules-fraud.ts';
import { listPackages, packageOf, productOf, readLinkedPackage } from './rules-packages.ts';

const campaign = {
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: '2026-12-31T00:00:00Z',
  votingDays: 30,
  timeZone: 'America/New_York',
};
const analyzedAt = new Date('2026-03-01T12:00:00Z');
const track = { state: 'done' as const, analyzedAt, createdAt: analyzedAt, distributionPaid: false };

test('VO-17 a page closes after its voting days, at the campaign’s end when distributed or when that is sooner', () => {
  expect(closingDate(campaign, track)).toEqual(new Date('2026-03-31T12:00:00Z'));
  expect(closingDate(campaign, { ...track, distributionPaid: true })).toEqual(new Date(campaign.endsAt));
  expect(closingDate(campaign, { ...track, analyzedAt: new Date('2026-12-20T00:00:00Z') })).toEqual(
    new Date(campaign.endsAt),
  );
  expect(closingDate(campaign, { ...track, state: 'queued', analyzedAt: null })).toBeNull();
  expect(closingDate(campaign, { ...track, state: 'queued' })).toEqual(new Date('2026-03-31T12:00:00Z'));
});

test('VO-17 each refusal has its reason, to the millisecond', () => {
  const at = (text: string, changed = {}) =>
    refuseVote(campaign, { ...track, ...changed }, new Date(text))?.reason;
  expect(at('2025-12-31T23:59:59Z')).toBe('not_started');
  expect(at('2026-03-31T11:59:59.999Z')).toBeUndefined();
  expect(at('2026-03-31T12:00:00Z')).toBe('page_closed');
  expect(at('2026-03-31T12:00:00Z', { distributionPaid: true })).toBeUndefined();
  expect(at('2026-12-31T00:00:00Z', { distributionPaid: true })).toBe('campaign_over');
  expect(at('2026-03-02T00:00:00Z', { state: 'failed', analyzedAt: null })).toBe('not_analyzed');
  expect(at('2026-03-02T00:00:00Z', { state: 'queued', analyzedAt: null })).toBeUndefined();
});

test('a day is one of the campaign’s zone', () => {
  expect(dayOf(new Date('2026-03-02T04:59:59Z'), 'America/New_York')).toBe('2026-03-01');
  expect(dayOf(new Date('2026-03-02T05:00:00Z'), 'America/New_York')).toBe('2026-03-02');
});

test('VO-2 packages, their products and the price of a vote', () => {
  const prices = {
    votesSmall: 999,
    votesMedium: 1999,
    votesMediumSimple: 2499,
    votesLarge: 2999,
    votesBoost: 3999,
    votesThrone: 4999,
  } as Parameters<typeof listPackages>[0];
  expect(
    listPackages(prices, 'main').map(({ id, votes, cents, perVote }) => [id, votes, cents, perVote]),
  ).toEqual([
    ['small', 15, 999, '67¢ a vote'],
    ['medium', 40, 1999, '50¢ a vote'],
    ['large', 60, 2999, '50¢ a vote'],
    ['boost', 85, 3999, '47¢ a vote'],
    ['throne', 250, 4999, '20¢ a vote'],
  ]);
  expect(listPackages(prices, 'simple')[1].cents).toBe(2499);
  expect(packageOf(productOf('medium', 'simple'))).toBe('medium');
  expect(packageOf('tourEntry')).toBeNull();
});

test('VO-3 only the four packages can be linked to', () => {
  expect(['small', 'medium', 'large', 'boost'].map(readLinkedPackage)).toEqual([
    'small',
    'medium',
    'large',
    'boost',
  ]);
  for (const other of ['throne', 'SMALL', '', undefined, 3]) expect(readLinkedPackage(other)).toBeNull();
});

test('VO-13 the placeholder is known in any spelling of its number', () => {
  expect(isPlaceholder('Winners Circle supporter', '(000) 000-0000')).toBe(true);
  expect(isPlaceholder('Ada', '0000000000')).toBe(false);
});

const FRAUD = NIGHTS.club;
const holdReason = (traces: VoteTraces) => explainHold(traces, FRAUD);
const quiet: VoteTraces = {
  rush: null,
  votes: 1,
  proven: false,
  addressAnywhere: 0,
  phone: '+12126647665',
  phoneType: 'ordinary',
  deviceToday: 0,
  deviceRecent: 0,
  addressHour: 0,
  trackMinute: 0,
  neighbours: 0,
};

test('a vote is held for one strong signal or two weak ones, and says why', () => {
  expect(holdReason(quiet)).toBeNull();
  expect(holdReason({ ...quiet, deviceToday: 2 })).toBeNull();
  expect(holdReason({ ...quiet, phoneType: 'unassigned' })).toBeNull();
  expect(holdReason({ ...quiet, phoneType: 'rented', deviceToday: 1 })).toMatch(/same device.*rented/);
  expect(holdReason({ ...quiet, deviceToday: 3 })).toContain('same device today');
  expect(holdReason({ ...quiet, deviceRecent: 6 })).toContain('within five minutes');
  expect(holdReason({ ...quiet, addressHour: 10 })).toContain('same network');
  expect(holdReason({ ...quiet, neighbours: 2 })).toContain('in a row');
  expect(holdReason({ ...quiet, phone: '+12125555555' })).toContain('made up');
});

test('a vote below every limit of the short way counts, whatever its number, so it needs no check', () => {
  for (const proven of [false, true])
    for (const phoneType of ['ordinary', 'rented', 'unassigned'] as const) {
      const limits = clearLimits(FRAUD, proven);
      expect(
        holdReason({
          ...quiet,
          proven,
          phoneType,
          deviceRecent: limits.deviceRecent - 1,
          addressHour: limits.addressHour - 1,
          addressAnywhere: limits.addressAnywhere - 1,
          trackMinute: limits.trackMinute - 1,
        }),
      ).toBeNull();
    }
});

test('OP-3 a rush is a crowd’s by its spread, its timing and its proofs, and not by its rate', () => {
  const crowd = { networks: 0.9, devices: 0.97, proven: 0.1, uneven: 1.1 };
  const rushed = (rush: Partial<typeof crowd>, traces: Partial<VoteTraces> = {}) =>
    holdReason({ ...quiet, trackMinute: 5000, rush: { ...crowd, ...rush }, ...traces });
  expect(rushed({})).toBeNull();
  expect(rushed({ uneven: 0.05 })).toContain('as regular as a machine');
  expect(rushed({ devices: 0.4 })).toContain('few devices');
  // From few networks: whoever comes from one of them waits, whoever stands alone does not.
  expect(rushed({ networks: 0.02 }, { addressHour: 3 })).toContain('few networks');
  expect(rushed({ networks: 0.02 })).toBeNull();
  expect(rushed({ networks: 0.02 }, { phoneType: 'unassigned' })).toContain('few networks');
  expect(rushed({ networks: 0.02, uneven: 0.05 }, { proven: true })).toBeNull();
  expect(rushed({ networks: 0.02, uneven: 0.05, proven: 0.6 }, { addressHour: 3 })).toBeNull();
  // What a club's address would be held for is everyday life behind a phone company's.
  expect(explainHold({ ...quiet, addressHour: 80 }, NIGHTS.club)).toContain('same network');
  expect(explainHold({ ...quiet, addressHour: 80 }, NIGHTS.tv)).toBeNull();
});

test('PE-9 a referral weighs its five votes: the third from one address is held', () => {
  const set = { ...quiet, votes: 5 };
  expect(holdReason({ ...set, addressHour: 5 })).toBeNull();
  expect(holdReason({ ...set, addressHour: 6 })).toContain('same network');
  expect(holdReason({ ...set, addressAnywhere: FRAUD.addressAnywherePerHour - 5 })).toBeNull();
  expect(holdReason({ ...set, addressAnywhere: FRAUD.addressAnywherePerHour - 4 })).toContain('same network');
});

test('PE-6 a proven number is nobody’s to doubt; its network and device still have limits', () => {
  const proven = { ...quiet, proven: true };
  expect(holdReason({ ...proven, phone: '+12125555555', phoneType: 'unassigned', neighbours: 9 })).toBeNull();
  expect(holdReason({ ...proven, addressHour: FRAUD.provenPerHour - 1 })).toBeNull();
  expect(holdReason({ ...proven, addressHour: FRAUD.provenPerHour })).toContain('same network');
  expect(holdReason({ ...proven, addressAnywhere: FRAUD.provenAnywherePerHour })).toContain('same network');
  expect(holdReason({ ...proven, deviceToday: FRAUD.devicePerDay })).toContain('same device');
});

test('made-up numbers and neighbours are seen', () => {
  for (const phone of ['+12127777777', '+12121234567', '+12129876543', '+1212'])
    expect(isMadeUp(phone)).toBe(true);
  expect(isMadeUp('+12126647665')).toBe(false);
  expect(
    countNeighbours('+12126647665', ['+12126647665', '+12126647666', '+12126647660', '+12126647671'], FRAUD),
  ).toBe(2);
});

test('VO-7 the histogram counts what stands above a cell, however high the votes', () => {
  const histogram = new FanHistogram();
  histogram.add(0, 50, 3);
  histogram.add(0, 70, 2);
  histogram.add(200_000, 10, 1);
  expect(histogram.countAbove(0, 50)).toBe(3);
  expect(histogram.countAbove(0, 70)).toBe(1);
  expect(histogram.countAbove(199_999, 0)).toBe(1);
  expect(histogram.countAbove(200_000, 9)).toBe(1);
  expect(histogram.countAbove(5_000_000, 0)).toBe(0);
  histogram.add(0, 70, -2);
  histogram.add(1023, 70, 2);
  histogram.add(1024, 70, 1);
  expect(histogram.countAbove(0, 50)).toBe(4);
  expect(histogram.countAbove(1023, 70)).toBe(2);
  expect(histogram.total).toBe(7);
});

test('VO-7 votes to number one: one more than the leader, or as many when score or age decide for us', () => {
  const leader = { votes: 100, score: 80, enteredAt: 5, id: 1 };
  expect(votesToFirst({ votes: 90, score: 70, enteredAt: 1, id: 2 }, leader)).toBe(11);
  expect(votesToFirst({ votes: 90, score: 90, enteredAt: 9, id: 2 }, leader)).toBe(10);
  expect(votesToFirst({ votes: 90, score: 80, enteredAt: 4, id: 2 }, leader)).toBe(10);
  expect(votesToFirst(leader, leader)).toBe(0);
  expect(comparePlaces({ ...leader, id: 2 }, leader)).toBeGreaterThan(0);
});

test('VO-8 a composed bio says only what is known', () => {
  expect(composeBio({ artistName: 'Ada', trackTitle: 'Two', genre: null, score: null })).toContain(
    '“Two” is a track by Ada. The desk has not measured it yet.',
  );
  expect(
    composeBio({ artistName: 'Ada', trackTitle: 'Two', genre: 'Pop', score: 61, durationSeconds: 125 }),
  ).toContain('a Pop track by Ada, 2:05 long. The desk measured it at 61 of 100.');
});
