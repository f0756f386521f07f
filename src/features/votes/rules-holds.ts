/** Why votes are held, as a choice: each is known by words of its own in the reason (rules-fraud.ts). */
import type { HoldCause } from './limits.ts';

export const HOLD_WORDS: Record<HoldCause, string> = {
  device: 'same device',
  network: 'same network',
  rush: 'at once',
  sequential: 'in a row',
  'made-up': 'made up',
  rented: 'rented',
  unassigned: 'not been given out',
  program: 'as programs do',
};
