/** The invitation form's rules, the same in the browser and on the server. */
import { quoteName } from '#features/sms/rules.ts';
import { looksLikePhone } from '#platform/phone-digits.ts';
import { COPY } from './copy.ts';

export interface InvitationErrors {
  artistName?: string;
  phones: (string | undefined)[];
  none?: string;
  consent?: string;
}

export function checkInvitation(artistName: string, phones: readonly string[], consent: boolean) {
  const wrong = phones.map((phone) => (phone.trim() && !looksLikePhone(phone) ? COPY.phone : undefined));
  const errors: InvitationErrors = {
    artistName: artistName.trim() ? undefined : COPY.name,
    phones: wrong,
    none: phones.some((phone) => phone.trim()) ? undefined : COPY.none,
    consent: consent ? undefined : COPY.consent,
  };
  const refused = Boolean(errors.artistName || errors.none || errors.consent || wrong.some(Boolean));
  return { errors, refused };
}

/** The text itself: begins with our own words, names the sender and carries the way out, as the SMS terms say. */
export const writeInvitation = (invitedBy: string, product: string, link: string): string =>
  `${product}: ${quoteName(invitedBy)} invites you to put your track on the desk. ${link} Reply STOP to end`;
