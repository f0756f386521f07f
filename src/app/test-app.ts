/** For tests: the whole app on a port of its own, with its own database and data folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { encodeMp3 } from '#audio/test-signals.ts';
import type { Deps } from '#deps.ts';
import { keepFirstOwner } from '#features/accounts/service-first-owner.ts';
import type { Clock } from '#platform/clock.ts';
import { loadConfig } from '#platform/config.ts';
import { connect } from '#platform/db/connect.ts';
import { cloneDatabase } from '#platform/db/test-database.ts';
import { assemble, type Overrides } from './assemble.ts';
import { OWNER_MARK } from './claim-storage.ts';
import { createApp } from './create-app.ts';

export const STAFF = { email: 'owner@test.example', password: 'correct horse' };
/** The password of STAFF, hashed with the least work there is: hundreds of tests sign in who are not about signing in. */
const QUICK_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$O4kQgX5YXiBm5rHPkiS6sw$Vge9tFKv4wa14TxzhQdEK6dgxj8Xv1Ppleuz9WOYZB4';

/** A clock a test can move. */
export class TestClock implements Clock {
  #offset = 0;
  now(): Date {
    return new Date(Date.now() + this.#offset);
  }
  advance(seconds: number): void {
    this.#offset += seconds * 1000;
  }
}

export interface TestApp {
  url: string;
  deps: Deps;
  clock: TestClock;
  /** As the app's role. */
  databaseUrl: string;
  dataDir: string;
  /** Starts running jobs in this process. */
  startWorker(): Promise<void>;
  /** A browser of its own: keeps cookies between calls. */
  browser(): Browser;
  /** A browser signed in as the first owner. */
  staff(): Promise<Browser>;
  /** Looks into the database past the app, as the schema's owner. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Names of all stored objects and unfinished uploads. */
  storedFiles(): Promise<string[]>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  worker?: boolean;
  env?: Record<string, string>;
  overrides?: Overrides;
  /** Hold copies back as the site does. Left out, it is off: tests upload one song under many numbers and want it public. */
  holdCopies?: boolean;
  /** Another address of the database, for what may happen on the way to it. */
  reachThrough?(url: string): Promise<string>;
  /** Serve pages too, from this folder. */
  webFolder?: string;
}

export async function startTestApp({
  worker = false,
  env = {},
  overrides,
  holdCopies,
  webFolder,
  reachThrough,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-app-'));
  const clock = new TestClock();
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    APP_SECRET: 'a secret for tests only',
    // Listening for words takes most of an analysis: tests of words ask for it.
    TRANSCRIPTION: 'off',
    // Hundreds of votes in a test are everyday life: tests of the challenge ask for it.
    CHALLENGE: 'off',
    // A burst of hundreds on a busy machine is no overload.
    DATABASE_WAIT_MS: '60000',
    ...env,
  });
  const { deps, startWorker, close } = await assemble(config, {
    databaseUrl: reachThrough ? await reachThrough(database.appUrl) : database.appUrl,
    worker: true,
    overrides: { clock, ...overrides },
  });
  if (holdCopies !== undefined || !env.CAMPAIGN_FILE) deps.campaign.holdCopies = holdCopies ?? false;
  const inspector = connect(database.url, { max: 1 });
  const server = await createApp(deps, { webFolder });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  deps.site.url = url;
  if (worker) await startWorker();
  let eased: Promise<unknown> | undefined;
  const easeSignIn = () =>
    inspector.pool.query('UPDATE admins SET password_hash = $1 WHERE email = $2', [QUICK_HASH, STAFF.email]);
  return {
    url,
    deps,
    clock,
    databaseUrl: database.appUrl,
    dataDir,
    startWorker,
    browser: () => new Browser(url),
    async staff() {
      await keepFirstOwner(deps, STAFF.email, STAFF.password);
      eased ??= easeSignIn();
      await eased;
      const browser = new Browser(url);
      await browser.post('/api/admin/login', STAFF);
      return browser;
    },
    sql: async <Row extends object>(text: string, values?: unknown[]) =>
      (await inspector.pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    storedFiles: () => listFiles(dataDir),
    async close() {
      // A body no test read to its end would keep its connection, and the server waiting, for a minute.
      server.server.closeAllConnections();
      await server.close();
      await close();
      await inspector.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const mark = basename(OWNER_MARK);
  // The ledger's own come and go with the minute.
  return entries
    .filter((entry) => entry.isFile() && entry.name !== mark && !/ledger/.test(entry.parentPath + entry.name))
    .map((entry) => entry.name);
}

export class Browser {
  readonly cookies = new Map<string, string>();
  /** Where it calls from, in an app that trusts its proxy. */
  address: string | null = null;
  constructor(readonly url: string) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.address) headers.set('x-forwarded-for', this.address);
    if (this.cookies.size)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0].split('=');
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }

  get(path: string): Promise<Response> {
    return this.fetch(path);
  }

  post(path: string, body?: unknown): Promise<Response> {
    if (body === undefined) return this.fetch(path, { method: 'POST' });
    return this.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  /** GET as JSON; fails the test on any other status than 200. */
  async read<T = Record<string, unknown>>(path: string): Promise<T> {
    const response = await this.get(path);
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  upload(
    fields: Partial<Record<string, string>> = {},
    file: Uint8Array | null = SONG.bytes,
    path = '/api/submissions',
  ): Promise<Response> {
    const form = new FormData();
    const given = {
      artistName: 'Mina Okafor',
      phoneNumber: '+1 202 555 0142',
      trackTitle: 'Saltwater Teeth',
      ...fields,
    };
    for (const [name, value] of Object.entries(given)) if (value !== undefined) form.append(name, value);
    if (file)
      form.append(
        'audioFile',
        new Blob([file as Uint8Array<ArrayBuffer>], { type: 'audio/mpeg' }),
        'song.mp3',
      );
    return this.fetch(path, { method: 'POST', body: form });
  }

  /** Uploads and returns the id. */
  async submit(fields: Partial<Record<string, string>> = {}, file?: Uint8Array): Promise<number> {
    const response = await this.upload(fields, file);
    if (response.status !== 200)
      throw new Error(`upload answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { submissionId: number }).submissionId;
  }

  /** Waits until a track is analysed. */
  async hear(id: number): Promise<void> {
    const path = `/api/submissions/${id}/status`;
    await until(
      async () => (await this.read<{ analyzed: boolean }>(path)).analyzed,
      `track ${id} to be heard`,
    );
  }
}

/** A few seconds of a chord under a beat: real MPEG audio, heard in a moment. */
export const SONG = { bytes: await makeSong() };

export async function makeSong(seconds = 6, hertz = 220): Promise<Uint8Array> {
  const rate = 44_100;
  const samples = new Float32Array(seconds * rate);
  for (let i = 0; i < samples.length; i++) {
    const at = i / rate;
    const tones = [1, 1.25, 1.5].reduce((sum, ratio) => sum + Math.sin(2 * Math.PI * hertz * ratio * at), 0);
    const beat = Math.exp(-((at * 2) % 1) * 8) * Math.sin(2 * Math.PI * 60 * at);
    samples[i] = 0.12 * tones + 0.4 * beat;
  }
  return encodeMp3([samples], rate, 64);
}

/** Waits until a condition holds, asking at first every 50 ms, later four times a second; fails after four minutes. */
export async function until<T>(
  attempt: () => Promise<T | false | null | undefined>,
  what: string,
): Promise<T> {
  const deadline = Date.now() + 240_000;
  for (let pause = 50; ; pause = Math.min(250, pause * 1.2)) {
    const found = await attempt();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited four minutes for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const { signal } = new AbortController();
/** A run of a job that nobody takes it from. */
export const OWN_RUN = {
  id: '',
  attempt: 1,
  lastAttempt: false,
  signal,
  leaving: signal,
  assertOwned: async () => {},
};
