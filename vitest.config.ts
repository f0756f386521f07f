/**
 * Three kinds of tests: `unit` needs nothing and is quick; `slow` takes whole songs, programs of their own or an object
 * store; `http` has a PostgreSQL with a migrated template and a build of the server for the whole run.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SLOW = [
  'tools/!(soak)/**/*.test.ts',
  'scripts/**/*.test.ts',
  'src/audio/{fingerprint/*,hostile,measure,measure-master}.test.ts',
  'src/features/releases/rules-levels.test.ts',
  'src/providers/storage/*.test.ts',
];
const PURE = [
  'src/audio/**/*.test.ts',
  'src/{web,shell,campaign}/**/*.test.{ts,tsx}',
  'src/main/print/*.test.ts',
  'src/features/*/web/**/*.test.{ts,tsx}',
  'src/features/*/{rules,contract,copy,format}*.test.ts',
  'src/platform/{config,csv,phone,phone-digits,zip}.test.ts',
  'src/platform/http/{range,openapi,network}.test.ts',
];

export default defineConfig({
  test: {
    // Processes, not threads: tests start worker threads themselves.
    pool: 'forks',
    maxWorkers: availableParallelism(),
    // Files share a process, and what it has loaded: half of the time went into loading the app once a file.
    isolate: false,
    execArgv: [
      // As newer versions have it: with this one's own the optimising of the speech model takes twice as long as loading it.
      '--wasm-tiering-budget=13000000',
      // Room for what is soon let go, cleared by one thread: several wait for each other on a busy machine.
      ...['--min-semi-space-size=32', '--max-semi-space-size=64', '--single-threaded-gc'],
    ],
    // A last resort against hanging, not a measure of speed: a busy machine is slow in everything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'unit', include: PURE, exclude: SLOW } },
      { extends: true, test: { name: 'slow', include: SLOW } },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['src/{platform,providers,features,app,main}/**/*.test.ts', 'tools/soak/*.test.ts'],
          exclude: [...PURE, ...SLOW],
          globalSetup: 'scripts/test/server-setup.ts',
          // What was built is loaded as it is.
          server: { deps: { external: [/\/\.cache\/server-/] } },
          setupFiles: ['scripts/test/built-threads.ts'],
        },
      },
    ],
  },
});
