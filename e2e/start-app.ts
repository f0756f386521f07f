/** Starts the built app as people do, in a temp folder with its own database, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface StartedApp {
  url: string;
  dataDir: string;
  /** As Ctrl-C does; resolves when app and database have ended. */
  stop(): Promise<void>;
}

/** The owner account of the app all journeys share. */
export const STAFF = { email: 'owner@test.example', password: 'correct horse' };

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
