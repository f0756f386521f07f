/** The official rules of the contest, written from the campaign and from the constants the server runs on. */

import type { Campaign } from '#campaign/document.ts';
import { MONEY_RULES } from '#features/payments/copy-money-rules.ts';
import { formatCents, isVotes, PRODUCT_IDS } from '#features/payments/rules-catalogue.ts';
import { MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { COPY_SHARE } from '#features/recordings/rules-match.ts';
import { GENRE_CHIPS, UPLOADS_AN_HOUR } from '#features/submissions/limits.ts';
import { REFERRAL_VOTES, REFERRED_PEOPLE } from '#features/votes/limits.ts';
import { sayCap } from '#features/votes/rules-caps.ts';
import { type DocumentPart, type LegalDocument, sayBytes, sayCount, sayMoment } from './copy.ts';
import { priceTable } from './copy-refunds.ts';

export function writeOfficialRules(campaign: Campaign): LegalDocument {
  return {
    title: 'Official rules',
    lead: `How ${campaign.product} is run, from the upload to the last vote. Each of these rules is kept by the server; where a person decides, it says so.`,
    parts: [
      whoRunsIt(campaign),
      entering(campaign),
      frontLane(campaign),
      order(),
      rounds(campaign),
      voting(campaign),
      theEnd(campaign),
      tourPlaces(campaign),
      discount(campaign),
      money(),
      selection(campaign),
      tags(campaign),
      changes(campaign),
    ],
  };
}

function whoRunsIt(campaign: Campaign): DocumentPart {
  const { product, label, celebrity, partner, support } = campaign;
  return {
    id: 'organiser',
    title: 'Who runs it',
    blocks: [
      `${product} is run by ${label}, with ${celebrity}; ${partner.name} distributes. It runs from ${sayMoment(campaign.startsAt, campaign)} to ${sayMoment(campaign.endsAt, campaign)}. All times on this page are those of ${campaign.timeZone.replaceAll('_', ' ')}.`,
      `Questions and complaints: ${support.email}, ${support.hours}. Post: ${support.postal}.`,
      ...(campaign.demo
        ? [
            'This is a demonstration. The people, the companies, the album and the tour on this site are invented, and nothing offered here will be delivered.',
          ]
        : []),
    ],
  };
}

function entering({ holdCopies }: Campaign): DocumentPart {
  return {
    id: 'entering',
    title: 'Sending a track',
    blocks: [
      'Sending a track is free, and so are its score, its notes and its place on the board. No purchase changes any of them.',
      {
        list: [
          `One MP3 up to ${sayBytes(MAX_FILE_BYTES)}. We look inside: a file that is an MP3 in name only is refused.`,
          'An artist name, a title, and a phone number that only staff can see.',
          'It must be yours to send: written and recorded by you, or with the consent of those who did.',
          `You may send more than one track; each is judged alone. One network address can send ${UPLOADS_AN_HOUR} an hour.`,
        ],
      },
      'Whoever uploads owns the submission: that browser, and any other that opens its private link, may retry a failed analysis, correct genre and lyrics, pay for it, and delete it.',
      ...(holdCopies
        ? [
            `If ${100 * COPY_SHARE}% or more of a track was already sent from another phone number, we treat it as a copy: staff listen to both before the public sees it. Its score doesn’t change. Sending your own track again from the same number is fine.`,
          ]
        : []),
      `Deleting a track takes its analysis, its votes and its audio off the site too. Payments stay in the books; see [refunds](/refunds). Staff may remove a track that isn’t the sender’s or that breaks the law.`,
    ],
  };
}

function frontLane({ priorityMinutes }: Campaign): DocumentPart {
  return {
    id: 'front-lane',
    title: 'The countdown and the front lane',
    blocks: [
      `Open the first page and your browser gets one ticket a round, good for ${sayCount(priorityMinutes, 'minute')}. A track sent in that time is heard before those without a ticket. That is all it does: it adds no points and reserves no prize.`,
      'The server keeps the time. Reloading, opening a second tab or changing your clock won’t renew a ticket. When time is up the page says CLOSED; the form still works, and your track waits in the normal lane, first come, first heard.',
    ],
  };
}

function order(): DocumentPart {
  return {
    id: 'order',
    title: 'How tracks are ordered',
    blocks: [
      'The leaderboard: higher score first; if two are equal, the one sent earlier. Votes, and so money, never move it. Choosing a genre, searching or turning a page never changes a rank.',
      'The fan battle: more votes first; if two are equal, the higher score; then the earlier track.',
      `Scores come from the method on [the method page](/method). Genres on the board are ${GENRE_CHIPS.join(', ')}; a track outside them keeps its own.`,
    ],
  };
}

function rounds(campaign: Campaign): DocumentPart {
  return {
    id: 'rounds',
    title: 'Rounds',
    blocks: [
      {
        table: {
          head: ['Round', 'Begins', 'Ends'],
          rows: campaign.rounds.map((round) => [
            round.name,
            sayMoment(round.startsAt, campaign),
            sayMoment(round.endsAt, campaign),
          ]),
        },
      },
      'A track belongs to the round in which it was sent. Its place in a round is its place among the analysed tracks of that round, and "TOP n%" is 100 × place ÷ entries, rounded up.',
    ],
  };
}

const PROOF_RULES: Record<Campaign['votes']['proof'], string> = {
  off: 'Whether the number was proven makes no difference to the count.',
  shown:
    'Votes of proven numbers and of typed ones both count and are shown apart; a proven one takes the place of a typed one.',
  required:
    'It counts once the number is proven; a vote with a typed number waits for that until the end of the day.',
};

function voting(campaign: Campaign): DocumentPart {
  const { prices, votingDays, votes } = campaign;
  const samePrice = prices.votesMedium === prices.votesMediumSimple;
  return {
    id: 'voting',
    title: 'Voting',
    blocks: [
      `A voting page takes votes for ${sayCount(votingDays, 'day')} after the track was analysed. A track with paid distribution takes them until the campaign ends on ${sayMoment(campaign.endsAt, campaign)}. The closing date stands on the page, at the upload and before each purchase.`,
      {
        list: [
          `Free: one vote per phone number, track and day. ${PROOF_RULES[votes.proof]}`,
          `Naming ${REFERRED_PEOPLE} artists with different numbers adds ${REFERRAL_VOTES} votes, if all of them agreed to be texted. They count once one of the three follows the link or proves the number; whoever is signed in can name neither themselves nor whoever brought them here.`,
          'Paid votes count as soon as the payment provider confirms the payment: once per payment, as many as the package holds.',
          sayCap(votes) ?? 'There is no limit to the votes one person or card can buy.',
          'Votes bought after the page closed are refunded in full and not counted.',
          'Staff may remove made-up votes: those of bots, or with the numbers of people who know nothing about it.',
        ],
      },
      samePrice
        ? priceTable(
            campaign,
            PRODUCT_IDS.filter((id) => isVotes(id) && id !== 'votesMediumSimple'),
          )
        : priceTable(campaign, PRODUCT_IDS.filter(isVotes), {
            votesMedium: ', on the main vote page',
            votesMediumSimple: ', on the simple vote page',
          }),
    ],
  };
}

function theEnd(campaign: Campaign): DocumentPart {
  return {
    id: 'end',
    title: 'The end: final standings',
    blocks: [
      `On ${sayMoment(campaign.endsAt, campaign)} the fan battle freezes. Votes, ranks and the scores that settle ties stay as they are then, and the pages go on showing them. What happens afterwards is kept on record and moves nobody:`,
      {
        list: [
          'Free votes, referrals and new payments for votes are refused, whether or not the track is distributed.',
          'Votes whose money was taken before the end are counted, however late the payment provider tells us. Money taken after it, even for a payment begun before, is refunded in full and counts for nothing.',
          'Votes still held for a check are not counted. Staff can no longer release or void one.',
          'A refund or a lost dispute gives the money back and makes the votes void on their receipt. The final standings keep the number they had; the vote page says how many of its votes this concerns, and staff see it with the payment.',
          'Five votes for a referral whose message turns out undeliverable become void in the same way. Before the end they are taken back.',
          'A track sent before the end and analysed after it takes the place it has earned; one sent afterwards is scored, but not ranked. A new analysis changes a score, not a place.',
          'Only a track that is deleted or taken off the site leaves the standings, and those below it move up.',
        ],
      },
    ],
  };
}

function tourPlaces(campaign: Campaign): DocumentPart {
  const { places, holdSeconds, payingHoldMinutes, prices } = campaign;
  return {
    id: 'tour',
    title: 'Tour places',
    blocks: [
      `There are ${sayCount(places.tour, 'tour place')}. Entry costs ${formatCents(prices.tourEntry)}, once. The server never gives out more places than there are, however many people pay at the same moment.`,
      `When the owner of a track opens its results, one place is held for ${sayCount(holdSeconds, 'second')}. Only the owner, or whoever has the track’s private link, can hold one. Starting to pay extends the hold to ${sayCount(payingHoldMinutes, 'minute')}, and the page says so. A hold that runs out is released; 'Hold again' takes another place if one is free.`,
      'A payment that arrives after the hold still gets a place if there is one, and is refunded at once if there is none.',
    ],
  };
}

function discount(campaign: Campaign): DocumentPart {
  const { prices, discountHours, places } = campaign;
  const off = Math.round((1 - prices.discountedEntry / prices.standardEntry) * 100);
  return {
    id: 'discount',
    title: 'The discounted entry',
    blocks: [
      `Entry to the final round costs ${formatCents(prices.standardEntry)}. A track may get one offer, ever, at ${formatCents(prices.discountedEntry)} (${off}% off). It ends ${sayCount(discountHours, 'hour')} after it was first issued; opening or copying the link again does not restart it.`,
      `There are ${sayCount(places.discounted, 'discounted spot')}. One is taken when a payment succeeds and is never sold again. When the time is up or the spots are gone, the price is ${formatCents(prices.standardEntry)} again, on the page and in the charge.`,
    ],
  };
}

function money(): DocumentPart {
  return {
    id: 'money',
    title: 'Money: late, twice, and back',
    blocks: [
      { list: MONEY_RULES.map(({ title, text }) => `${title}. ${text}`) },
      'Prices and how to ask for a refund: [refunds](/refunds).',
    ],
  };
}

function selection(campaign: Campaign): DocumentPart {
  const { celebrity, label, album, tour } = campaign;
  return {
    id: 'selection',
    title: 'Selection and prizes',
    blocks: [
      `The prize is a chance to be featured on ${celebrity}'s album (${album.name}: ${album.releasing}) and to join the tour (${tour.name}: ${tour.start}). People at ${label} choose, from what they hear on the board; no score, vote count or payment wins by itself.`,
      'A page says that a track or an album was selected only once staff recorded it. Before that it says that it is under review.',
    ],
  };
}

function tags({ demo }: Campaign): DocumentPart {
  return {
    id: 'tags',
    title: 'What is not real says so',
    blocks: [
      'Small tags stand beside whatever is not measured, earned or written by a person: Sample (an example), Simulation (an illustration with invented rivals), Demo (made up for a demonstration), Automated (written by a machine from the measurements).',
      demo
        ? 'A claim about results, ratings or people shows the reason it holds, or the tag Sample.'
        : 'A claim about results, ratings or people is shown only with the reason it holds.',
    ],
  };
}

function changes({ support }: Campaign): DocumentPart {
  return {
    id: 'changes',
    title: 'Changes',
    blocks: [
      `These rules are printed from the settings the site runs on: when a date, a price or a number of places changes, this page changes with it. What was bought before keeps the rule it was bought under. Ask ${support.email} for the text of an earlier day.`,
    ],
  };
}
