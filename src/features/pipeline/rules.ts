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
