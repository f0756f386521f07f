/** Statuses in words, and when a meeting is: in the zone it was set in, and in the reader's. */
import type { UpdateStatus } from './contract.ts';

/** Where the artist reads what staff wrote. */
export const MESSAGES_PATH = '/my-tracks#messages';

export const STATUS_WORDS: Record<UpdateStatus, string> = {
  pending: 'Pending',
  contacted: 'Contacted',
  scheduled: 'Meeting Scheduled',
  signed: 'Signed',
  rejected: 'Rejected',
};

/** A meeting in the zone it was set in, with the zone's name. */
export function sayMeeting(iso: string, timeZone: string | null, locale?: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone ?? undefined } as const;
  return `${new Date(iso).toLocaleString(locale, options)}${timeZone ? ` (${timeZone})` : ''}`;
}

/** The same meeting in the reader's zone; null when the clocks agree. */
export function sayMeetingHere(
  iso: string,
  timeZone: string | null,
  here = Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale?: string,
): string | null {
  const meant = sayMeeting(iso, timeZone ?? here, locale).replace(/ \([^)]*\)$/, '');
  const local = sayMeeting(iso, here, locale).replace(/ \([^)]*\)$/, '');
  return meant === local ? null : local;
}
