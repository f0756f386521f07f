/** Starts the built app as people do, in a temp folder with its own database, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SESSION_COOKIE } from '../src/features/accounts/rules.ts';
import { findEmbeddedServer } from '../src/platform/embedded/server.ts';

export interface StartedApp {
  url: string;
  dataDir: string;
  /** As Ctrl-C does; resolves when app and database have ended. */
  stop(): Promise<void>;
}

/** The owner account of the app all journeys share. */
export const STAFF = { email: 'owner@test.example', password: 'correct horse' };

type Account = typeof STAFF;

/** The cookie of a member of staff. */
export async function signIn(
  url: string,
  account: Account,
): Promise<{ name: string; value: string; cookie: string }> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}: ${await response.text()}`);
  // Beside it comes the mark of a known device.
  const [cookie] = response.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${SESSION_COOKIE}=`))!
    .split(';');
  const [name, value] = cookie.split('=');
  return { name, value, cookie };
}

/** For an app whose tests do not listen to the demo's songs: analysing all of them takes minutes of a processor. */
export async function pauseMeasuring(url: string, account: Account): Promise<void> {
  const { cookie } = await signIn(url, account);
  await call(`${url}/api/admin/jobs/measure`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{"paused":true}',
  });
}

/**
 * The same where other tracks are to be analysed; the first of the demo's can be kept. Past the app: what staff delete there
 * can be brought back, and is analysed all the same.
 */
export async function dropDemoSongs(app: StartedApp, keep = 0): Promise<void> {
  await query(app, 'DELETE FROM submissions WHERE demo AND id > $1', [keep]);
  await query(
    app,
    'DELETE FROM recording_runs WHERE NOT EXISTS (SELECT FROM submissions s WHERE s.audio_sha256 = recording_runs.audio_sha256)',
  );
}

/** As the owner of its database: for what no page does. */
export async function query({ dataDir }: StartedApp, text: string, values: unknown[] = []): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: (await findEmbeddedServer(dataDir))!.ownerUrl });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

async function call(address: string, init: RequestInit): Promise<void> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
}

const ENTRY = 'dist/server/start.js';
/** Nothing else of the developer's environment reaches the app: no DATABASE_URL, no keys. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export async function startApp(settings: Record<string, string> = {}): Promise<StartedApp> {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing: run npm run build.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-e2e-'));
  await chmod(dataDir, 0o711);
  const inherited = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const env = {
    ...Object.fromEntries(inherited),
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    // Listening for words takes most of an analysis, and no journey reads them: they are tested over HTTP.
    TRANSCRIPTION: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  mkdirSync('test-results', { recursive: true });
  const log = createWriteStream('test-results/app.log', { flags: 'a' });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const note = (text: string): void => {
      log.write(text);
      said += text;
    };
    const listen = (text: string): void => {
      note(text);
      const address = /http:\/\/[\w.-]+:\d+/.exec(said)?.[0];
      if (address) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', note);
    void ended.then(() => reject(new Error(`The app ended before it listened:\n${said}`)));
  }).catch(async (error) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    log.end();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, stop };
}
