/** Privacy: what is stored, who sees it, and how it is deleted. */
import type { Campaign } from '#campaign/document.ts';
import type { LegalDocument } from './copy.ts';

export function writePrivacy({ product, label, support }: Campaign): LegalDocument {
  return {
    title: 'Privacy',
    lead: `What ${product} keeps about you, who can see it, and how to make it go away. No advertising, no trackers, nothing loaded from other companies except the payment form when you pay.`,
    parts: [
      {
        id: 'kept',
        title: 'What is kept',
        blocks: [
          {
            table: {
              head: ['When', 'What', 'Who sees it'],
              rows: [
                ['You send a track', 'Artist name, title, the audio, what was measured in it', 'Everybody'],
                ['You send a track', 'Phone number', 'Staff'],
                [
                  'You send a track',
                  'A fingerprint of the recording',
                  'Nobody; staff see which tracks are the same recording',
                ],
                [
                  'You agree to texts',
                  'That this number may be texted, since when, and where you said so',
                  'You, once signed in',
                ],
                [
                  'Something happens to your track',
                  'A notice: what it was, when, whether you read it',
                  'You; it goes with the track',
                ],
                ['You vote', 'Name, number of votes, date, a Throne comment', 'Everybody'],
                ['You vote', 'Phone number', 'Staff; used to keep to one free vote a day'],
                [
                  'You vote for free',
                  'Digests of your network address and of the cookie below',
                  'Staff, cut short; used to find votes that were made up',
                ],
                [
                  'You sign in',
                  'Phone number, the names of your browsers, the public half of passkeys',
                  'You; the number also staff',
                ],
                [
                  'You buy votes',
                  'Digests of your card and of the cookie below',
                  'Nobody; used to keep to the votes a day allows',
                ],
                [
                  'You pay',
                  'Product, amount, state, the provider’s payment number',
                  'Staff; you, on the receipt',
                ],
                ['You invite somebody', 'Your name, their number, whether the text was sent', 'Staff'],
                ['You write to us', 'What you wrote and your address', 'Staff'],
              ],
            },
          },
          'A real card number never reaches this site: the form belongs to the payment provider. Where a form says test mode it is our own, takes published test numbers only, and a real number must not be typed there.',
        ],
      },
      {
        id: 'cookies',
        title: 'Cookies',
        blocks: [
          {
            list: [
              'sc_browser: a random number with our signature. It makes you the owner of what you upload, keeps your priority ticket, and tells one voter from another. It is set when you open the first page or send something, and lasts a year.',
              'sc_person: your session, once you signed in with your phone number. It lasts 90 days from its last use.',
              'sc_staff: the session of signed-in staff.',
            ],
          },
          'They can be read by this site only, not by scripts. There are no others. Where a copy of the number is stored it is stored as a digest.',
        ],
      },
      {
        id: 'addresses',
        title: 'Network addresses',
        blocks: [
          'To slow down abuse the server counts calls by network address (the first half of it for IPv6) and forgets the count when its window of time is over. With a free vote a digest of the address is kept for as long as the vote is; the address cannot be read from it. Your address itself is not stored, and not written to the log of requests. Those of staff are kept with their sign-ins and with what they did.',
          'A free vote is compared with others by these digests, by the phone number and by the time it came; nothing else of your device is read, neither its make nor its screen or fonts. While very many votes are held or come at once, your browser is asked to work for a moment before a vote with a typed number is taken: it looks for a number, tells us that number, and nothing about itself. If the operator switched on an outside service for this, a widget of that service asks instead, as it would on its own pages. Whoever is signed in is not asked. The form has a field that people cannot see; what programs write into it is not kept, only that they did.',
        ],
      },
      {
        id: 'machines',
        title: 'What machines read',
        blocks: [
          'The analysis runs on our own servers. If the operator switched on an outside service, the audio may be sent to it to write down the words, and the measurements, without your name or number, to put them into sentences. Text written that way is tagged Automated.',
        ],
      },
      {
        id: 'deleting',
        title: 'Deleting',
        blocks: [
          `The owner of a track can delete it on its own page: row, audio, analysis and votes go with it. Records of payments stay as long as tax law asks for. For anything else, a copy of what we hold, or a correction, write to ${support.email} or to ${label}, ${support.postal}.`,
        ],
      },
    ],
  };
}
