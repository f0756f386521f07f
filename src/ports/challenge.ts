/** Asks a browser to show that it is one, when signs say that programs are at it. */
import type { ChallengeTask } from '#platform/errors.ts';

export interface Challenge {
  /** Which adapter this is, for logs. */
  readonly provider: string;
  /** A task for whoever wants to do this; `bits` says how hard it is, where that can be chosen. */
  issue(purpose: string, bits: number): ChallengeTask;
  /** Whether the answer is right, for a task of this purpose, and is given for the first time. */
  accept(purpose: string, answer: string): Promise<boolean>;
}
