/**
 * Votes that are judged together: what each has in common with those before it in its batch, which the database does not
 * know yet, and the shape of a rush as the database would see it one vote later.
 */
import type { FraudLimits } from '#campaign/fraud-limits.ts';
import { countNeighbours, type Rush, type VoteTraces } from './rules-fraud.ts';

/** A vote as far as others are compared with it. Times in milliseconds. */
export interface Seen {
  submissionId: number;
  phone: string;
  proven: boolean;
  address: string | null;
  device: string | null;
  day: string;
  at: number;
}

type Counts = Pick<VoteTraces, 'deviceToday' | 'deviceRecent' | 'addressHour' | 'addressAnywhere'> & {
  neighbours: number;
};

const MINUTE_MS = 60_000;
/** As trace_vote has it (migrations/0045_fraud_limits.sql): however many a minute may come, so many are looked at. */
const SAMPLE_MAX = 300;

/** Votes of one batch that were written, by what others may share with them. */
export class BatchTraces {
  readonly #devices = new Map<string, Seen[]>();
  readonly #addresses = new Map<string, Seen[]>();
  readonly #standing = new Map<number, string[]>();
  constructor(private readonly limits: FraudLimits) {}

  add(vote: Seen, stands: boolean): void {
    if (vote.device) push(this.#devices, vote.device, vote);
    if (vote.address) push(this.#addresses, vote.address, vote);
    if (stands) push(this.#standing, vote.submissionId, vote.phone);
  }

  /** Those of a proven vote are other proven ones, and it has no neighbours. */
  count(vote: Seen): Counts {
    const weighs = (other: Seen) => !vote.proven || other.proven;
    const ofDevice = (this.#devices.get(vote.device ?? '') ?? []).filter(weighs);
    const ofAddress = (this.#addresses.get(vote.address ?? '') ?? [])
      .filter(weighs)
      .filter(({ at }) => at > vote.at - 60 * MINUTE_MS);
    const here = ({ submissionId }: Seen) => submissionId === vote.submissionId;
    const near = vote.proven ? [] : (this.#standing.get(vote.submissionId) ?? []);
    return {
      deviceToday: ofDevice.filter((other) => here(other) && other.day === vote.day).length,
      deviceRecent: ofDevice.filter(({ at }) => at > vote.at - 5 * MINUTE_MS).length,
      addressHour: ofAddress.filter(here).length,
      addressAnywhere: ofAddress.length,
      neighbours: near.length > 0 ? countNeighbours(vote.phone, near, this.limits) : 0,
    };
  }
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export const rushSample = ({ rushPerMinute }: FraudLimits) => Math.min(rushPerMinute, SAMPLE_MAX);
/** How far back a rush is looked for. */
export const rushWindowMs = (limits: FraudLimits) => (MINUTE_MS * rushSample(limits)) / limits.rushPerMinute;

type Glimpse = Pick<Seen, 'at' | 'address' | 'device' | 'proven'>;

/** The latest free votes of one track, oldest first; votes of the batch join them as they are written. */
export class TrackRush {
  readonly #latest: Glimpse[];
  constructor(
    private readonly limits: FraudLimits,
    latest: readonly Glimpse[],
  ) {
    this.#latest = [...latest].sort((a, b) => a.at - b.at);
  }

  add(vote: Glimpse): void {
    let place = this.#latest.length;
    while (place > 0 && this.#latest[place - 1].at > vote.at) place--;
    this.#latest.splice(place, 0, vote);
    if (this.#latest.length > rushSample(this.limits)) this.#latest.shift();
  }

  /** Null while there are not enough for a rush. */
  shapeAt(at: number): Rush | null {
    const since = at - rushWindowMs(this.limits);
    const sample = rushSample(this.limits);
    // Sorted: when the first is recent enough, all are.
    if (this.#latest.length < sample || this.#latest[0].at <= since) return null;
    return shapeRush(this.#latest);
  }
}

/** As in trace_vote: shares of a vote, and how uneven the gaps between them are. Oldest first. */
export function shapeRush(votes: readonly Glimpse[]): Rush {
  const networks = new Set<string>();
  const devices = new Set<string>();
  let proven = 0;
  let squares = 0;
  for (const [index, { at, address, device, proven: isProven }] of votes.entries()) {
    if (address) networks.add(address);
    if (device) devices.add(device);
    if (isProven) proven++;
    if (index > 0) squares += (at - votes[index - 1].at) ** 2;
  }
  const gaps = votes.length - 1;
  const mean = gaps > 0 ? (votes[gaps].at - votes[0].at) / gaps : 0;
  return {
    networks: networks.size / votes.length,
    devices: devices.size / votes.length,
    proven: proven / votes.length,
    uneven: mean > 0 ? Math.sqrt(Math.max(0, squares / gaps - mean ** 2)) / mean : null,
  };
}
