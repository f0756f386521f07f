/** Words of the pitch page and the tour panel that follow from live figures. */
import type { Campaign } from '#campaign/document.ts';
import { sayDate } from '#campaign/rounds.ts';

/** What the popup may say about the final round on this day. */
export function sayFinalRound(
  { startsAt, endsAt, timeZone }: Pick<Campaign, 'startsAt' | 'endsAt' | 'timeZone'>,
  trackTitle: string,
  now: Date,
): string {
  if (now < new Date(startsAt)) return `The final round opens on ${sayDate(new Date(startsAt), timeZone)}`;
  if (now >= new Date(endsAt)) return `The final round ended on ${sayDate(new Date(endsAt), timeZone)}`;
  return `The final round is open for “${trackTitle}”`;
}

/** 'expires in 24 hours', then minutes in the last hour. */
export function expiryText(seconds: number): string {
  const count = (value: number, unit: string) => `expires in ${value} ${unit}${value === 1 ? '' : 's'}`;
  return seconds > 3600 ? count(Math.ceil(seconds / 3600), 'hour') : count(Math.ceil(seconds / 60), 'minute');
}

/** 'Only 3 discounted spots remaining' */
export function spotsText(spots: number): string {
  return `Only ${spots} discounted spot${spots === 1 ? '' : 's'} remaining`;
}

/** When the letter cannot be read: only what the page itself knows. */
export function localLetter(
  track: { artistName: string; trackTitle: string },
  label: string,
  price: string,
): string {
  return [
    `Dear ${track.artistName},`,
    `Thank you for sending us “${track.trackTitle}”. The final round decides on a label deal with ${label}; no deal has been made so far.`,
    `The fee to enter it is ${price}. You will find the payment below.`,
  ].join('\n\n');
}

/** 'm:ss' from a minute on, 'N seconds' below. */
export function holdText(seconds: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
