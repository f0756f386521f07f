/** For tests: one of our programs in a process of its own, as built for the run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestApp } from './test-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's build of the server is. */
    serverFolder: string;
  }
}

/** The file of an entry point of src/main, or of a server of the tests. */
export const findProgram = (name: string) => join(inject('serverFolder'), `${name}.js`);

/** Without warning, as in a crash. One that has ended by itself is not waited for. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** The first it prints. One that ends before that is a failure at once, not a wait. */
export async function hearFirst(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program ended with ${code} and said nothing.`);
  });
  const [said] = await Promise.race([once(child.stdout!, 'data'), ended]);
  ended.catch(() => {});
  return String(said).trim();
}

/** A worker of its own on an app's database, to be killed. */
export function startWorkerProcess(app: TestApp, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [findProgram('worker')], {
    env: {
      ...process.env,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
      APP_SECRET: 'a secret for tests only',
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'test',
      TRANSCRIPTION: 'off',
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
