/** What everything is made of, chosen once at start. Services name the parts they need. */
import type { Campaign } from '#campaign/document.ts';
import type { Grant } from '#features/payments/service-grants.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import type { RateLimiter } from '#platform/http/rate-limit.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Log } from '#platform/log.ts';
import type { Tokens } from '#platform/tokens.ts';
import type { CoverArt } from '#ports/cover-art.ts';
import type { PaymentProvider } from '#ports/payments.ts';
import type { Sms } from '#ports/sms.ts';
import type { ObjectStorage } from '#ports/storage.ts';
import type { TranscriptionProvider } from '#ports/transcription.ts';
import type { Writer } from '#ports/writer.ts';

export interface Deps {
  config: Config;
  campaign: Campaign;
  clock: Clock;
  db: Db;
  log: Log;
  tokens: Tokens;
  limiter: RateLimiter;
  queue: Queue;
  storage: ObjectStorage;
  writer: Writer;
  transcription: TranscriptionProvider;
  coverArt: CoverArt;
  payments: PaymentProvider;
  sms: Sms;
  /** What payments give, by product. */
  grants: readonly Grant[];
  /** Where this site is reached from the inside; known once it listens. */
  site: { url: string };
}
