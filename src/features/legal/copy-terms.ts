/** Terms of use and the SMS terms. */

import type { Campaign } from '#campaign/document.ts';
import { MOST_PHONES } from '#features/invitations/limits.ts';
import { NIGHT, SILENT_DAYS } from '#features/sms/rules.ts';
import { REFERRED_PEOPLE } from '#features/votes/limits.ts';
import { TEXTS_A_WEEK } from '#platform/text-limits.ts';
import { type LegalDocument, sayCount, sayMoment } from './copy.ts';

export function writeTerms(campaign: Campaign): LegalDocument {
  const { product, label, support } = campaign;
  return {
    title: 'Terms',
    lead: `The agreement between you and ${label} when you use ${product}. Short, because the [official rules](/rules) say the rest.`,
    parts: [
      {
        id: 'your-music',
        title: 'Your music stays yours',
        blocks: [
          'You keep every right in what you send. You allow us to store it, analyse it, and play it to visitors of this site for as long as it is here; deleting it ends that. Anything more, a release, a feature, a place on a stage, is a separate agreement in writing.',
          'By sending a track you confirm that it is yours to share. If somebody shows that it is not, the track comes down.',
        ],
      },
      {
        id: 'scores',
        title: 'What a score is',
        blocks: [
          'A score is a measurement of the file by a published method. It says how finished a recording is. It does not predict success, and it is no advice to spend money.',
        ],
      },
      {
        id: 'fair-use',
        title: 'Playing fair',
        blocks: [
          {
            list: [
              'No made-up votes, no phone numbers of people who did not agree, no bots that vote or upload.',
              'No attempt to reach other people’s submissions, staff pages or data.',
              'Nothing unlawful or hateful in names, titles, comments or music.',
            ],
          },
          'Staff may remove what breaks these rules. Each removal is recorded, with the reason.',
        ],
      },
      {
        id: 'buying',
        title: 'Buying',
        blocks: [
          'You see the price before you pay, and that is what you are charged. For everything that can go wrong there is a rule: see [refunds](/refunds). Whatever a person has to deliver becomes an order, and your receipt shows how it is going.',
        ],
      },
      {
        id: 'end',
        title: 'When it ends',
        blocks: [
          `The campaign ends on ${sayMoment(campaign.endsAt, campaign)} (${campaign.timeZone}). Voting stops then. Consumer law where you live protects you, whatever is written here. Questions: ${support.email}.`,
        ],
      },
    ],
  };
}

/** 'Germany, Austria and Norway' rather than codes. */
function sayCountries(codes: readonly string[]): string {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return new Intl.ListFormat('en-GB').format(codes.map((code) => names.of(code) ?? code));
}

export function writeSmsTerms(campaign: Campaign): LegalDocument {
  const { product, support, countries } = campaign;
  return {
    title: 'SMS terms',
    lead: `When ${product} sends a text message, to whom, and how to stop it for good.`,
    parts: [
      {
        id: 'when',
        title: 'When a text is sent',
        blocks: [
          {
            list: [
              `An artist invites up to ${MOST_PHONES} others, and confirms that each of them agreed to be texted.`,
              `A fan names ${REFERRED_PEOPLE} artists for free votes, with the same confirmation.`,
              'You agreed, where you gave your number, to be told that your report is ready, that staff wrote to you or that an order moved; and, if you ask for it, that somebody overtook you, at most once a day.',
              'Staff answer about a track or an album to the number it was sent with.',
            ],
          },
          'Without that confirmation nothing is stored and nothing is sent. Numbers are never sold, passed on, or used for advertising.',
        ],
      },
      {
        id: 'what',
        title: 'What is in it',
        blocks: [
          `Every text names ${product} and who asked for it, carries a link to this site (those you agreed to, a second one that switches them off), and the words "Reply STOP to end".`,
          'A code to sign in is a text of its own: it goes to the number somebody typed on the sign-in page, holds six digits and no offer, and none of us will ever ask you for it.',
          'One invitation is one text. Your carrier may charge you for receiving it; we charge nothing.',
        ],
      },
      {
        id: 'stop',
        title: 'STOP',
        blocks: [
          'Reply STOP and no further text goes to your number, whoever asks for it and for whichever artist. Reply START to allow texts again, HELP for an address to write to.',
          `No phone at hand? Write to ${support.email} from anywhere and name the number.`,
        ],
      },
      {
        id: 'where',
        title: 'Where',
        blocks: [
          `We text numbers in these countries only: ${sayCountries(countries)}.`,
          `Nobody is texted between ${NIGHT.from}:00 and ${NIGHT.to}:00, by the clock of their number’s country: what is asked for at night goes out in the morning. A number gets only a few texts a week (${TEXTS_A_WEEK} unless the operator set another limit). Sign-in codes do not count towards that: they go out when asked for, at most one a minute and ten a day.`,
          `A number that never answers is erased after ${sayCount(SILENT_DAYS, 'day')}. The link of an invitation to join opens a page where you can stop further texts or have your number erased at once.`,
        ],
      },
    ],
  };
}
