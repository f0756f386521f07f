/** When a meeting is, for the one who set it and for the one who reads it elsewhere. */
import { expect, test } from 'vitest';
import { sayMeeting, sayMeetingHere } from './rules.ts';

test('FU-2 a meeting is said in the zone it was meant in, and where its reader is when the hour differs', () => {
  const summer = '2027-07-10T19:30:00.000Z';
  expect(sayMeeting(summer, 'America/New_York', 'en-US')).toMatch(
    /July 10, 2027.*3:30.PM \(America\/New_York\)$/,
  );
  expect(sayMeetingHere(summer, 'America/New_York', 'Asia/Tokyo', 'en-US')).toMatch(
    /Sunday, July 11, 2027.*4:30.AM$/,
  );
  expect(sayMeetingHere(summer, 'America/New_York', 'America/Toronto', 'en-US')).toBeNull();
  expect(sayMeetingHere(summer, null, 'America/Toronto', 'en-US')).toBeNull();
});
