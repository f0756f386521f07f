/**
 * Time as the server sees it. Deadlines belong to the server; the browser's clock may be wrong or be changed, so what
 * has passed since the server spoke is taken from the monotonic clock.
 */
export interface ServerClock {
  /** Milliseconds since 1970, by the server. */
  now: () => number;
}

export function createServerClock(
  serverTime: string | number,
  monotonic: () => number = () => performance.now(),
): ServerClock {
  const base = typeof serverTime === 'number' ? serverTime : Date.parse(serverTime);
  const receivedAt = monotonic();
  return { now: () => base + (monotonic() - receivedAt) };
}

/** Whole seconds until a deadline, never below 0: 7:59.2 left shows as 8:00, and 0 is only shown once it is over. */
export function secondsLeft(deadline: string | number, clock: ServerClock): number {
  const end = typeof deadline === 'number' ? deadline : Date.parse(deadline);
  return Math.max(0, Math.ceil((end - clock.now()) / 1000));
}
