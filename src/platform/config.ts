/** Settings: the only file that reads the environment. Every value has a default; bad ones stop the start with a sentence. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { TEXTS_A_WEEK } from './text-limits.ts';

/** A party id as DDEX writes it in messages. */
const DPID = [/^PADPIDA[a-zA-Z0-9]+$/, 'write it without hyphens, as in PADPIDA2026111601A'] as const;

const settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ACCESS_LOG: z.enum(['true', 'false']).optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(6).max(200).default(10),
  DATABASE_POOLER: z.enum(['true', 'false']).default('false'),
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).max(60_000).default(2000),
  VOTE_INBOX: z.enum(['off', 'embedded']).default('off'),
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
  TRANSCRIPTION: z.enum(['embedded', 'openai', 'off']).default('embedded'),
  TRANSCRIPTION_URL: z.url().default('https://api.openai.com/v1'),
  TRANSCRIPTION_KEY: z.string().optional(),
  TRANSCRIPTION_MODEL: z.string().default('whisper-1'),
  TRANSCRIPTION_DAILY_SECONDS: z.coerce.number().int().min(0).default(36_000),
  TRANSCRIPTION_HOSTS: z.string().default(''),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
  STORAGE: z.enum(['folder', 's3']).default('folder'),
  STORAGE_ADOPT: z.enum(['true', 'false']).default('false'),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('auto'),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]*\/)*$/, 'end it with /, as in soundcheck/')
    .default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().optional(),
  WRITER: z.enum(['embedded', 'openai']).default('embedded'),
  WRITER_URL: z.url().default('https://api.openai.com/v1'),
  WRITER_KEY: z.string().optional(),
  WRITER_MODEL: z.string().default('gpt-4o-mini'),
  COVER_ART: z.enum(['embedded', 'openai']).default('embedded'),
  COVER_ART_URL: z.url().default('https://api.openai.com/v1'),
  COVER_ART_KEY: z.string().optional(),
  COVER_ART_MODEL: z.string().default('gpt-image-1'),
  ERN_SCHEMA_FILE: z.string().optional(),
  DELIVERY_FOLDER: z.string().optional(),
  DDEX_PARTY_ID: z
    .string()
    .regex(...DPID)
    .optional(),
  DDEX_RECIPIENT_ID: z
    .string()
    .regex(...DPID)
    .optional(),
  DDEX_RECIPIENT_NAME: z.string().default('Distributor'),
  ISRC_PREFIX: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9]{3}$/, 'write five signs, as in QZABC')
    .optional(),
  SMS: z.enum(['outbox', 'twilio']).default('outbox'),
  SMS_ACKNOWLEDGED: z.enum(['true', 'false']).default('false'),
  SMS_DAILY_BUDGET: z.coerce.number().int().min(0).default(500),
  SMS_CODE_BUDGET: z.coerce.number().int().min(0).default(500),
  SMS_STAFF_BUDGET: z.coerce.number().int().min(0).default(200),
  SMS_PER_NUMBER: z.coerce.number().int().min(1).max(100).default(TEXTS_A_WEEK),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: z.url().optional(),
});

export type StorageConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      endpoint?: string;
      region: string;
      bucket: string;
      /** Before every key: '' or 'soundcheck/'. */
      prefix: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export type PaymentsConfig =
  | { kind: 'sandbox' }
  | {
      kind: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      /** Another server that speaks Stripe's API; Stripe's own when absent. */
      apiUrl?: string;
    };

export type WriterConfig =
  | { kind: 'embedded' }
  | {
      kind: 'openai';
      /** Base address of an endpoint that speaks the OpenAI chat API. */
      url: string;
      /** Absent for endpoints of one's own that ask for none. */
      key?: string;
      model: string;
    };

export type TranscriptionConfig =
  | { kind: 'off' }
  | { kind: 'embedded' }
  | {
      kind: 'openai';
      /** Base address of an endpoint that speaks the OpenAI audio API. */
      url: string;
      /** Absent for endpoints of one's own that ask for none. */
      key?: string;
      model: string;
      /** Seconds of sound a day that may be sent to it, by all workers together. */
      dailySeconds: number;
    };

export type CoverArtConfig =
  | { kind: 'embedded' }
  | {
      kind: 'openai';
      /** Base address of an endpoint that speaks the OpenAI images API. */
      url: string;
      key: string;
      model: string;
    };
export interface SmsConfig {
  provider:
    | { kind: 'outbox' }
    | {
        kind: 'twilio';
        accountSid: string;
        authToken: string;
        from: string;
        /** Another server that speaks Twilio's API; Twilio's own when absent. */
        apiUrl?: string;
      };
  /** Texts a day, to everybody together. */
  dailyBudget: number;
  /** One-time codes a day, to everybody together; apart from all other texts. */
  codeBudget: number;
  staffBudget: number;
  /** Texts a week, to one number. */
  perNumber: number;
}

export interface DdexConfig {
  /** DDEX's release-notification.xsd, where an operator has it: messages are checked by xmllint then. */
  schemaFile?: string;
  /** Ours, and the distributor's; while either is missing messages say that they are tests. */
  partyId?: string;
  recipientId?: string;
  recipientName: string;
  /** Of our own range of ISRCs, where we have one. */
  isrcPrefix?: string;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Where Prometheus asks; absent: nowhere. */
  metricsPort?: number;
  metricsHost: string;
  /** Whether each request is a line in the log. */
  accessLog: boolean;
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
  voteInbox: 'off' | 'embedded';
  /** How many shards of the inbox a worker counts at once. */
  voteConsumers: number;
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
  trustProxy: false | number | string[];
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

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The setting ${issue.path.join('.')} is not valid: ${issue.message}.`);
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
    accessLog: s.ACCESS_LOG ? s.ACCESS_LOG === 'true' : s.NODE_ENV === 'production',
    dataDir,
    databaseUrl: s.DATABASE_URL,
    databaseOwnerUrl: s.DATABASE_OWNER_URL,
    databasePool: s.DATABASE_POOL,
    databasePooler: s.DATABASE_POOLER === 'true',
    databaseWaitMs: s.DATABASE_WAIT_MS,
    voteInbox: s.VOTE_INBOX,
    voteConsumers: s.VOTE_CONSUMERS,
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
    ddex: {
      schemaFile: s.ERN_SCHEMA_FILE && resolve(s.ERN_SCHEMA_FILE),
      partyId: s.DDEX_PARTY_ID,
      recipientId: s.DDEX_RECIPIENT_ID,
      recipientName: s.DDEX_RECIPIENT_NAME,
      isrcPrefix: s.ISRC_PREFIX,
    },
  };
}

/** The last of so many is ours: what a visitor wrote further left is never believed. */
function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'false') return false;
  if (/^([1-9]|true)$/.test(text)) return text === 'true' ? 1 : Number(text);
  return text
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
}

function readStorage(s: z.infer<typeof settings>, dataDir: string): StorageConfig {
  if (s.STORAGE === 'folder') return { kind: 'folder', folder: resolve(dataDir, 'objects') };
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = s;
  if (!bucket || !accessKeyId || !secretAccessKey)
    throw new StartError('STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  return {
    kind: 's3',
    endpoint: s.S3_ENDPOINT,
    region: s.S3_REGION,
    bucket,
    prefix: s.S3_PREFIX,
    accessKeyId,
    secretAccessKey,
  };
}

function readPayments(s: z.infer<typeof settings>): PaymentsConfig {
  if (s.PAYMENTS === 'sandbox') return { kind: 'sandbox' };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = s;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = s;
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new StartError(
      'PAYMENTS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret, apiUrl };
}

function readWriter(s: z.infer<typeof settings>): WriterConfig {
  if (s.WRITER === 'embedded') return { kind: 'embedded' };
  return { kind: 'openai', url: s.WRITER_URL.replace(/\/+$/, ''), key: s.WRITER_KEY, model: s.WRITER_MODEL };
}

function readTranscription(s: z.infer<typeof settings>): TranscriptionConfig {
  if (s.TRANSCRIPTION !== 'openai') return { kind: s.TRANSCRIPTION };
  return {
    kind: 'openai',
    url: s.TRANSCRIPTION_URL.replace(/\/+$/, ''),
    key: s.TRANSCRIPTION_KEY,
    model: s.TRANSCRIPTION_MODEL,
    dailySeconds: s.TRANSCRIPTION_DAILY_SECONDS,
  };
}

function readCoverArt(s: z.infer<typeof settings>): CoverArtConfig {
  if (s.COVER_ART === 'embedded') return { kind: 'embedded' };
  if (!s.COVER_ART_KEY) throw new StartError('COVER_ART=openai needs COVER_ART_KEY.');
  return {
    kind: 'openai',
    url: s.COVER_ART_URL.replace(/\/+$/, ''),
    key: s.COVER_ART_KEY,
    model: s.COVER_ART_MODEL,
  };
}

function readSms(s: z.infer<typeof settings>): SmsConfig {
  const limits = {
    dailyBudget: s.SMS_DAILY_BUDGET,
    codeBudget: s.SMS_CODE_BUDGET,
    staffBudget: s.SMS_STAFF_BUDGET,
    perNumber: s.SMS_PER_NUMBER,
  };
  if (s.SMS === 'outbox') return { provider: { kind: 'outbox' }, ...limits };
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = s;
  if (!accountSid || !authToken || !from || !s.PUBLIC_URL)
    throw new StartError(
      'SMS=twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and PUBLIC_URL (for delivery reports and links).',
    );
  if (s.SMS_ACKNOWLEDGED !== 'true')
    throw new StartError(
      'SMS=twilio texts real people. Set SMS_ACKNOWLEDGED=true to confirm that you may text the countries of the campaign, that your sender is registered where the law asks for it, and that you answer HELP and STOP.',
    );
  return { provider: { kind: 'twilio', accountSid, authToken, from, apiUrl: s.TWILIO_API_URL }, ...limits };
}
