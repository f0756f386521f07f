/**
 * A feature whose rows point to recordings, or that wants to know of them. The recordings feature asks and tells whatever
 * the features bring, and knows none of them. What it tells is told inside the transaction that makes it true.
 */
import type { DbOrTx, SQL, Tx } from '#platform/db/connect.ts';
import type { Visitor } from '#platform/http/route.ts';

export interface RecordingFailure {
  code: string;
  /** A sentence for the artist. */
  message: string;
}

export interface RecordingUser {
  /** A condition on the column `audioSha256` of a recording: rows of this feature point to it. */
  isUsed?(audioSha256: SQL): SQL;
  /** Likewise: what this feature made of it is older than the present engine or score sheet. */
  isOutdated?(audioSha256: SQL): SQL;
  /** Whether what this feature shows lets this visitor hear it. */
  mayHear?(reader: DbOrTx, audioSha256: string, visitor: Visitor): Promise<boolean>;
  onBegun?(tx: Tx, audioSha256: string): Promise<void>;
  /** Measured, transcribed and compared with all others; also when all that was known already. */
  onMeasured?(tx: Tx, audioSha256: string, priority: number): Promise<void>;
  /** Its words came after it was measured: what was made without them is made again. */
  onWords?(tx: Tx, audioSha256: string): Promise<void>;
  onFailed?(tx: Tx, audioSha256: string, failure: RecordingFailure): Promise<void>;
}
