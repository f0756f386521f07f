/** The pipeline in words. */
import type { Stage } from './contract.ts';

export const STAGE_WORDS: Record<Stage, string> = {
  contacted: 'Contacted',
  meeting: 'Meeting',
  offer: 'Offer',
  contract: 'Contract',
  signed: 'Signed',
  declined: 'Declined',
};

/** 'a day' where it took less or hardly more: nobody answers within 0 days. */
export const sayDays = (days: number): string => (days <= 1 ? 'a day' : `${days} days`);
