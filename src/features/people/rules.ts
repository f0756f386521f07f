/** Pure decisions about people and their sessions. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The cookie that carries a session's secret. */
export const SESSION_COOKIE = 'sc_person';
/** A session lasts as long as it is used at least once in this time. */
export const SESSION_MS = 90 * DAY;
/** Its last use is written at most this often. */
export const SEEN_EVERY_MS = DAY;
