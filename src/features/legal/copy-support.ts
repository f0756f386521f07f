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
        title: 'My upload is refused',
        blocks: [
          `The site takes MP3 files of at most ${sayBytes(MAX_FILE_BYTES)}, and looks inside them: a renamed WAV or M4A is not one. Export as MP3, 320 kbit/s or less. A four-minute song at 320 kbit/s has about 9.2 MB.`,
        ],
      },
      {
        id: 'failed',
        title: 'The analysis failed',
        blocks: [
          'The page of the track says why. Mostly the file was cut off while it was made or sent: export it again and upload it anew. If the reason is ours, press the retry button; nothing has to be sent again.',
        ],
      },
      {
        id: 'lost',
        title: 'I lost the page of my track',
        blocks: [
          'The browser you uploaded with still owns it: it is in [My tracks](/my-tracks). On another device, sign in there with the phone number you gave, or open the private link that was shown after the upload; it works for 30 days and can be renewed. Without either, write to us and name the phone number you gave.',
        ],
      },
      {
        id: 'closed',
        title: 'The countdown says CLOSED',
        blocks: [
          `Your ${sayCount(priorityMinutes, 'minute')} in the front lane are over for this round. The form works as before, and the score is the same in either lane; see the [rules](/rules#front-lane).`,
        ],
      },
      {
        id: 'voting',
        title: 'Voting closed on my page',
        blocks: [
          `A voting page is open for ${sayCount(votingDays, 'day')} after the analysis, and until the end of the campaign with distribution; see the [rules](/rules#voting).`,
        ],
      },
      {
        id: 'money',
        title: 'I paid and see nothing',
        blocks: [
          'Open the receipt you were led to after paying. If it says that the payment is processing, your bank has not answered yet; the site hears of it by itself, even when the window is closed. If an hour later nothing has changed, write to us. See [refunds](/refunds).',
        ],
      },
      {
        id: 'texts',
        title: 'Somebody invited me and I do not want that',
        blocks: ['Reply STOP to the text: no other will come. See the [SMS terms](/sms-terms).'],
      },
      { id: 'post', title: 'By post', blocks: [support.postal] },
    ],
  };
}
