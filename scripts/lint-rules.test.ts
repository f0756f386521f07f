/** The linter's rules that hold the architecture refuse what they are there for, and nothing else. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const READS = 'export const port = process.env.PORT ?? 1;\n';
const FILES = {
  'src/platform/log.ts': READS,
  'src/platform/clock.ts': "import { env } from 'node:process';\n\nexport const port = env.PORT;\n",
  'src/app/test-app.ts': READS,
  'src/web/ui/button.tsx': READS,
  'src/platform/config.ts': READS,
  'src/platform/log.test.ts': READS,
  'scripts/x.mjs': READS,
  'src/audio/index.ts': "export { tempo } from './tempo.ts';\n",
  'src/audio/all.ts': "export * from './tempo.ts';\n",
  'src/web/index.ts': 'export const start = () => 1;\n',
};

/** `file rule` for each complaint about the files, with our settings. */
function lint(): string[] {
  const root = mkdtempSync(join(tmpdir(), 'soundcheck-lint-'));
  try {
    const settings = { ...JSON.parse(readFileSync('biome.json', 'utf8')), vcs: {} };
    for (const [file, text] of Object.entries({ ...FILES, 'biome.json': JSON.stringify(settings) })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const biome = resolve('node_modules/.bin/biome');
    const args = ['lint', '--colors=off', '--max-diagnostics=none', '.'];
    const { stdout, stderr } = spawnSync(biome, args, { cwd: root, encoding: 'utf8' });
    const found = (stdout + stderr).matchAll(/^(\S+):\d+:\d+ lint\/\w+\/(\w+)/gm);
    return [...new Set([...found].map(([, file, rule]) => `${file} ${rule}`))].sort();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('only the configuration, tests and scripts read the environment; no barrels', () => {
  expect(lint()).toEqual([
    'src/app/test-app.ts noProcessEnv',
    'src/audio/all.ts noBarrelFile',
    'src/audio/all.ts noReExportAll',
    'src/audio/index.ts noBarrelFile',
    'src/platform/clock.ts noProcessEnv',
    'src/platform/log.ts noProcessEnv',
    'src/web/ui/button.tsx noProcessEnv',
  ]);
});
