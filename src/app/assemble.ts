/** The composition root: chooses every adapter once, from the settings. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCampaign } from '#campaign/load-campaign.ts';
import type { Basis, Deps } from '#deps.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Limits } from '#platform/db/connect.ts';
import { openLanes } from '#platform/db/lanes.ts';
import { feelPulse } from '#platform/db/pulse.ts';
import { createRateLimiter } from '#platform/http/rate-limit.ts';
import { createQueue } from '#platform/jobs/queue.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { keepSecret } from '#platform/secrets.ts';
import { createTokens } from '#platform/tokens.ts';
import { createTraces } from '#platform/traces.ts';
import type { CoverArt } from '#ports/cover-art.ts';
import type { ObjectStorage } from '#ports/storage.ts';
import type { Writer } from '#ports/writer.ts';
import { openFolderDelivery } from '#providers/delivery/embedded.ts';
import { openFolderStorage } from '#providers/storage/embedded.ts';
import { embeddedWriter } from '#providers/writer/embedded.ts';
import { openChatWriter } from '#providers/writer/openai.ts';
import { claimStorage } from './claim-storage.ts';
import {
  keepDoing,
  listBelongings,
  listContestRecords,
  listGrants,
  listJobs,
  listPersonalData,
  listRecordingUsers,
  listTextListeners,
} from './features.ts';
import { openChallenge } from './open-challenge.ts';
import { openPayments } from './open-payments.ts';
import { openSms } from './open-sms.ts';
import { openTranscription } from './open-transcription.ts';
import { openVoteInbox } from './open-vote-inbox.ts';

export interface Assembled {
  deps: Deps;
  /** Starts running jobs in this process. */
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** What a caller may bring along instead of having it chosen here. */
export type Overrides = Partial<
  Omit<
    Deps,
    | 'config'
    | 'db'
    | 'lanes'
    | 'pulse'
    | 'queue'
    | 'voteInbox'
    | 'tokens'
    | 'site'
    | 'grants'
    | 'personalData'
    | 'belongings'
    | 'textListeners'
    | 'recordingUsers'
    | 'contestRecords'
  >
>;

export interface AssembleOptions {
  databaseUrl: string;
  /** Whether this process runs jobs: if so it also looks after the queue. */
  worker: boolean;
  /** Whether it has visitors; it has, unless said. */
  serves?: boolean;
  overrides?: Overrides;
}

/** How long what a worker keeps doing may take to end. */
const STANDING_MS = 10_000;

/** Far above what anything of ours takes: against waiting for ever, not against slowness. */
const LIMITS: Limits = {
  connectMs: 30_000,
  answerMs: 65_000,
  statementMs: 60_000,
  lockMs: 20_000,
  idleInTransactionMs: 60_000,
};

export async function assemble(
  config: Config,
  { databaseUrl, worker, serves = true, overrides = {} }: AssembleOptions,
): Promise<Assembled> {
  const local = await openLocal(config, overrides);
  const { log, clock, metrics } = local;
  const lanes = openLanes(databaseUrl, {
    size: config.databasePool,
    serves,
    waitMs: config.databaseWaitMs,
    pooled: config.databasePooler,
    limits: LIMITS,
    onWait: (lane, ms) => metrics.observe('soundcheck_pool_wait_seconds', { lane }, ms / 1000),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const db = lanes.db.work;
  const pulse = feelPulse(databaseUrl, (isLost) =>
    log[isLost ? 'error' : 'info'](isLost ? 'the database is lost' : 'the database is back'),
  );
  const queue = await createQueue({
    url: databaseUrl,
    db,
    log,
    metrics,
    traces: local.traces,
    supervise: worker,
    listens: !config.databasePooler,
  });
  const stored = {
    ...local,
    db,
    lanes,
    pulse,
    queue,
    storage: await claimStorage({ ...local, db, adopt: config.storageAdopt }),
    limiter: overrides.limiter ?? createRateLimiter({ db, clock }),
    voteInbox: await openVoteInbox({ config, db, lanes, log }),
  };
  const opened = {
    ...stored,
    challenge: overrides.challenge ?? openChallenge(stored),
    sms: overrides.sms ?? openSms(stored),
    transcription: overrides.transcription ?? openTranscription(stored),
    payments: overrides.payments ?? (await openPayments(stored)),
    textListeners: listTextListeners(),
    contestRecords: listContestRecords(local.campaign),
  };
  const basis: Basis = { ...opened, recordingUsers: listRecordingUsers(opened) };
  const deps: Deps = {
    ...basis,
    grants: listGrants(basis),
    personalData: listPersonalData(basis),
    belongings: listBelongings(basis),
  };
  const jobs = listJobs(deps);
  await queue.declare(jobs);
  const leaving = new AbortController();
  let standing = Promise.resolve();
  return {
    deps,
    async startWorker() {
      await queue.work(jobs, config.workerConcurrency);
      standing = keepDoing(deps, leaving.signal);
    },
    async close() {
      leaving.abort();
      // With the database gone it may not end in time: nothing is half done, and another worker goes on.
      await Promise.race([standing, sleep(STANDING_MS, null, { ref: false })]);
      await deps.voteInbox.close();
      await queue.stop();
      await pulse.stop();
      await lanes.close();
      await local.traces.close();
    },
  };
}

/** What needs no database. */
async function openLocal(config: Config, overrides: Overrides) {
  const log = overrides.log ?? createLog(config.logLevel);
  return {
    config,
    log,
    metrics: overrides.metrics ?? createMetrics(),
    traces: overrides.traces ?? createTraces(config.traces, log),
    clock: overrides.clock ?? systemClock,
    campaign: overrides.campaign ?? (await loadCampaign(config.campaignFile)),
    tokens: createTokens(config.appSecret ?? (await keepSecret(config.dataDir, 'app-secret'))),
    storage: overrides.storage ?? (await openStorage(config)),
    writer: overrides.writer ?? openWriter(config, log),
    coverArt: overrides.coverArt ?? (await openCoverArt(config)),
    delivery: openFolderDelivery(config.deliveryFolder),
    site: { url: localUrl(config) },
  };
}

/** From the inside, until the server knows its port: a worker on its own needs PUBLIC_URL, or the same machine. */
function localUrl({ publicUrl, port }: Config): string {
  return publicUrl ?? `http://127.0.0.1:${port}`;
}

function openWriter({ writer }: Config, log: Deps['log']): Writer {
  if (writer.kind === 'embedded') return embeddedWriter;
  return openChatWriter(writer, {
    fallback: embeddedWriter,
    onRefusal: (reason) => log.warn({ reason }, 'the chat writer was refused, our own phrases are used'),
  });
}

async function openStorage({ storage }: Config): Promise<ObjectStorage> {
  if (storage.kind === 'folder') return openFolderStorage(storage.folder);
  // Its SDK takes a good part of a second to load: only where it is used.
  const { openS3Storage } = await import('#providers/storage/s3.ts');
  return openS3Storage(storage);
}

async function openCoverArt({ coverArt }: Config): Promise<CoverArt> {
  if (coverArt.kind === 'embedded')
    return (await import('#providers/cover-art/embedded.ts')).openEmbeddedCovers();
  return (await import('#providers/cover-art/openai.ts')).openImagesEndpoint(coverArt);
}

/** Uploads that were under way when an earlier process died. Only for the process that owns the folder. */
export async function clearIncoming({ dataDir }: Config): Promise<void> {
  const folder = join(dataDir, 'incoming');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
