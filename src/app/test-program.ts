/** For tests: one of our programs in a process of its own, as built for the run. */
import { type ChildProcess, spawn } from 'node:child_process';
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
