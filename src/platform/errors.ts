/** The one error model: a code, its status, and a sentence a person can act on. */

export const ERROR_STATUS = {
  invalid: 400,
  unauthorised: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  closed: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  not_audio: 422,
  challenge: 428,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * What a browser has to do before its call is taken. work: find a number so that SHA-256 over `token.number` begins with so
 * many zero bits. widget: let another house's script ask its visitor. Either answer goes into the header x-challenge.
 */
export type ChallengeTask =
  | { kind: 'work'; token: string; bits: number }
  | { kind: 'widget'; siteKey: string; script: string };

export interface ErrorDetails {
  /** Field name → sentence. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** A finer word a client may branch on, e.g. why a file is no MP3. */
  reason?: string;
  challenge?: ChallengeTask;
}

export class AppError extends Error {
  override name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Raised while starting: printed as one sentence, exit code 1, no stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Shut down or failed over (08, 57P), a standby that is not promoted yet (25006), no disk, memory or connection left (53), or
 * a limit of ours ran out (57014, 55P03, 25P03).
 */
const LOST_STATES = /^(08...|57P0[1-5]|25006|53...|57014|55P03|25P03)$/;
const LOST_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];
/** The driver's own words: these errors have no code. */
const LOST_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client (was closed|has encountered))/;

/** The database, or the object store, did not answer in time or at all. The call itself is fine: it may be tried again. */
export function isOutOfReach(error: unknown): boolean {
  if (LOST_STATES.test(sqlState(error) ?? '')) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '', syscall } = at as NodeJS.ErrnoException;
    // A server that is being started again has no socket to connect to.
    if (code === 'ENOENT' && syscall === 'connect') return true;
    if (LOST_CODES.includes(code) || LOST_WORDS.test(at.message)) return true;
  }
  return false;
}

/** SQLSTATE of a driver error, however deep drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}
