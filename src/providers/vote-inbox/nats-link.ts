/**
 * The way to a NATS server with JetStream, made anew whenever it breaks: what was asked meanwhile fails at once instead of
 * waiting. Each shard is a stream of its own, and carries the mark of the database that counts its votes.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { NatsConfig } from '#platform/config-providers.ts';
import { StartError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { SHARDS } from './shards.ts';

export interface LinkOptions extends NatsConfig {
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** The database that counts these votes. */
  owner: string;
  /** Take the streams over from another database. */
  adopt: boolean;
}

export interface Link {
  js: JetStreamClient;
  jsm: JetStreamManager;
}

const ANSWER_MS = 3000;
const AGAIN_MS = 500;
/** How long a start waits for a server that is away: the rest of the site does not need it. */
const START_MS = 2000;

export async function keepLink(options: LinkOptions) {
  let link = null as Link | null;
  let connection = null as NatsConnection | null;
  const leaving = new AbortController();
  let refused = null as Error | null;
  let lastSaid = '';
  const say = (error: Error) => {
    if (isRefusal(error)) refused = error;
    if (error.message !== lastSaid) options.log.error({ err: error }, 'NATS cannot be used');
    lastSaid = error.message;
  };
  const hold = async () => {
    const opened = await connect(await readOptions(options));
    connection = opened;
    try {
      link = await openStreams(opened, options);
      lastSaid = '';
      options.log.info('NATS is there');
      await opened.closed();
      if (!leaving.signal.aborted) say(new Error('The connection to NATS broke.'));
    } finally {
      link = null;
      await opened.close();
    }
  };
  const keep = async () => {
    while (!leaving.signal.aborted) {
      await hold().catch(say);
      await sleep(AGAIN_MS, null, { signal: leaving.signal }).catch(() => {});
    }
  };
  const kept = keep();
  const close = async () => {
    leaving.abort();
    await connection?.close();
    await kept;
  };
  for (let waited = 0; !link && !refused && waited < START_MS; waited += 50) await sleep(50);
  if (refused) {
    await close();
    throw new StartError(
      `NATS does not let us in (${refused.message}): see NATS_USER, NATS_PASSWORD and NATS_CREDS.`,
    );
  }
  return { current: (): Link | null => link, close };
}

/** Whoever mistyped a key hears of it at start. A server that is away may come later. */
const isRefusal = (error: Error) =>
  error instanceof errors.AuthorizationError || (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readOptions(config: NatsConfig): Promise<ConnectionOptions> {
  const { servers, user, password, credsFile, caFile } = config;
  return {
    servers,
    name: 'soundcheck',
    reconnect: false,
    timeout: ANSWER_MS,
    // A server that is paused, or behind a cut cable, is given up after some seconds.
    pingInterval: 2000,
    maxPingOut: 2,
    user,
    pass: password,
    ...(credsFile ? { authenticator: credsAuthenticator(await readFile(credsFile)) } : {}),
    ...(caFile || servers.some((server) => server.startsWith('tls:')) ? { tls: { caFile } } : {}),
  };
}

async function openStreams(connection: NatsConnection, options: LinkOptions): Promise<Link> {
  const jsm = await jetstreamManager(connection, { timeout: ANSWER_MS });
  for (let shard = 0; shard < SHARDS; shard++) await openStream(jsm, shard, options);
  return { jsm, js: jetstream(connection, { timeout: ANSWER_MS }) };
}

export const nameStream = ({ stream }: Pick<NatsConfig, 'stream'>, shard: number) => `${stream}-${shard}`;
export const nameSubject = ({ stream }: Pick<NatsConfig, 'stream'>, shard: number, receipt: string) =>
  `${stream}.${shard}.${receipt}`;

/** Nothing in it ends by itself: a full disk turns voters away, and never takes the oldest votes. */
const KEPT = { storage: 'file', retention: 'limits', discard: 'new', max_age: 0 } as const;

async function openStream(jsm: JetStreamManager, shard: number, options: LinkOptions): Promise<void> {
  const name = nameStream(options, shard);
  const found = await findStream(jsm, name);
  const subjects = [nameSubject(options, shard, '*')];
  const mine = { description: options.owner };
  if (!found) {
    await jsm.streams.add({ name, subjects, ...KEPT, ...mine, num_replicas: options.replicas });
    return;
  }
  for (const [setting, wanted] of Object.entries(KEPT))
    if (found[setting as keyof typeof KEPT] !== wanted)
      throw new Error(`The stream ${name} has another ${setting}: it might lose votes.`);
  if (found.description === options.owner) return;
  if (!options.adopt) throw new Error(`The stream ${name} belongs to another database: see STORAGE_ADOPT.`);
  await jsm.streams.update(name, mine);
}

async function findStream(jsm: JetStreamManager, name: string): Promise<StreamConfig | null> {
  try {
    return (await jsm.streams.info(name)).config;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
}
