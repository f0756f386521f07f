import { expect, test } from 'vitest';
import { expiryText, holdText, localLetter, spotsText } from './copy-pitch.ts';

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
