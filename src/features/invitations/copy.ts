/** Sentences that both sides say. */
import { MOST_PHONES } from './limits.ts';

export const COPY = {
  name: 'Your artist name is required',
  phone: 'Please enter a valid phone number',
  none: 'Please provide at least one valid phone number',
  many: `You can invite up to ${MOST_PHONES} artists at a time`,
  consent:
    'Confirm that each person agreed to be contacted. Without that nothing is stored and nothing is sent.',
  someTitle: "Some invitations couldn't be sent",
  some: 'Please check the phone numbers and try again.',
  unableTitle: 'Unable to send invitations',
  unable: "We couldn't send your messages. Please try again or use different phone numbers.",
} as const;
