/**
 * What a feature does when something becomes of texts it asked for. The sms feature calls whatever the features bring,
 * inside the transaction that notes it, and knows none of them. A person is the digest of their number.
 */
import type { DbOrTx, Tx } from '#platform/db/connect.ts';

export interface TextListener {
  /** They wrote back, and it was not a stop. */
  onReply(tx: Tx, phoneDigest: string, now: Date): Promise<void>;
  /** What still waited for this number does not go. */
  onCalledOff(tx: DbOrTx, phoneDigest: string): Promise<void>;
  /** Texts that waited may have gone: the ledger of texts knows which. */
  onSent(tx: Tx): Promise<void>;
}
