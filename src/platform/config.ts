/** Settings: the only file that reads the environment. Every value has a default; bad ones stop the start with a sentence. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  type ChallengeConfig,
  type CoverArtConfig,
  type DdexConfig,
  type NatsConfig,
  type PaymentsConfig,
  PROVIDER_SETTINGS,
  readChallenge,
  readCoverArt,
  readDdex,
  readNats,
  readPayments,
  readSms,
  readStorage,
  readTranscription,
  readWriter,
  type SmsConfig,
  type StorageConfig,
  type TranscriptionConfig,
  type WriterConfig,
} from './config-providers.ts';
import { StartError } from './errors.ts';
import { readCollector, type TracesConfig } from './traces.ts';
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts';

const POSTGRES = [/^postgres(ql)?:\/\//, 'write postgres://role:password@host:5432/database'] as const;

const settings = z.object({
  ...PROVIDER_SETTINGS,
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ACCESS_LOG: z.enum(['true', 'false']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().default('soundcheck'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(...POSTGRES)
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(...POSTGRES)
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(6).max(200).default(10),
  DATABASE_POOLER: z.enum(['true', 'false']).default('false'),
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(60_000).default(2000),
  VOTE_CONSUMERS: z.coerce.number().int().min(1).max(8).default(2),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).optional(),
  STAFF_SECOND_FACTOR: z.enum(['off', 'owners', 'all']).optional(),
  STAFF_TWO_PERSONS: z.enum(['on', 'off']).optional(),
  APP_SECRET: z.string().min(16).optional(),
  LEDGER_KEY_FILE: z.string().optional(),
  CAMPAIGN_FILE: z.string().default('campaigns/demo.json'),
  CAMPAIGN_REPLACES: z.enum(['true', 'false']).default('false'),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[1-9]|[0-9a-fA-F.:/, ]+)$/, 'write false, a number of proxies, or their networks')
    .default('false'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRANSCRIPTION_HOSTS: z.string().default(''),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
  STORAGE_ADOPT: z.enum(['true', 'false']).default('false'),
  DELIVERY_FOLDER: z.string().optional(),
});

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Where Prometheus asks; absent: nowhere. */
  metricsPort?: number;
  metricsHost: string;
  /** Whether each request is a line in the log. */
  accessLog: boolean;
  /** Where spans of requests and jobs go; absent: nowhere. */
  traces?: TracesConfig;
  dataDir: string;
  databaseUrl?: string;
  /** The same database as the role that owns the schema: for migrations alone. */
  databaseOwnerUrl?: string;
  /** Connections this process may open, besides a few of the queue's. */
  databasePool: number;
  /** PgBouncer in transaction mode, or its like, stands before the database. */
  databasePooler: boolean;
  /** When somebody has waited so long for a connection, the next caller is turned away. */
  databaseWaitMs: number;
  /** Whether free votes are taken in first and counted in batches, and where they wait meanwhile. */
  voteInbox: 'off' | 'embedded' | 'nats';
  nats?: NatsConfig;
  /** How many shards of the inbox a worker counts at once. */
  voteConsumers: number;
  challenge: ChallengeConfig;
  adminEmail?: string;
  adminPassword?: string;
  /** Whose account is of no use without a second factor. */
  staffSecondFactor: 'off' | 'owners' | 'all';
  /** Whether what cannot be undone needs a second person. */
  staffTwoPersons: boolean;
  appSecret?: string;
  /** The public ledger's own key. */
  ledgerKeyFile: string;
  campaignFile: string;
  /** The campaign file may differ from that of processes that run already. */
  campaignReplaces: boolean;
  publicUrl?: string;
  /** How many proxies of ours a request comes through, or their networks; false: none. */
  trustProxy: TrustProxy;
  logLevel: string;
  /** Hosts whose audio the transcription test may fetch; one that begins with a dot means all below it. */
  transcriptionHosts: string[];
  workerConcurrency: number;
  storage: StorageConfig;
  /** Take the object store over from the database whose mark it carries. */
  storageAdopt: boolean;
  payments: PaymentsConfig;
  writer: WriterConfig;
  transcription: TranscriptionConfig;
  coverArt: CoverArtConfig;
  sms: SmsConfig;
  ddex: DdexConfig;
  /** Where batches for the distributor are put. */
  deliveryFolder: string;
}

/** As a process of the site has them: from the file .env too, where there is one. */
export function loadSettings(): Config {
  try {
    process.loadEnvFile();
  } catch {
    // No such file: the defaults do.
  }
  return loadConfig();
}

/** What zod says of a number that is none is for programmers. */
const sayIssue = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.expected === 'number' ? 'write a number' : issue.message;

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The setting ${issue.path.join('.')} is not valid: ${sayIssue(issue)}.`);
  }
  const s = parsed.data;
  const dataDir = resolve(s.DATA_DIR);
  if (s.NODE_ENV === 'production' && !s.APP_SECRET)
    throw new StartError('In production APP_SECRET must be set: it signs cookies and links.');
  if (s.NODE_ENV === 'production' && !s.PUBLIC_URL)
    throw new StartError(
      'In production PUBLIC_URL must be set: requests from any other site are refused by it.',
    );
  return {
    production: s.NODE_ENV === 'production',
    port: s.PORT,
    host: s.HOST,
    metricsPort: s.METRICS_PORT,
    metricsHost: s.METRICS_HOST,
    traces: readCollector(s),
    accessLog: s.ACCESS_LOG ? s.ACCESS_LOG === 'true' : s.NODE_ENV === 'production',
    dataDir,
    databaseUrl: s.DATABASE_URL,
    databaseOwnerUrl: s.DATABASE_OWNER_URL,
    databasePool: s.DATABASE_POOL,
    databasePooler: s.DATABASE_POOLER === 'true',
    databaseWaitMs: s.DATABASE_WAIT_MS,
    voteInbox: s.VOTE_INBOX,
    nats: readNats(s),
    voteConsumers: s.VOTE_CONSUMERS,
    challenge: readChallenge(s),
    adminEmail: s.ADMIN_EMAIL,
    adminPassword: s.ADMIN_PASSWORD,
    staffSecondFactor: s.STAFF_SECOND_FACTOR ?? (s.NODE_ENV === 'production' ? 'owners' : 'off'),
    staffTwoPersons: (s.STAFF_TWO_PERSONS ?? (s.NODE_ENV === 'production' ? 'on' : 'off')) === 'on',
    appSecret: s.APP_SECRET,
    ledgerKeyFile: resolve(s.LEDGER_KEY_FILE ?? join(dataDir, 'secrets', 'ledger-key')),
    campaignFile: resolve(s.CAMPAIGN_FILE),
    campaignReplaces: s.CAMPAIGN_REPLACES === 'true',
    publicUrl: s.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: readTrustProxy(s.TRUST_PROXY),
    logLevel: s.LOG_LEVEL,
    transcriptionHosts: s.TRANSCRIPTION_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    workerConcurrency: s.WORKER_CONCURRENCY,
    storage: readStorage(s, dataDir),
    storageAdopt: s.STORAGE_ADOPT === 'true',
    payments: readPayments(s),
    writer: readWriter(s),
    transcription: readTranscription(s),
    coverArt: readCoverArt(s),
    sms: readSms(s),
    deliveryFolder: s.DELIVERY_FOLDER ? resolve(s.DELIVERY_FOLDER) : join(dataDir, 'deliveries'),
    ddex: readDdex(s),
  };
}
