/**
 * Where free votes wait, safe from a power cut, from the moment they are taken in until they are counted. Consumers work
 * shard by shard; all votes of a phone number are in one shard, in the order they came.
 */
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import type { Person } from './personal-data.ts';

export interface InboxVote {
  receiptCode: string;
  submissionId: number;
  voterName: string;
  voterPhone: string;
  /** E.164. */
  phone: string;
  phoneType: 'ordinary' | 'rented' | 'unassigned';
  proof: 'none' | 'sms' | 'passkey';
  /** Keyed digests: they can be compared, not read. */
  addressDigest: string;
  deviceDigest: string;
  /** A field that no person sees was filled in. */
  trapped: boolean;
  acceptedAt: Date;
}

/** A phone number however it was typed. */
export type Numbered = Pick<Person, 'e164' | 'digits'>;

export interface VoteInbox {
  readonly shards: number;
  /** Resolves once the vote would survive the loss of this process and of the machine's power. */
  accept(vote: InboxVote): Promise<void>;
  /**
   * Hands at most so many votes of a shard, oldest first, to `count`, which writes what became of them in the transaction
   * it is given. Only when that has committed are they gone from here; what `count` has seen may be handed out again if
   * the process dies, so it must know a receipt code it has met. One consumer a shard at a time: 0 when another is at it,
   * or nothing waits. Returns how many were handed over.
   */
  consume(
    shard: number,
    atMost: number,
    count: (tx: Tx, votes: InboxVote[]) => Promise<void>,
  ): Promise<number>;
  /** The vote with this receipt code, while it waits. */
  find(receiptCode: string): Promise<Pick<InboxVote, 'submissionId' | 'acceptedAt'> | null>;
  /** Whether there is anything to count now. */
  isEmpty(): Promise<boolean>;
  /** How many wait, and for how long the first of them has. */
  measure(): Promise<{ waiting: number; seconds: number }>;
  /** Whether votes can be taken in and counted; false while what keeps them is away. */
  isReachable(): boolean;
  /** What waits of a person: for their own file. */
  listOf(
    tx: DbOrTx,
    person: Numbered,
  ): Promise<Omit<InboxVote, 'addressDigest' | 'deviceDigest' | 'trapped'>[]>;
  /** The person asked to be forgotten: what nobody has counted yet is taken out. */
  forget(tx: Tx, person: Numbered): Promise<void>;
  /** Another number is theirs now. */
  move(tx: Tx, person: Numbered, phone: string): Promise<void>;
  close(): Promise<void>;
}
