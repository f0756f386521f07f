/** What a feature says of the contest to the public ledger: by which rules it decides, and who stands where. */
import type { DbOrTx, Tx } from '#platform/db/connect.ts';

export interface RankedTrack {
  track: number;
  votes: number;
  score: number;
}

/** A vote as the public log has it, for a database that was restored from a backup. */
export interface LoggedVote {
  leaf: number;
  /** Null when the database does not know it. */
  id: number | null;
  track: number;
  kind: 'free' | 'paid' | 'referral';
  votes: number;
  proof: string;
  day: string;
  /** The hash of its receipt's code. */
  receipt: string;
  /** What the log last said of it. `replaced`: another vote of its number stands in its place. */
  state: 'counted' | 'held' | 'voided' | 'replaced';
  /** Of a free vote that the database does not know, where the number is one it knows. */
  phone: string | null;
}

export interface ContestRecord {
  /** Limits and weights the contest is decided by, as plain data: a change of them is sealed. */
  rules?: Readonly<Record<string, unknown>>;
  /** The tracks that are ranked, with the votes they are ranked by. */
  listRanked?(reader: DbOrTx): Promise<RankedTrack[]>;
  /** What every track shows as its total, ranked or not. */
  listTotals?(reader: DbOrTx): Promise<{ track: number; votes: number }[]>;
  /** Every number that cast a free vote. */
  listVoters?(reader: DbOrTx): Promise<string[]>;
  /**
   * Brings votes to what the log last said of them, enters those that are missing and count, and sees to it that no new
   * track gets a number up to this one. Answers with the ids of those it entered, by their leaves.
   */
  restoreVotes?(tx: Tx, votes: readonly LoggedVote[], highestTrack: number): Promise<Map<number, number>>;
}
