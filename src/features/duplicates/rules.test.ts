/** What a shared recording leads to: who is held, who is not, and what the report says. */
import { describe, expect, test } from 'vitest';
import { isWorthMentioning } from '#features/recordings/rules-match.ts';
import { decideOnDuplicates, type FoundDuplicate, isSameOwner, isSamePhone, sayShare } from './rules.ts';

const part = (start: number, end: number) => ({
  here: { start, end },
  there: { start, end },
  likeness: 0.8,
});
const duplicate = (change: Partial<FoundDuplicate> = {}): FoundDuplicate => ({
  earlierId: 1,
  exact: false,
  earlierAt: new Date(0),
  sameOwner: false,
  share: 0.9,
  confidence: 0.8,
  offset: 0,
  parts: [part(0, 90)],
  ...change,
});
const OPEN = { holdCopies: true, released: false };
const decide = (duplicates: FoundDuplicate[], change: Partial<typeof OPEN> = {}) =>
  decideOnDuplicates(duplicates, { ...OPEN, ...change });

describe('an entry with the recording of an earlier one', () => {
  test('from another phone is held from half of its seconds on, and its score pays for what is shared', () => {
    expect(decide([duplicate({ share: 0.5 })])).toEqual({
      copied: { share: 0.5, ranges: [{ start: 0, end: 90 }] },
      hold: true,
    });
    expect(decide([duplicate({ share: 0.49 })])).toMatchObject({ copied: { share: 0.49 }, hold: false });
    expect(decide([])).toEqual({ copied: null, hold: false });
  });

  test('from the same phone is nobody’s copy, whoever else took it in between', () => {
    const own = duplicate({ earlierId: 1, sameOwner: true });
    expect(decide([own])).toEqual({ copied: null, hold: false });
    expect(decide([duplicate({ earlierId: 2 }), own])).toEqual({ copied: null, hold: false });
    // But an own entry after somebody else’s does not make it one’s own.
    expect(decide([duplicate({ earlierId: 3, sameOwner: true }), duplicate({ earlierId: 2 })]).hold).toBe(
      true,
    );
  });

  test('PT-8 a stranger’s copy cannot make the artist’s own next version one, however little that shares with the first', () => {
    const own = duplicate({ earlierId: 1, sameOwner: true, share: 0.2 });
    expect(decide([own, duplicate({ earlierId: 2 })])).toEqual({ copied: null, hold: false });
    expect(decide([duplicate({ earlierId: 2, isNobodys: true })])).toEqual({ copied: null, hold: false });
    // By when the recording was sent, which for a later version is not when the entry was made.
    const late = { ...own, earlierAt: new Date(2) };
    expect(decide([late, duplicate({ earlierId: 2, earlierAt: new Date(1) })]).hold).toBe(true);
  });

  test('the one with most in common is what the report names', () => {
    const { copied } = decide([
      duplicate({ share: 0.3, parts: [part(0, 30)] }),
      duplicate({ earlierId: 2, share: 0.7, parts: [part(10, 80)] }),
    ]);
    expect(copied).toEqual({ share: 0.7, ranges: [{ start: 10, end: 80 }] });
  });

  test('is left alone where staff released it, or where the campaign does not hold copies', () => {
    expect(decide([duplicate()], { released: true })).toEqual({ copied: null, hold: false });
    expect(decide([duplicate()], { holdCopies: false })).toEqual({ copied: null, hold: false });
  });
});

test('a short stretch may be a shared sample and is not mentioned; a longer one is', () => {
  expect(isWorthMentioning({ share: 0.1, parts: [part(3, 8.9)] })).toBe(false);
  expect(isWorthMentioning({ share: 0.1, parts: [part(3, 9)] })).toBe(true);
  expect(isWorthMentioning({ share: 0.5, parts: [part(0, 4)] })).toBe(true);
});

test('a phone is the same however it was typed', () => {
  const typed = (phoneNumber: string, phoneE164: string | null = null) => ({ phoneNumber, phoneE164 });
  expect(isSamePhone(typed('(202) 555-0142', '+12025550142'), typed('+1 202 555 0142', '+12025550142'))).toBe(
    true,
  );
  expect(isSamePhone(typed('202 555 0142', '+12025550142'), typed('202 555 0142', '+442025550142'))).toBe(
    false,
  );
  expect(isSamePhone(typed('555-01 42'), typed('55501-42'))).toBe(true);
});

test('PT-8 an owner is known by the number or by a browser', () => {
  const entry = (phoneE164: string, ...browsers: string[]) => ({
    phoneE164,
    phoneNumber: phoneE164,
    browsers,
  });
  expect(isSameOwner(entry('+12025550142', 'a'), entry('+12025550142', 'b'))).toBe(true);
  expect(isSameOwner(entry('+12025550142', 'a', 'c'), entry('+12025550143', 'c'))).toBe(true);
  expect(isSameOwner(entry('+12025550142', 'a'), entry('+12025550143', 'b'))).toBe(false);
});

test('a share is said in percent, never as none', () => {
  expect(sayShare({ exact: true, share: 1 })).toBe('This file is');
  expect(sayShare({ exact: false, share: 0.982 })).toBe('98% of this track is');
  expect(sayShare({ exact: false, share: 0.001 })).toBe('1% of this track is');
});
