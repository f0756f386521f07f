/** The cap on paid votes a day, in words. */
import type { Campaign } from '#campaign/document.ts';
import { sayNumber } from './rules-effect.ts';

export interface Overrun {
  of: 'person' | 'card';
  cap: number;
  /** Bought that day already. */
  used: number;
}

export function sayOverrun({ of, cap, used }: Overrun): string {
  const who = of === 'person' ? 'You' : 'This card';
  return `${who} can buy ${sayNumber(cap)} votes a day, and ${sayNumber(used)} were bought today.`;
}

/** Said before paying; null where there is no cap. */
export function sayCap({ paidPerDay: { person, card } }: Campaign['votes']): string | null {
  if (person === null && card === null) return null;
  const caps = [
    person === null ? null : `${sayNumber(person)} for each person`,
    card === null ? null : `${sayNumber(card)} for each card`,
  ];
  return `Paid votes are limited to ${caps.filter(Boolean).join(' and ')} a day. Anything paid beyond that is refunded.`;
}
