/**
 * Votes that are judged together: what each has in common with those before it in its batch, which the database does not
 * know yet, and the shape of a rush as the database would see it one vote later.
 */
import type { FraudLimits } from '#campaign/fraud-limits.ts';
import type { Rush, VoteTraces } from './rules-fraud.ts';

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
  readonly #standing = new Map<number, Numbered[]>();
  constructor(private readonly limits: FraudLimits) {}

  add(vote: Seen, stands: boolean): void {
    if (vote.device) push(this.#devices, vote.device, vote);
    if (vote.address) push(this.#addresses, vote.address, vote);
    if (stands) push(this.#standing, vote.submissionId, readNumber(vote.phone));
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
      neighbours: this.#countNear(readNumber(vote.phone), near),
    };
  }

  #countNear({ phone, number }: Numbered, others: readonly Numbered[]): number {
    const { neighbourSpan } = this.limits;
    let near = 0;
    for (const other of others)
      if (
        Math.abs(other.number - number) <= neighbourSpan &&
        other.phone !== phone &&
        other.phone.length === phone.length
      )
        near += 1;
    return near;
  }
}

/** Numbers are read once: on a hot track each is compared with all before it. As countNeighbours has it otherwise. */
interface Numbered {
  phone: string;
  number: number;
}
const readNumber = (phone: string): Numbered => ({ phone, number: Number(phone.slice(1)) });

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export const rushSample = ({ rushPerMinute }: FraudLimits) => Math.min(rushPerMinute, SAMPLE_MAX);
/** How far back a rush is looked for. */
export const rushWindowMs = (limits: FraudLimits) => (MINUTE_MS * rushSample(limits)) / limits.rushPerMinute;

type Glimpse = Pick<Seen, 'at' | 'address' | 'device' | 'proven'>;

/** How often each was seen. */
class Tally {
  readonly #seen = new Map<string, number>();
  change(what: string | null, by: 1 | -1): void {
    if (!what) return;
    const now = (this.#seen.get(what) ?? 0) + by;
    if (now > 0) this.#seen.set(what, now);
    else this.#seen.delete(what);
  }
  get different(): number {
    return this.#seen.size;
  }
}

/**
 * The latest free votes of one track, oldest first; votes of the batch join them as they are written. The shape is kept
 * with each that comes and goes: on a hot track it is asked for with every vote.
 */
export class TrackRush {
  readonly #latest: Glimpse[] = [];
  readonly #networks = new Tally();
  readonly #devices = new Tally();
  #proven = 0;
  /** Of the gaps between them. */
  #squares = 0;

  constructor(
    private readonly limits: FraudLimits,
    latest: readonly Glimpse[],
  ) {
    for (const vote of [...latest].sort((a, b) => a.at - b.at)) this.add(vote);
  }

  add(vote: Glimpse): void {
    let place = this.#latest.length;
    while (place > 0 && this.#latest[place - 1].at > vote.at) place--;
    const [before, after] = [this.#latest[place - 1], this.#latest[place]];
    this.#squares += squareGap(before, vote) + squareGap(vote, after) - squareGap(before, after);
    this.#latest.splice(place, 0, vote);
    this.#note(vote, 1);
    if (this.#latest.length <= rushSample(this.limits)) return;
    const oldest = this.#latest.shift()!;
    this.#squares -= squareGap(oldest, this.#latest[0]);
    this.#note(oldest, -1);
  }

  #note({ address, device, proven }: Glimpse, by: 1 | -1): void {
    this.#networks.change(address, by);
    this.#devices.change(device, by);
    if (proven) this.#proven += by;
  }

  /** Null while there are not enough for a rush. */
  shapeAt(at: number): Rush | null {
    const since = at - rushWindowMs(this.limits);
    const sample = rushSample(this.limits);
    // Sorted: when the first is recent enough, all are.
    if (this.#latest.length < sample || this.#latest[0].at <= since) return null;
    return this.#shape();
  }

  /** As in trace_vote: shares of a vote, and how uneven the gaps between them are. */
  #shape(): Rush {
    const votes = this.#latest.length;
    const gaps = votes - 1;
    const mean = gaps > 0 ? (this.#latest[gaps].at - this.#latest[0].at) / gaps : 0;
    return {
      networks: this.#networks.different / votes,
      devices: this.#devices.different / votes,
      proven: this.#proven / votes,
      uneven: mean > 0 ? Math.sqrt(Math.max(0, this.#squares / gaps - mean ** 2)) / mean : null,
    };
  }
}

const squareGap = (from: Glimpse | undefined, to: Glimpse | undefined) =>
  from && to ? (to.at - from.at) ** 2 : 0;
