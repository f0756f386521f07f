// Every rule of check-structure on names, texts and documents passes on a good tree and fails on one that breaks it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkTree, expectAccepted, expectRefused } from './structure/made-up-tree.ts';

const machinePath = ['', 'work', 'main', 'file.ts'].join('/');

describe('names', () => {
  test.each<[string, string]>([
    ['src/features/votes/model.ts', 'is not a file of a feature'],
    ['src/features/votes/votes-service.ts', 'is not a file of a feature'],
    ['src/features/votes/rules/packages.ts', 'is not a file of a feature'],
    ['src/features/polls/service.ts', 'is not a feature'],
    ['src/providers/mail/port.ts', 'is not a port'],
    ['src/providers/sms/embedded.ts', 'there is no src/ports/sms.ts'],
    ['src/services/vote.ts', 'is not a folder of src'],
    ['src/web/VoteButton.tsx', "kebab-case: rename 'VoteButton.tsx'"],
    ['src/web/Ui/button.tsx', "kebab-case: rename 'Ui'"],
    ['src/platform/http_server.ts', 'kebab-case'],
    ['src/platform/utils.ts', "vague-name: 'utils' says nothing"],
    ['src/platform/common/thing.ts', 'vague-name'],
    ['src/web/date-helpers.ts', 'vague-name'],
    ['scripts/job-manager.mjs', 'vague-name'],
  ])('%s is refused', async (file, message) => {
    await expectRefused({ [file]: 'export const one = 1;\n' }, message);
  });

  test('an adapter without the compliance suite is refused', async () => {
    const port = { 'src/ports/sms.ts': 'export type A = 1;\n' };
    await expectAccepted(port);
    const adapter = { ...port, 'src/providers/sms/twilio.ts': 'export const b = 1;\n' };
    await expectRefused(adapter, 'there is no src/providers/sms/compliance.test.ts');
    await expectAccepted({ ...adapter, 'src/providers/sms/compliance.test.ts': '' });
  });

  test('two migrations of one number are refused', async () => {
    const tree = { 'migrations/0001_a.sql': '', 'migrations/0002_b.sql': '', 'docs/adr/0001-c.md': '' };
    await expectAccepted(tree);
    await expectRefused({ ...tree, 'migrations/0002_c.sql': '' }, '0002_c.sql:1 number: has the number of');
  });

  test('the vocabulary is accepted', async () => {
    const kinds = ['contract', 'table', 'rules', 'service', 'queries', 'routes', 'jobs', 'grants'];
    const names = [
      ...kinds.map((kind) => `${kind}.ts`),
      'rules-packages.ts',
      'any-thing.test.ts',
      'decode.thread.ts',
    ];
    const web = ['web/vote-page.tsx', 'web/staff/vote-table.tsx', 'web/vote-page.css'];
    const entries = [...names, ...web].map((name) => [`src/features/votes/${name}`, '// one\n']);
    await expectAccepted(Object.fromEntries(entries));
  });
});

describe('text', () => {
  test('a type fetched in the middle of a file, which the import rules do not see', async () => {
    for (const form of [
      "type A = import('./table.ts').Vote;",
      "const a = new Map<string, import('#features/votes/table.ts').Vote>();",
      "let a: Promise<typeof import('./table.ts')>;",
    ])
      await expectRefused({ 'src/features/votes/routes.ts': `${form}\n` }, 'routes.ts:1 import-type: ');
    await expectAccepted({ 'src/features/votes/routes.ts': "const { A } = await import('./table.ts');\n" });
    await expectAccepted({ 'src/features/votes/service.ts': "let a: typeof import('pg');\n" });
  });

  test('length: 400 lines pass with a question, 401 fail', async () => {
    const lines = (count: number) => ({ 'src/audio/long.ts': '// a line\n'.repeat(count) });
    await expectRefused(lines(401), 'length: 401 lines');
    const { code, out } = await checkTree(lines(400));
    expect(out).toContain('warning src/audio/long.ts:400 length');
    expect(code).toBe(0);
    expect((await checkTree(lines(250))).out).not.toContain('warning ');
  });

  test('paths of one machine and registry addresses', async () => {
    await expectRefused({ 'docs/x.md': `one\nsee ${machinePath}\n` }, 'docs/x.md:2 machine-path: ');
    const registry = `https://${'registry'}.example.com/zod`;
    await expectRefused({ 'scripts/x.mjs': `fetch('${registry}');\n` }, 'machine-path: no registry address');
    await expectRefused(
      { '.npmrc': `${'registry'}=http://10.0.0.1/\n` },
      'machine-path: no registry address',
    );
    const lock = `{ "packages": { "a": {\n "resolved": "${registry}" } } }`;
    await expectRefused({ 'package-lock.json': lock }, 'package-lock.json:2 machine-path: ');
    await expectAccepted({
      'src/app/routes.ts': "const page = '/api/homework/list';\nconst b = 'src/work/a';\n",
    });
  });
});

describe('documents', () => {
  test.each<[string, string]>([
    ['`src/audio/missing.ts`', "doc-path: 'src/audio/missing.ts' does not exist"],
    ['`src/missing/`', "'src/missing' does not exist"],
    ['`audio/missing.ts`', "'src/audio/missing.ts' does not exist"],
    ['`#audio/missing.ts`', "'src/audio/missing.ts' does not exist"],
    ['`missing.json`', "'missing.json' does not exist"],
    ['`elsewhere/`', "'elsewhere' does not exist"],
    ['`src/features/*/web`', 'does not exist'],
    ['`*.thread.ts`', 'does not exist'],
    ['[a page](docs/missing.md)', "'docs/missing.md' does not exist"],
  ])('%s is refused', async (words, message) => {
    await expectRefused({ 'README.md': `# A\n\nSee ${words}.\n`, 'src/audio/rhythm/tempo.ts': '' }, message);
  });

  test('what exists, and what is no path, is accepted', async () => {
    const words =
      '`src/audio/rhythm/tempo.ts` `src/audio/` `audio/rhythm/tempo.ts` `tempo.ts` `#audio/rhythm/*.ts` `src/<layer>/rhythm/tempo.ts`';
    const others =
      '`npm test` `/api/health` `audio/mpeg` `service.ts` `a/b` `and/or` `.ts` `*o.ts` `rules-packages.ts` `#features/...` `.env` `data/` [x](https://a.b/c.md)';
    const block = '```\nsrc/not/there.ts `src/not/there.ts`\n```';
    await expectAccepted({ 'README.md': `${words}\n${others}\n${block}\n`, 'src/audio/rhythm/tempo.ts': '' });
  });

  test('versions that float', async () => {
    const floating = JSON.stringify(
      { dependencies: { zod: '4.6.7' }, devDependencies: { vite: '^8.0.0' } },
      null,
      2,
    );
    await expectRefused({ 'package.json': floating }, "package.json:6 pinned: vite is '^8.0.0'");
    for (const version of ['latest', '*', '~1.0.0', '1.x', '>=1.0.0', 'git+ssh://a/b']) {
      await expectRefused({ 'package.json': JSON.stringify({ dependencies: { a: version } }) }, 'pinned: ');
    }
    const exact = { dependencies: { a: '1.0.0', b: '18.4.0-beta.17', c: 'npm:d@2.0.1' } };
    await expectAccepted({ 'package.json': JSON.stringify(exact) });
  });
});

describe('settings', () => {
  const config = 'const settings = z.object({\n  PORT: z.coerce.number(),\n  S3_BUCKET: z.string(),\n});\n';
  const name = 'src/platform/config.ts';

  test('one that operators are not told of, and one that nobody reads', async () => {
    await expectRefused(
      { [name]: config, '.env.example': 'PORT=3000\n' },
      `${name}:3 settings: S3_BUCKET is not in`,
    );
    const extra = 'PORT=3000\nS3_BUCKET=\n\nCOLOUR=red\n';
    await expectRefused(
      { [name]: config, '.env.example': extra },
      '.env.example:4 settings: COLOUR is not read',
    );
  });

  test('the same on both sides, also when commented out', async () => {
    await expectAccepted({ [name]: config, '.env.example': '# A port.\nPORT=3000\n# S3_BUCKET=\n' });
  });

  test('one of a part beside it counts', async () => {
    const part = 'src/platform/config-texts.ts';
    const files = { [name]: config, [part]: 'export const TEXTS = {\n  SMS: z.string(),\n};\n' };
    await expectAccepted({ ...files, '.env.example': 'PORT=3000\nS3_BUCKET=\nSMS=\n' });
    await expectRefused(
      { ...files, '.env.example': 'PORT=3000\nS3_BUCKET=\n' },
      `${part}:2 settings: SMS is not in`,
    );
  });
});

test('as a command it exits 1 on an error and 0 without', async () => {
  const script = fileURLToPath(new URL('./check-structure.mjs', import.meta.url));
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  expect(spawnSync(process.execPath, [script, root]).status).toBe(0);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { zod: '^4.0.0' } }));
  expect(spawnSync(process.execPath, [script, root]).status).toBe(1);
  rmSync(root, { recursive: true });
});
