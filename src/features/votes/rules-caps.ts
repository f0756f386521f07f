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
    person === null ? null : `${sayNumber(person)} a person`,
    card === null ? null : `${sayNumber(card)} a card`,
  ];
  return `At most so many paid votes a day: ${caps.filter(Boolean).join(', ')}. What is paid beyond that goes back.`;
}
