/** What an update is called, and when a meeting is: in the zone it was meant in, and where its reader is. */
import type { UpdateStatus } from './contract.ts';

export const STATUS_WORDS: Record<UpdateStatus, string> = {
  pending: 'Pending',
  contacted: 'Contacted',
  scheduled: 'Meeting Scheduled',
  signed: 'Signed',
  rejected: 'Rejected',
};

/** A moment in the zone it was meant in, named. */
export function sayMeeting(iso: string, timeZone: string | null, locale?: string): string {
  const options = { dateStyle: 'full', timeStyle: 'short', timeZone: timeZone ?? undefined } as const;
  return `${new Date(iso).toLocaleString(locale, options)}${timeZone ? ` (${timeZone})` : ''}`;
}

/** The same moment where the reader is; null where that is the same hour anyway. */
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
