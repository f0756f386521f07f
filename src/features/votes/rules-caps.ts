/** The cap on paid votes a day, in words. */
import type { Campaign } from '#campaign/document.ts';

export interface Overrun {
  of: 'person' | 'card';
  cap: number;
  /** Bought that day already. */
  used: number;
}

const figure = (votes: number) => votes.toLocaleString('en-US');

export function sayOverrun({ of, cap, used }: Overrun): string {
  const who = of === 'person' ? 'You' : 'This card';
  return `${who} can buy ${figure(cap)} votes a day, and ${figure(used)} were bought today.`;
}

/** Said before paying; null where there is no cap. */
export function sayCap({ paidPerDay: { person, card } }: Campaign['votes']): string | null {
  if (person === null && card === null) return null;
  const caps = [
    person === null ? null : `${figure(person)} a person`,
    card === null ? null : `${figure(card)} a card`,
  ];
  return `At most so many paid votes a day: ${caps.filter(Boolean).join(', ')}. What is paid beyond that goes back.`;
}
