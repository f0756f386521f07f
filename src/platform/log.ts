/** Structured logs, one JSON line each, without private data. */
import { type Logger, pino } from 'pino';

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

export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[private]' },
  });
}
