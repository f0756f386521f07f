/** Sentences that both sides say. */
import { COMMENT_MAX } from './limits.ts';

export const COPY = {
  missing: 'Please provide your name and phone number.',
  phone: 'Please enter a valid phone number',
  distinct: 'Phone numbers must be unique',
  people: 'Please enter the names and phone numbers of three artists',
  consent:
    'Confirm that all three agreed to be contacted. Without that nothing is stored and nothing is sent.',
  repeat: 'This phone number has already voted for this track today. You can vote again tomorrow.',
  taken: 'The vote of this number for today is in. A number counts once a track and a day.',
  unproven: 'Your vote waits: prove your phone number today, on this device, and it counts.',
  notYourVote: 'Only whoever cast this vote can change the name beside it.',
  package: 'There is no such vote package.',
  commentLong: `The comment can have at most ${COMMENT_MAX} characters.`,
  referred: 'At least one of these people was already referred for this track. Please name three others.',
  referralsFailed: 'Failed to submit referrals. Please try again.',
  notPaid: 'The payment provider has not confirmed this payment.',
  otherPayment: 'This payment is not for votes for this track.',
  otherPackage: 'This payment is for another vote package.',
  held: 'Your vote is pending: it is checked before it counts.',
  counted: 'Your vote has been counted.',
  lapsed: 'The votes are void; the final standings stay as they were at the end.',
  frozen: 'The campaign is over and its standings are final.',
  referralWaits: 'They count as soon as one of the three follows the link or proves the number.',
  ownNumber: 'Your own number is among the three. Please name three others.',
  circle: 'One of these people invited you, directly or through others. Please name three others.',
  capRefund: 'This was more than the paid votes a day allows, so the whole amount goes back.',
  lateRefund: 'Voting for this track had closed when this was paid, so the whole amount goes back.',
} as const;
