/** Pure decisions about staff sessions and sign-ins. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The cookie that carries a session's secret. */
export const SESSION_COOKIE = 'sc_staff';

/** A session ends after 12 hours, or after 2 without use. */
export const SESSION_HOURS = 12;
export const SESSION_MS = SESSION_HOURS * HOUR;
export const IDLE_MS = 2 * HOUR;

/** The secret in the cookie is rotated this often, so a stolen one is soon worthless. */
export const ROTATE_AFTER_MS = 15 * MINUTE;
/** Requests already under way during a rotation still carry the old secret. */
export const ROTATION_GRACE_MS = MINUTE;
/** A session's last use is written at most this often. */
export const SEEN_EVERY_MS = MINUTE;

/** The cookie by which the device of somebody who signed in before is known. */
export const DEVICE_COOKIE = 'sc_staff_device';
export const DEVICE_MS = 180 * 24 * HOUR;

/** Tries without a wait; each one after that doubles it. A known device counts for itself, whatever others try. */
const FREE_TRIES = { account: 5, device: 5, address: 8 } as const;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = { account: 5 * MINUTE, device: 5 * MINUTE, address: 15 * MINUTE } as const;
/** Older failures no longer count. */
export const FORGET_FAILURES_MS = 24 * HOUR;

export type FailureKind = keyof typeof FREE_TRIES;

/** How long the next attempt has to wait after this many in a row that did not get in, in milliseconds. */
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

/** What to make of the secret a browser sent. */
export function classifySecret(
  isCurrent: boolean,
  { rotatedAt, secretSeen }: SessionTimes,
  now: Date,
): SecretUse {
  const age = now.getTime() - rotatedAt.getTime();
  if (isCurrent) return age >= ROTATE_AFTER_MS ? 'rotate' : 'current';
  if (age <= ROTATION_GRACE_MS) return 'late';
  // If the new secret was never seen, the answer that carried it got lost: the browser is not to blame.
  return secretSeen ? 'replayed' : 'lost-answer';
}
