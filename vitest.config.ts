/** Two kinds of tests: `unit` needs nothing, `http` has a PostgreSQL with a migrated template for the whole run. */
import { defineConfig } from 'vitest/config';

const PURE = [
  'src/audio/**/*.test.ts',
  'src/{web,shell,campaign}/**/*.test.{ts,tsx}',
  'src/main/print/*.test.ts',
  'src/features/*/web/**/*.test.{ts,tsx}',
  'src/features/*/{rules,contract,copy,format}*.test.ts',
  'src/platform/{csv,phone,phone-digits,zip}.test.ts',
  'src/platform/http/{range,openapi}.test.ts',
  'src/providers/storage/*.test.ts',
  '{scripts,tools}/**/*.test.ts',
];

export default defineConfig({
  test: {
    // Two cores: more forks only make each other slow. Processes, not threads: tests start worker threads themselves.
    pool: 'forks',
    maxWorkers: 2,
    // A last resort against hanging, not a measure of speed: a busy machine is slow in everything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'unit', include: PURE } },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['src/{platform,providers,features,app,main}/**/*.test.ts'],
          exclude: [...PURE, '**/node_modules/**'],
          globalSetup: ['scripts/test/database-setup.ts'],
        },
      },
    ],
  },
});
