/** What a feature says of the contest to the public ledger: by which rules it decides, and who stands where. */
import type { DbOrTx } from '#platform/db/connect.ts';

export interface RankedTrack {
  track: number;
  votes: number;
  score: number;
}

export interface ContestRecord {
  /** Limits and weights the contest is decided by, as plain data: a change of them is sealed. */
  rules?: Readonly<Record<string, unknown>>;
  /** The tracks that are ranked, with the votes they are ranked by. */
  listRanked?(reader: DbOrTx): Promise<RankedTrack[]>;
  /** What every track shows as its total, ranked or not. */
  listTotals?(reader: DbOrTx): Promise<{ track: number; votes: number }[]>;
}
