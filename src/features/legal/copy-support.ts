/** Support: who answers, and the questions that come most often. */

import type { Campaign } from '#campaign/document.ts';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { type LegalDocument, sayBytes, sayCount } from './copy.ts';

export function writeSupport(campaign: Campaign): LegalDocument {
  const { support, label, votingDays, priorityMinutes } = campaign;
  return {
    title: 'Support',
    lead: `${support.email} is read by people at ${label}, ${support.hours}.`,
    parts: [
      {
        id: 'upload',
        title: 'My upload was refused',
        blocks: [
          `We take MP3s up to ${sayBytes(MAX_FILE_BYTES)}, and we look inside: a renamed WAV or M4A won’t pass. Export as MP3 at 320 kbit/s or less. Four minutes at 320 kbit/s come to about 9.2 MB.`,
        ],
      },
      {
        id: 'failed',
        title: 'The analysis failed',
        blocks: [
          'The track’s page says why. Usually the file was cut short while it was exported or sent: export it again and upload that. If the fault is ours, press the retry button; you don’t have to send anything again.',
        ],
      },
      {
        id: 'lost',
        title: 'I lost my track’s page',
        blocks: [
          'It is in [My tracks](/my-tracks) on the browser you uploaded with. On another device, sign in with the phone number you gave, or open the private link you were shown after the upload; it works for 30 days and can be renewed. If you have neither, write to us and tell us the phone number you gave.',
        ],
      },
      {
        id: 'closed',
        title: 'The countdown says CLOSED',
        blocks: [
          `Your ${sayCount(priorityMinutes, 'minute')} in the front lane are up for this round. The form still works, and the score is the same in either lane. See the [rules](/rules#front-lane).`,
        ],
      },
      {
        id: 'voting',
        title: 'Voting closed on my page',
        blocks: [
          `Voting is open for ${sayCount(votingDays, 'day')} after your track is analysed. With distribution it stays open until the campaign ends. See the [rules](/rules#voting).`,
        ],
      },
      {
        id: 'money',
        title: 'I paid and nothing happened',
        blocks: [
          'Open the receipt you got after paying. If it says the payment is processing, your bank hasn’t answered yet; we hear from it even if you close the window. If nothing has changed after an hour, write to us. See [refunds](/refunds).',
        ],
      },
      {
        id: 'texts',
        title: 'I was invited and don’t want to be',
        blocks: ['Reply STOP to the text and you won’t get another. See the [SMS terms](/sms-terms).'],
      },
      { id: 'post', title: 'By post', blocks: [support.postal] },
    ],
  };
}
