/** How much work an unproven vote costs: none, until signs of programs are up, and more the more was held. */
import type { FraudLimits } from '#campaign/fraud-limits.ts';

/** Zero bits to be found: one more is twice the work. */
const BITS_FROM = 17;
const BITS_MAX = 19;

export interface VoteSigns {
  /** Unproven votes held within the last half hour. */
  held: number;
  /** The settings ask for work from everybody, or very many votes came within a minute. */
  always: boolean;
}

export function workBits(
  { held, always }: VoteSigns,
  { challengeFromHeld }: Pick<FraudLimits, 'challengeFromHeld'>,
): number {
  const steps = Math.floor(Math.log2(held / challengeFromHeld));
  if (steps >= 0) return Math.min(BITS_FROM + steps, BITS_MAX);
  return always ? BITS_FROM : 0;
}
