import { expect, test } from 'vitest';
import { expiryText, holdText, localLetter, sayFinalRound, spotsText } from './copy-pitch.ts';

test('the popup says the final round is open only while it is', () => {
  const dates = { startsAt: '2027-05-01T00:00:00Z', endsAt: '2027-08-31T00:00:00Z', timeZone: 'UTC' };
  const say = (day: string) => sayFinalRound(dates, 'Rum Line', new Date(day));
  expect(say('2027-04-30T23:59:59Z')).toBe('The final round opens on May 1, 2027');
  expect(say('2027-05-01T00:00:00Z')).toBe('The final round is open for “Rum Line”');
  expect(say('2027-08-31T00:00:00Z')).toBe('The final round ended on August 31, 2027');
});

test('PI-5 the banner’s words follow the live figures', () => {
  expect(expiryText(24 * 3600)).toBe('expires in 24 hours');
  expect(expiryText(24 * 3600 - 1)).toBe('expires in 24 hours');
  expect(expiryText(23 * 3600)).toBe('expires in 23 hours');
  expect(expiryText(3600)).toBe('expires in 60 minutes');
  expect(expiryText(60)).toBe('expires in 1 minute');
  expect(spotsText(3)).toBe('Only 3 discounted spots remaining');
  expect(spotsText(1)).toBe('Only 1 discounted spot remaining');
});

test('PI-4 the local letter names artist, track, label and fee, and promises nothing', () => {
  const letter = localLetter({ artistName: 'Zed', trackTitle: 'Harbour' }, 'Meridian', '$49.99');
  for (const part of ['Zed', 'Harbour', 'Meridian', '$49.99', 'no deal has been made'])
    expect(letter).toContain(part);
});

test('RE-4 the time as m:ss from a minute on, as seconds below', () => {
  expect([600, 61, 60, 59, 2, 1, 0].map(holdText)).toEqual([
    '10:00',
    '1:01',
    '1:00',
    '59 seconds',
    '2 seconds',
    '1 second',
    '0 seconds',
  ]);
});
