/**
 * Whether the database answers, asked every second on a connection of its own. While it does not, calls are turned away
 * at once instead of queueing up behind a server that is gone, and those under way stop waiting.
 */
import { connect } from './connect.ts';

const EVERY_MS = 1000;
const ANSWER_MS = 2500;
/** One missed beat may be a busy machine of ours. */
const MISSED = 2;

export interface Pulse {
  isLost(): boolean;
  /** Asks now, on the same connection. */
  ask(): Promise<unknown>;
  /** Settles like the work, unless the database is lost before: then it rejects with what `refuse` makes. */
  race<T>(work: Promise<T>, refuse: () => Error): Promise<T>;
  stop(): Promise<void>;
}

export function feelPulse(url: string, onChange: (isLost: boolean) => void = () => {}): Pulse {
  const { pool, close } = connect(url, {
    max: 1,
    primary: true,
    limits: { connectMs: ANSWER_MS, answerMs: ANSWER_MS },
  });
  const waiting = new Set<() => void>();
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const note = (answered: boolean) => {
    const wasLost = missed >= MISSED;
    missed = answered ? 0 : missed + 1;
    if (missed >= MISSED === wasLost) return;
    onChange(!wasLost);
    if (!wasLost) for (const giveUp of waiting) giveUp();
  };
  const beat = async () => {
    const answered = await pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (stopped) return;
    note(answered);
    timer = setTimeout(() => {
      beating = beat();
    }, EVERY_MS);
    timer.unref();
  };
  let beating = beat();

  return {
    isLost: () => missed >= MISSED,
    ask: () => pool.query('SELECT 1'),
    race: (work, refuse) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(refuse());
        waiting.add(giveUp);
        work.then(resolve, reject).finally(() => waiting.delete(giveUp));
      }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beating;
      await close();
    },
  };
}
