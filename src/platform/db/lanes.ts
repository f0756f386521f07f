/**
 * Connections apart by what they are for. However many read the board, votes have connections of their own; and where a
 * lane has kept somebody waiting too long, the next caller is told to come back instead of joining the queue.
 */
import { type Connection, type ConnectOptions, connect, type Db } from './connect.ts';

/** votes: casting free votes. reads: whatever only reads. work: the rest, and all jobs. */
export const LANES = ['votes', 'reads', 'work'] as const;
export type Lane = (typeof LANES)[number];

export interface Lanes {
  db: Record<Lane, Db>;
  isFull(lane: Lane): boolean;
  /** Connections in use, and callers that wait for one. */
  gauge(lane: Lane): { used: number; waiting: number };
  close(): Promise<void>;
}

export interface LaneOptions extends Omit<ConnectOptions, 'max' | 'primary' | 'onWait'> {
  /** Connections in all. */
  size: number;
  /** A process without visitors needs them all for its jobs. */
  serves: boolean;
  /** Nobody joins a lane in which somebody has waited for so long, or in which so many wait for each connection. */
  waitMs: number;
  onWait?: (lane: Lane, ms: number) => void;
}

const WAITING_A_CONNECTION = 100;

export function openLanes(url: string, { size, serves, waitMs, onWait, ...options }: LaneOptions): Lanes {
  const sizes = serves ? shareOut(size) : { votes: 2, reads: 2, work: size };
  const open = (lane: Lane): Connection =>
    connect(url, { ...options, primary: true, max: sizes[lane], onWait: (ms) => onWait?.(lane, ms) });
  const lanes = { votes: open('votes'), reads: open('reads'), work: open('work') };
  return {
    db: { votes: lanes.votes.db, reads: lanes.reads.db, work: lanes.work.db },
    isFull: (lane) =>
      lanes[lane].oldestWaitMs() > waitMs ||
      lanes[lane].pool.waitingCount >= WAITING_A_CONNECTION * sizes[lane],
    gauge(lane) {
      const { totalCount, idleCount, waitingCount } = lanes[lane].pool;
      return { used: totalCount - idleCount, waiting: waitingCount };
    },
    close: async () => {
      await Promise.all(LANES.map((lane) => lanes[lane].close()));
    },
  };
}

/** A transaction that asks for a second connection must find one: no lane has fewer than two. */
export function shareOut(size: number): Record<Lane, number> {
  const votes = Math.max(2, Math.round(size * 0.3));
  const reads = Math.max(2, Math.round(size * 0.4));
  return { votes, reads, work: Math.max(2, size - votes - reads) };
}
