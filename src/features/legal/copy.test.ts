/** HON-7: the pages say what the code does. Every number in them is read from the campaign or from the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Campaign, campaignSchema } from '#campaign/document.ts';
import { PAGES } from '#campaign/page-list.ts';
import { MONEY_RULES } from '#features/payments/copy-money-rules.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { SHEET } from '#features/scoring/rules-sheet.ts';
import { type LegalDocument, plainText, sayMoment } from './copy.ts';
import { writeMethod } from './copy-method.ts';
import { writeOfficialRules } from './copy-official-rules.ts';
import { writePrivacy } from './copy-privacy.ts';
import { writeRefunds } from './copy-refunds.ts';
import { writeSupport } from './copy-support.ts';
import { writeSmsTerms, writeTerms } from './copy-terms.ts';

const demo = campaignSchema.parse(JSON.parse(readFileSync('campaigns/demo.json', 'utf8')));
const WRITERS: Record<string, (campaign: Campaign) => LegalDocument> = {
  rules: writeOfficialRules,
  method: writeMethod,
  refunds: writeRefunds,
  privacy: writePrivacy,
  terms: writeTerms,
  'sms-terms': writeSmsTerms,
  support: writeSupport,
};

test('HON-7 the rules state every number of the campaign they depend on, and follow a change', () => {
  const changed: Campaign = {
    ...demo,
    votingDays: 17,
    priorityMinutes: 11,
    holdSeconds: 77,
    payingHoldMinutes: 13,
    discountHours: 41,
    places: { tour: 123, discounted: 9 },
    prices: {
      ...demo.prices,
      tourEntry: 3777,
      standardEntry: 6000,
      discountedEntry: 4500,
      votesThrone: 7131,
    },
    endsAt: '2028-02-03T12:34:00-05:00',
  };
  const before = plainText(writeOfficialRules(demo));
  const after = plainText(writeOfficialRules(changed));
  for (const words of [
    'for 17 days after',
    'good for 11 minutes',
    'held for 77 seconds',
    'hold to 13 minutes',
    'ends 41 hours after',
    '123 tour places',
    '9 discounted spots',
    '$37.77',
    '$45.00 (25% off)',
    '$71.31',
    'February 3, 2028, 12:34',
  ]) {
    expect(after).toContain(words);
    expect(before).not.toContain(words);
  }
  expect(before).toContain('$49.99');
  expect(before).toContain('(40% off)');
});

test('HON-7 limits come from the code that keeps them', () => {
  const limit = `${MAX_FILE_BYTES / 1024 / 1024} MB`;
  expect(plainText(writeOfficialRules(demo))).toContain(`up to ${limit}`);
  expect(plainText(writeSupport(demo))).toContain(`up to ${limit}`);
});

test('HON-7 the refunds page lists every price that is no vote package', () => {
  const text = plainText(writeRefunds(demo));
  for (const [name, cents] of Object.entries(demo.prices))
    if (!name.startsWith('votes')) expect(text, name).toContain(formatCents(cents));
});

test('HON-7 the written rules of money stand on both pages as the payments code has them', () => {
  for (const { id, text } of MONEY_RULES) {
    expect(plainText(writeOfficialRules(demo)), id).toContain(text);
    if (id !== 'price') expect(plainText(writeRefunds(demo)), id).toContain(text);
  }
});

test('HON-7 the method page is printed from the score sheet: every category with its share', () => {
  const text = plainText(writeMethod(demo));
  for (const category of SHEET) expect(text).toContain(category.title);
  expect(text).toContain('floor(75 + raw / 100 × 25), so raw 60 shows as 90');
  expect(text).toContain('floor(80 + raw / 100 × 18), so raw 60 shows as 90');
});

test('SH-3 HON-7 every page has parts with their own addresses, and links only to pages that exist', () => {
  const pages = new Map(Object.entries(WRITERS).map(([name, write]) => [`/${name}`, write(demo)]));
  for (const [path, document] of pages) {
    const ids = document.parts.map(({ id }) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
    expect(ids.length, path).toBeGreaterThan(2);
    for (const [, to, hash] of plainText(document).matchAll(/\]\((\/[^)#\s]*)(?:#([\w-]+))?\)/g)) {
      const target = pages.get(to);
      expect(target !== undefined || PAGES.some((page) => page.path === to), `${path} links to ${to}`).toBe(
        true,
      );
      if (hash)
        expect(
          target?.parts.map(({ id }) => id),
          `${path} links to ${to}#${hash}`,
        ).toContain(hash);
    }
  }
});

test('HON-7 the privacy page names what a free vote and a recording leave behind', () => {
  const text = plainText(writePrivacy(demo));
  expect(text).toContain('Digests of your network address and of the cookie');
  expect(text).toContain('A fingerprint of the recording');
  expect(text).toContain('your browser is asked to work for a moment');
  expect(text).toContain('nothing else of your device is read');
});

test('HON-7 a copy is told in the rules only where copies are held', () => {
  expect(plainText(writeOfficialRules(demo))).toContain('50% or more of a track was already sent');
  expect(plainText(writeOfficialRules({ ...demo, holdCopies: false }))).not.toContain('taken for a copy');
});

test('HON-5 one name at two prices says on which page each is; at one price it stands once', () => {
  const text = plainText(writeOfficialRules(demo));
  expect(text).toContain('40 votes, on the main vote page');
  expect(text).toContain('40 votes, on the simple vote page');
  const prices = { ...demo.prices, votesMediumSimple: demo.prices.votesMedium };
  expect(plainText(writeOfficialRules({ ...demo, prices })).match(/40 votes/g)).toHaveLength(1);
});

test('HON-1 a demo says in its rules that nothing is delivered; a live campaign does not', () => {
  expect(plainText(writeOfficialRules(demo))).toContain('This is a demonstration');
  expect(plainText(writeOfficialRules({ ...demo, demo: false }))).not.toContain('This is a demonstration');
});

test('a moment is written in the time zone of the campaign', () => {
  expect(sayMoment('2027-07-01T00:00:00-04:00', { timeZone: 'America/New_York' })).toBe(
    'July 1, 2027, 00:00',
  );
  expect(sayMoment('2027-07-01T00:00:00-04:00', { timeZone: 'Europe/Berlin' })).toBe('July 1, 2027, 06:00');
});
