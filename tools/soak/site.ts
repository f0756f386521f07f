/**
 * The site as an operator runs it: two apis behind a balancer, two workers, PostgreSQL, an object store and the outside
 * services, each a process of its own that is started again when it ends.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { migrateDatabase } from '../../src/app/migrate-database.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { startEmbeddedServer } from '../../src/platform/embedded/server.ts';
import { ACCOUNT, startFakeTwilio } from '../../src/providers/sms/test-twilio.ts';
import { startTestEndpoint } from '../../src/providers/transcription/test-endpoint.ts';
import { nameNats, natsWords } from '../../src/providers/vote-inbox/test-nats.ts';
import { type Door, findPort, openDoor } from './door.ts';

export type VotePath = 'off' | 'embedded' | 'nats';
export interface SiteOptions {
  path: VotePath;
  store: 'folder' | 's3';
}

export const ROLES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export type PartName = (typeof ROLES)[number] | 'store' | 'nats';
export const STAFF = { email: 'owner@soak.example', password: 'only for the soak' };

const CLOCK = new URL('jumping-clock.mjs', import.meta.url).href;
const STORE = fileURLToPath(new URL('s3-store.mjs', import.meta.url));
/** Room for the database, its log and what is uploaded in minutes. */
const DISK = '1500m';
const AGAIN_MS = 300;
const PATH = { PATH: process.env.PATH ?? '' };

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite(options: SiteOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-soak-'));
  await chmod(folder, 0o711);
  const disk = mountDisk(folder);
  mkdirSync(join(folder, 'logs'));
  const dataDir = disk ?? join(folder, 'data');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const database = await startEmbeddedServer({ dataDir, log: { info: () => {}, warn: () => {} } });
  await migrateDatabase(database);
  const owner = connect(database.ownerUrl, { max: 4, onError: () => {} });
  const [front, ...ports] = await Promise.all(Array.from({ length: 5 }, findPort));
  const outside = await openOutside();
  const door = await openDoor(ports.slice(0, 2), front);
  const parts = new Map<PartName, Part>();
  const settings: Record<string, string> = {
    ...composeEnv(options, { folder, dataDir, door, database }),
    ...outside.env,
    ...(options.store === 's3' ? s3Env(ports[2]) : {}),
    ...(options.path === 'nats' ? { NATS_URL: `nats://127.0.0.1:${ports[3]}` } : {}),
  };
  if (options.store === 's3')
    parts.set('store', keepUp('store', node(STORE, join(folder, 's3'), String(ports[2])), folder, {}));
  if (options.path === 'nats')
    parts.set(
      'nats',
      keepUp('nats', [nameNats(), ...natsWords(ports[3], join(dataDir, 'nats'))], folder, PATH),
    );
  for (const name of ROLES) {
    const port = { PORT: String(ports[Number(name.at(-1)) - 1]) };
    const entry = `dist/server/${name.split('-')[0]}.js`;
    parts.set(name, keepUp(name, node('--import', CLOCK, entry), folder, { ...settings, ...port }));
  }
  return {
    url: door.url,
    door,
    env: settings,
    folder,
    dataDir,
    /** Null where nobody may mount one: then no disk is ever full. */
    disk,
    parts,
    pool: owner.pool,
    texts: outside.texts,
    textDoor: outside.textDoor,
    wordDoor: outside.wordDoor,
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await owner.pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    /** Null while it is being started again. */
    databasePid: (): number | null => {
      try {
        return Number(readFileSync(join(database.home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
      } catch {
        return null;
      }
    },
    async close(keep: boolean) {
      await Promise.all([...parts.values()].map((part) => part.end()));
      await owner.close();
      await database.stop();
      await Promise.all([door.close(), outside.close()]);
      if (disk) execFileSync('umount', [disk]);
      if (!keep) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A disk of its own, so that it can be filled without harm to anybody else's. */
function mountDisk(folder: string): string | null {
  const disk = join(folder, 'disk');
  mkdirSync(disk, { mode: 0o711 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=711`, 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}

function composeEnv(
  { path }: SiteOptions,
  site: { folder: string; dataDir: string; door: Door; database: { url: string; ownerUrl: string } },
): Record<string, string> {
  const campaign = JSON.parse(readFileSync('campaigns/demo.json', 'utf8'));
  const votes = { ...campaign.votes, fraud: { night: 'tv' }, paidPerDay: { person: null, card: null } };
  const file = join(site.folder, 'campaign.json');
  writeFileSync(file, JSON.stringify({ ...campaign, demo: false, holdCopies: false, votes }));
  return {
    ...{ ...PATH, NODE_ENV: 'development', LOG_LEVEL: 'info', HOST: '127.0.0.1' },
    ...{ APP_SECRET: 'a secret for the soak only', CAMPAIGN_FILE: file, VOTE_INBOX: path },
    ...{
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.database.url,
      DATABASE_OWNER_URL: site.database.ownerUrl,
    },
    ...{ PUBLIC_URL: site.door.url, TRUST_PROXY: '1', WORKER_CONCURRENCY: '2' },
    ...{ ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password, STAFF_TWO_PERSONS: 'off' },
    ...{ SMS_DAILY_BUDGET: '1000000', SMS_CODE_BUDGET: '1000000', SMS_PER_NUMBER: '100' },
  };
}

const s3Env = (port: number) => ({
  ...{ STORAGE: 's3', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_REGION: 'us-east-1', S3_BUCKET: 'tracks' },
  ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
});

/** Texts and transcription, each behind a door that can be shut. */
async function openOutside() {
  const texts = await startFakeTwilio(() => new Date());
  const words = await startTestEndpoint();
  words.answer = words.silent;
  const portOf = (url: string) => [Number(new URL(url).port)];
  const [textDoor, wordDoor] = [await openDoor(portOf(texts.url)), await openDoor(portOf(words.url))];
  return {
    texts,
    textDoor,
    wordDoor,
    env: {
      ...{
        SMS: 'twilio',
        SMS_ACKNOWLEDGED: 'true',
        TWILIO_API_URL: textDoor.url,
        TWILIO_FROM: '+12025550199',
      },
      ...{ TWILIO_ACCOUNT_SID: ACCOUNT.accountSid, TWILIO_AUTH_TOKEN: ACCOUNT.authToken },
      ...{ TRANSCRIPTION: 'openai', TRANSCRIPTION_URL: wordDoor.url },
      // Its visitors are programs, and many.
      CHALLENGE: 'off',
    },
    async close() {
      await Promise.all([textDoor.close(), wordDoor.close()]);
      await texts.close();
      words.close();
    },
  };
}

export interface Part {
  name: PartName;
  env: Record<string, string>;
  child: ChildProcess;
  /** How often it was started. */
  starts: number;
  end(): Promise<void>;
}

const node = (...words: string[]) => [process.execPath, ...words];

/** Starts it again whenever it ends, as systemd would. */
function keepUp(
  name: PartName,
  [program, ...words]: string[],
  folder: string,
  env: Record<string, string>,
): Part {
  let ending = false;
  const start = () => {
    const log = openSync(join(folder, 'logs', `${name}.log`), 'a');
    const child = spawn(program, words, { env: part.env, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    child.on('error', () => {});
    child.once('exit', async () => {
      await sleep(AGAIN_MS);
      if (!ending) part.child = start();
    });
    part.starts += 1;
    return child;
  };
  const part = { name, env, starts: 0 } as Part;
  part.child = start();
  part.end = async () => {
    ending = true;
    if (part.child.exitCode !== null || part.child.signalCode !== null) return;
    part.child.kill('SIGCONT');
    part.child.kill('SIGTERM');
    const forced = setTimeout(() => part.child.kill('SIGKILL'), 30_000);
    await once(part.child, 'exit');
    clearTimeout(forced);
  };
  return part;
}
