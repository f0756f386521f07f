/** Structured logs, one JSON line each, without private data. */
import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Never written, whoever passes them by mistake. */
const PRIVATE = [
  'phoneNumber',
  'voterPhone',
  'referrerPhone',
  'password',
  'clientSecret',
  'authorization',
  'cookie',
  'token',
  'access',
  'owner',
];

/**
 * An error without the values of the statement that failed: the query builder puts them into its message, and the
 * database into `detail` and, where a value is malformed (class 22), into its own words.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table, routine, query, cause } = error as Error & Record<string, unknown>;
  const isMalformed = typeof code === 'string' && /^22.{3}$/.test(code);
  const hidesValues = typeof query === 'string' || isMalformed;
  const lines = error.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? [];
  return {
    type: error.name,
    message:
      typeof query === 'string' ? `Failed query: ${query}` : isMalformed ? String(routine) : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    stack: hidesValues ? lines.join('\n') : error.stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

export function createLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: { host: hostname(), pid: process.pid },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[private]' },
  };
  return stream ? pino(options, stream) : pino(options);
}
