/** What a feature may ask for, and what it brings. The app builds the one from its settings and lists the other. */
import type { Campaign } from '#campaign/document.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Lanes } from '#platform/db/lanes.ts';
import type { Pulse } from '#platform/db/pulse.ts';
import type { RateLimiter } from '#platform/http/rate-limit.ts';
import type { Route } from '#platform/http/route.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Tokens } from '#platform/tokens.ts';
import type { Traces } from '#platform/traces.ts';
import type { Belongings } from '#ports/belongings.ts';
import type { Challenge } from '#ports/challenge.ts';
import type { ContestRecord } from '#ports/contest-record.ts';
import type { CoverArt } from '#ports/cover-art.ts';
import type { Delivery } from '#ports/delivery.ts';
import type { Grant } from '#ports/grants.ts';
import type { PaymentProvider } from '#ports/payments.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import type { Sms } from '#ports/sms.ts';
import type { ObjectStorage } from '#ports/storage.ts';
import type { TextListener } from '#ports/text-listener.ts';
import type { TranscriptionProvider } from '#ports/transcription.ts';
import type { VoteInbox } from '#ports/vote-inbox.ts';
import type { Writer } from '#ports/writer.ts';

/** Chosen once at start. Services name the parts they need. */
export interface Deps {
  config: Config;
  campaign: Campaign;
  clock: Clock;
  db: Db;
  /** Connections by what they are for; `db` is one of them. */
  lanes: Lanes;
  /** Whether the database is there. */
  pulse: Pulse;
  log: Log;
  /** What this process counts of itself. */
  metrics: Metrics;
  traces: Traces;
  tokens: Tokens;
  limiter: RateLimiter;
  queue: Queue;
  storage: ObjectStorage;
  writer: Writer;
  transcription: TranscriptionProvider;
  coverArt: CoverArt;
  /** Where distributors fetch releases. */
  delivery: Delivery;
  payments: PaymentProvider;
  sms: Sms;
  /** Where free votes wait to be counted, where the settings say that they do. */
  voteInbox: VoteInbox;
  /** Asks a browser to show that it is one. */
  challenge: Challenge;
  /** What payments give, by product. */
  grants: readonly Grant[];
  textListeners: readonly TextListener[];
  /** What is kept about people, a part for each feature that keeps any. */
  personalData: readonly PersonalData[];
  /** What is a visitor's own, a part for each feature that keeps any. */
  belongings: readonly Belongings[];
  recordingUsers: readonly RecordingUser[];
  /** What features say to the public ledger. */
  contestRecords: readonly ContestRecord[];
  /** Where this site is reached from the inside; known once it listens. */
  site: { url: string };
}

/** What there is before the features bring what needs it in turn. */
export type Basis = Omit<Deps, 'grants' | 'personalData' | 'belongings'>;

/** What this process does: serve pages and the API, run jobs, or both. */
export type Role = 'both' | 'api' | 'worker';

export interface Start {
  role: Role;
  /** Where the demo campaign's songs are. */
  demoFolder: string;
}

/** One product noun: the only thing the app knows of its folder. */
export interface Feature {
  /** The folder's. */
  name: string;
  routes?(deps: Deps): Route[];
  jobs?(deps: Deps): Job[];
  /** What payments give here. */
  grants?(deps: Basis): Grant[];
  /** What is kept about a person here, and how it is handed out and erased. */
  personalData?(deps: Basis): PersonalData;
  /** What is a visitor's own here, for My tracks. */
  belongings?(deps: Basis): Belongings;
  textListener?: TextListener;
  contestRecord?(campaign: Campaign): ContestRecord;
  recordingUser?(deps: Omit<Basis, 'recordingUsers'>): RecordingUser;
  /** Deletes at most so many rows that are past their stated life (docs/table-lives.md); says how many. */
  sweep?(deps: Deps, atMost: number): Promise<number>;
  /** What a worker does all the time, until the signal ends it. */
  keepDoing?(deps: Deps, signal: AbortSignal): Promise<void>;
  /** Before anybody is served, each time a process starts. */
  start?(deps: Deps, start: Start): Promise<void>;
}
