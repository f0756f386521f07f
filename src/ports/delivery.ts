/** Where a distributor fetches batches: a folder they reach by SFTP, or whatever an operator puts in its place. */

export interface DeliveredFile {
  /** Below the batch's folder, with forward slashes. */
  path: string;
  open(): AsyncIterable<Uint8Array>;
}

export interface Delivery {
  /** Which adapter this is, for logs. */
  readonly provider: string;
  /** All files in the order given, the last of which says that the batch is whole. A batch of that name is replaced. */
  deliver(batch: string, files: readonly DeliveredFile[]): Promise<void>;
  /** Takes a batch back. False when it is not there: it was fetched, or never arrived. */
  withdraw(batch: string): Promise<boolean>;
}
