/** Pure decisions about staff sessions and sign-ins. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The cookie that carries a session's secret. */
export const SESSION_COOKIE = 'sc_staff';

/** A session ends after 12 hours whatever happens, and after 2 without use. */
export const SESSION_HOURS = 12;
export const SESSION_MS = SESSION_HOURS * HOUR;
export const IDLE_MS = 2 * HOUR;

/** The secret in the cookie is exchanged this often, so that a stolen one is soon worthless. */
export const ROTATE_AFTER_MS = 15 * MINUTE;
/** Requests that were under way during the exchange still carry the old one. */
export const ROTATION_GRACE_MS = MINUTE;
/** Being seen is written at most this often. */
export const SEEN_EVERY_MS = MINUTE;

/** Tries that cost nothing; each one after that doubles the wait. */
const FREE_TRIES = { account: 5, address: 8 } as const;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = { account: 5 * MINUTE, address: 15 * MINUTE } as const;
/** Failures older than this are forgotten. */
export const FORGET_FAILURES_MS = 24 * HOUR;

export type FailureKind = keyof typeof FREE_TRIES;

/** Milliseconds until the next try is heard, after so many failures in a row. */
export function waitAfter(failures: number, kind: FailureKind): number {
  const over = failures - FREE_TRIES[kind];
  if (over < 0) return 0;
  return Math.min(LONGEST_WAIT_MS[kind], FIRST_WAIT_MS * 2 ** Math.min(over, 20));
}

export type SecretUse = 'current' | 'rotate' | 'late' | 'lost-answer' | 'replayed';

export interface SessionTimes {
  rotatedAt: Date;
  secretSeen: boolean;
}

/** What it means that a browser sent this secret of a session. */
export function classifySecret(
  isCurrent: boolean,
  { rotatedAt, secretSeen }: SessionTimes,
  now: Date,
): SecretUse {
  const age = now.getTime() - rotatedAt.getTime();
  if (isCurrent) return age >= ROTATE_AFTER_MS ? 'rotate' : 'current';
  if (age <= ROTATION_GRACE_MS) return 'late';
  // The answer that carried the new secret never arrived: the browser cannot know better.
  return secretSeen ? 'replayed' : 'lost-answer';
}
