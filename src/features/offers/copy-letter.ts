/** The letter of the pitch page: every sentence follows from something recorded. */
import type { Campaign } from '#campaign/document.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import type { Offer, RoundRanking } from './contract.ts';

export interface LetterFacts {
  artistName: string;
  trackTitle: string;
  score: number | null;
  ranking: RoundRanking;
  offer: Offer;
  /** The last status staff recorded. */
  recorded: 'pending' | 'contacted' | 'scheduled' | 'signed' | 'rejected' | null;
}

export function composeLetter(campaign: Campaign, facts: LetterFacts): string {
  return [
    `Dear ${facts.artistName},`,
    scoreSentence(facts),
    rankSentence(facts),
    dealSentence(campaign, facts),
    feeSentence(campaign, facts.offer),
    `The A&R team of ${campaign.label}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function scoreSentence({ trackTitle, score }: LetterFacts): string {
  if (score === null) return `Thank you for sending us “${trackTitle}”. Its analysis is not finished yet.`;
  return `Thank you for sending us “${trackTitle}”. We listened to it and it scored ${score} of 100; every point is explained on your results page.`;
}

function rankSentence({ ranking }: LetterFacts): string {
  if (ranking.rank === null || ranking.topPercent === null) return '';
  return `In ${ranking.round} it stands at place ${ranking.rank} of ${ranking.entries}, among the top ${ranking.topPercent}%.`;
}

function dealSentence({ label, celebrity }: Campaign, { recorded, trackTitle }: LetterFacts): string {
  if (recorded === 'signed')
    return `Our team has recorded a label deal with ${label} for “${trackTitle}”. They will go through the contract with you.`;
  if (recorded === 'scheduled')
    return `Our team has scheduled a meeting with you about a label deal with ${label}. Nothing is signed yet.`;
  return `A label deal with ${label} is what the final round decides about, and with it a place beside ${celebrity}. No deal has been made for “${trackTitle}” so far, and paying does not buy one: it enters your track.`;
}

function feeSentence({ prices }: Campaign, offer: Offer): string {
  const standard = formatCents(prices.standardEntry);
  if (offer.state === 'entered')
    return 'Your track is entered in the final round. There is nothing left to pay.';
  if (offer.state !== 'live') return `The fee to enter the final round is ${standard}.`;
  const spots = offer.spotsLeft === 1 ? '1 discounted spot is' : `${offer.spotsLeft} discounted spots are`;
  return `Your discounted fee is ${formatCents(prices.discountedEntry)} instead of ${standard}, until ${sayTime(offer.expiresAt)}. ${spots} left.`;
}

/** 15 November 2026, 14:05 UTC */
export function sayTime(iso: string): string {
  const at = new Date(iso);
  const day = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return `${day}, ${time} UTC`;
}
