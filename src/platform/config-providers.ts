/**
 * Settings of what others do for us: where sound is kept, who takes money, sends texts, writes, draws, writes down words,
 * and takes releases. Each has a way that needs nobody.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { TEXTS_A_WEEK } from './text-limits.ts';

/** A party id as DDEX writes it in messages. */
const DPID = [/^PADPIDA[a-zA-Z0-9]+$/, 'write it without hyphens, as in PADPIDA2026111601A'] as const;

const NATS_SERVERS = /^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/;

export const PROVIDER_SETTINGS = {
  CHALLENGE: z.enum(['auto', 'always', 'off']).default('auto'),
  CHALLENGE_SITE_KEY: z.string().optional(),
  CHALLENGE_KEY: z.string().optional(),
  CHALLENGE_URL: z.url().default('https://challenges.cloudflare.com/turnstile/v0'),
  TRANSCRIPTION: z.enum(['embedded', 'openai', 'off']).default('embedded'),
  TRANSCRIPTION_URL: z.url().default('https://api.openai.com/v1'),
  TRANSCRIPTION_KEY: z.string().optional(),
  TRANSCRIPTION_MODEL: z.string().default('whisper-1'),
  TRANSCRIPTION_DAILY_SECONDS: z.coerce.number().int().min(0).default(36_000),
  STORAGE: z.enum(['folder', 's3']).default('folder'),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('auto'),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]*\/)*$/, 'end it with /, as in soundcheck/')
    .default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  VOTE_INBOX: z.enum(['off', 'embedded', 'nats']).default('off'),
  NATS_URL: z
    .string()
    .regex(NATS_SERVERS, 'write nats://host:4222 or tls://host:4222, several by comma')
    .optional(),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
  NATS_CREDS: z.string().optional(),
  NATS_CA: z.string().optional(),
  NATS_STREAM: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'use small letters, digits and hyphens')
    .default('soundcheck-votes'),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
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
};

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

export interface NatsConfig {
  servers: string[];
  user?: string;
  password?: string;
  credsFile?: string;
  caFile?: string;
  /** What the streams' names begin with. */
  stream: string;
  /** Servers of a cluster that keep each vote. */
  replicas: number;
}

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

type Given = z.infer<z.ZodObject<typeof PROVIDER_SETTINGS>>;
export function readStorage(s: Given, dataDir: string): StorageConfig {
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

/** Also where votes go another way: what is left over there has to be counted. */
export function readNats(s: Given): NatsConfig | undefined {
  if (s.VOTE_INBOX === 'nats' && !s.NATS_URL) throw new StartError('VOTE_INBOX=nats needs NATS_URL.');
  if (!s.NATS_URL) return;
  return {
    servers: s.NATS_URL.split(','),
    user: s.NATS_USER,
    password: s.NATS_PASSWORD,
    credsFile: s.NATS_CREDS,
    caFile: s.NATS_CA,
    stream: s.NATS_STREAM,
    replicas: s.NATS_REPLICAS,
  };
}

export function readPayments(s: Given): PaymentsConfig {
  if (s.PAYMENTS === 'sandbox') return { kind: 'sandbox' };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = s;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = s;
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new StartError(
      'PAYMENTS=stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    );
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret, apiUrl };
}

export function readWriter(s: Given): WriterConfig {
  if (s.WRITER === 'embedded') return { kind: 'embedded' };
  return { kind: 'openai', url: s.WRITER_URL.replace(/\/+$/, ''), key: s.WRITER_KEY, model: s.WRITER_MODEL };
}

export function readTranscription(s: Given): TranscriptionConfig {
  if (s.TRANSCRIPTION !== 'openai') return { kind: s.TRANSCRIPTION };
  return {
    kind: 'openai',
    url: s.TRANSCRIPTION_URL.replace(/\/+$/, ''),
    key: s.TRANSCRIPTION_KEY,
    model: s.TRANSCRIPTION_MODEL,
    dailySeconds: s.TRANSCRIPTION_DAILY_SECONDS,
  };
}

export function readCoverArt(s: Given): CoverArtConfig {
  if (s.COVER_ART === 'embedded') return { kind: 'embedded' };
  if (!s.COVER_ART_KEY) throw new StartError('COVER_ART=openai needs COVER_ART_KEY.');
  return {
    kind: 'openai',
    url: s.COVER_ART_URL.replace(/\/+$/, ''),
    key: s.COVER_ART_KEY,
    model: s.COVER_ART_MODEL,
  };
}

export function readSms(s: Given & { PUBLIC_URL?: string }): SmsConfig {
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

export const readDdex = (s: Given): DdexConfig => ({
  schemaFile: s.ERN_SCHEMA_FILE && resolve(s.ERN_SCHEMA_FILE),
  partyId: s.DDEX_PARTY_ID,
  recipientId: s.DDEX_RECIPIENT_ID,
  recipientName: s.DDEX_RECIPIENT_NAME,
  isrcPrefix: s.ISRC_PREFIX,
});

/** When a browser has to show that it is one before an unproven vote is taken, and by what. */
export interface ChallengeConfig {
  when: 'auto' | 'always' | 'off';
  provider:
    | { kind: 'embedded' }
    | {
        kind: 'turnstile';
        /** Public, for the widget. */
        siteKey: string;
        key: string;
        /** Where answers are checked. */
        url: string;
        /** The widget's own script. */
        script: string;
      };
}

/** Without both keys our own does: a site is not left open because an account is missing. */
export function readChallenge(s: Given): ChallengeConfig {
  const { CHALLENGE: when, CHALLENGE_SITE_KEY: siteKey, CHALLENGE_KEY: key } = s;
  if (!siteKey || !key) return { when, provider: { kind: 'embedded' } };
  const url = s.CHALLENGE_URL.replace(/\/+$/, '');
  return {
    when,
    provider: { kind: 'turnstile', siteKey, key, url, script: `${url}/api.js?render=explicit` },
  };
}
