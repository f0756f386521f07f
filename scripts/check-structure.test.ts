// Every rule of check-structure is shown to pass on a good tree and to fail on one that breaks it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { runCheck } from './check-structure.mjs';

const script = fileURLToPath(new URL('./check-structure.mjs', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

type Tree = Record<string, string>;

function checkTree(tree: Tree): { code: number; out: string } {
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  folders.push(root);
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const lines: string[] = [];
  const code = runCheck(root, (line) => lines.push(line));
  return { code, out: lines.join('\n') };
}

function expectRefused(tree: Tree, finding: string | RegExp) {
  const { code, out } = checkTree(tree);
  expect(out).toMatch(finding);
  expect(code).toBe(1);
}

function expectAccepted(tree: Tree) {
  const { code, out } = checkTree(tree);
  expect(out).toContain('structure: 0 errors');
  expect(code).toBe(0);
}

const importing = (specifier: string) => `import { thing } from '${specifier}';\nthing();\n`;
const typeImporting = (specifier: string) =>
  `import type { Thing } from '${specifier}';\nexport type T = Thing;\n`;
const machinePath = ['', 'work', 'main', 'file.ts'].join('/');

describe('imports', () => {
  test.each<[string, string, string]>([
    ['src/audio/tempo.ts', '#platform/log.ts', 'audio may not import platform'],
    ['src/platform/log.ts', '#features/votes/service.ts', 'platform may not import service'],
    ['src/platform/log.ts', '#providers/sms/port.ts', 'platform may not import port'],
    ['src/providers/sms/port.ts', '#features/votes/rules.ts', 'port may not import rules'],
    ['src/features/votes/contract.ts', './rules.ts', 'contract may not import rules'],
    ['src/features/votes/contract.ts', '#platform/log.ts', 'contract may not import platform'],
    ['src/features/votes/rules.ts', './table.ts', 'rules may not import table'],
    ['src/features/votes/rules-packages.ts', '#platform/clock.ts', 'rules may not import platform'],
    ['src/features/votes/service.ts', '#providers/sms/twilio.ts', 'service may not import provider'],
    ['src/features/votes/service.ts', './routes.ts', 'service may not import routes'],
    ['src/features/votes/service.ts', '#app/create-app.ts', 'service may not import app'],
    ['src/features/votes/routes.ts', './table.ts', 'routes may not import table'],
    ['src/features/votes/jobs.ts', './table.ts', 'jobs may not import table'],
    ['src/features/votes/web/vote-page.tsx', '../service.ts', 'feature-web may not import service'],
    ['src/features/votes/web/vote-page.tsx', '../table.ts', 'feature-web may not import table'],
    ['src/features/votes/web/vote-page.tsx', '#providers/sms/port.ts', 'feature-web may not import port'],
    ['src/features/votes/web/vote-page.tsx', '#platform/log.ts', 'feature-web may not import platform'],
    ['src/web/router.tsx', '#features/votes/queries.ts', 'web may not import queries'],
    ['src/app/create-app.ts', '#web/router.tsx', 'app may not import web'],
    ['src/app/create-app.ts', '../../scripts/seed.mjs', 'is outside src'],
    ['src/features/votes/service.ts', '#main/start.ts', 'service may not import main'],
  ])('%s may not import %s', (file, specifier, message) => {
    expectRefused({ [file]: importing(specifier) }, `${file}:1 import: `);
    expectRefused({ [file]: importing(specifier) }, message);
  });

  test('each form of import is seen, on its own line', () => {
    const forms = [
      "import './table.ts';",
      "const page = await import('./table.ts');",
      "export { votes } from './table.ts';",
      "import {\n  votes,\n} from './table.ts';",
      "import type { Vote } from './table.ts';",
    ];
    for (const form of forms) {
      const line = form.split('\n').length + 1;
      const tree = { 'src/features/votes/routes.ts': `// routes\n${form}\n` };
      expectRefused(tree, `routes.ts:${line} import: routes may not import table`);
    }
  });

  test('what the architecture lists is accepted', () => {
    const files: [string, string[]][] = [
      [
        'src/features/votes/contract.ts',
        ['zod', '#platform/http/endpoint.ts', '#features/albums/contract.ts'],
      ],
      ['src/features/votes/rules.ts', ['./contract.ts', '#features/albums/rules.ts']],
      ['src/features/votes/table.ts', ['drizzle-orm/pg-core', '#features/albums/table.ts']],
      [
        'src/features/votes/service.ts',
        ['drizzle-orm', '#platform/log.ts', '#providers/sms/port.ts', '#audio/tempo.ts'],
      ],
      ['src/features/votes/queries.ts', ['drizzle-orm', './table.ts']],
      ['src/features/votes/routes.ts', ['./service.ts', './contract.ts', '#features/staff/service.ts']],
      ['src/features/votes/grants.ts', ['./service.ts', '#features/payments/contract.ts']],
      [
        'src/features/votes/web/vote-page.tsx',
        ['react', '../contract.ts', '../rules.ts', '#web/ui/button.tsx'],
      ],
      ['src/features/votes/service.test.ts', ['drizzle-orm', '#app/create-app.ts', 'node:fs']],
      ['src/web/router.tsx', ['#features/votes/web/vote-page.tsx', '#platform/http/endpoint.ts']],
      ['src/app/deps.ts', ['#features/votes/routes.ts', '#platform/log.ts']],
      ['src/main/start.ts', ['#app/deps.ts', 'node:fs']],
    ];
    expectAccepted(Object.fromEntries(files.map(([file, uses]) => [file, uses.map(importing).join('')])));
  });

  test('a service may look up the type of the dependencies, never the object', () => {
    expectAccepted({ 'src/features/votes/service.ts': typeImporting('#app/deps.ts') });
    expectRefused(
      { 'src/features/votes/service.ts': importing('#app/deps.ts') },
      'service may not import app',
    );
    expectRefused(
      { 'src/features/votes/rules.ts': typeImporting('#app/deps.ts') },
      'rules may not import app',
    );
  });

  test('one provider does not import another', () => {
    expectRefused(
      { 'src/providers/sms/port.ts': typeImporting('#providers/storage/port.ts') },
      'may not import another',
    );
  });
});

describe('packages', () => {
  test.each<[string, string, string]>([
    ['src/features/votes/routes.ts', 'drizzle-orm', 'know drizzle'],
    ['src/platform/jobs/queue.ts', 'drizzle-orm', 'know drizzle'],
    ['src/audio/decode.ts', 'node:fs', 'knows nothing of files'],
    ['src/audio/decode.ts', 'node:fs/promises', 'knows nothing of files'],
    ['src/features/votes/web/vote-page.tsx', 'node:crypto', 'runs in the browser'],
    ['src/features/votes/rules.ts', 'crypto', 'runs in the browser'],
    ['src/features/votes/contract.ts', 'fastify', 'imports zod and nothing else'],
    ['src/platform/http/endpoint.ts', 'fastify', 'imports zod and nothing else'],
  ])('%s may not import %s', (file, specifier, message) => {
    expectRefused({ [file]: importing(specifier) }, message);
  });

  test('a server package is kept out of the browser', () => {
    const packageFile = JSON.stringify({ dependencies: { sharp: '1.0.0', zod: '4.0.0' } });
    const page = 'src/features/votes/web/vote-page.tsx';
    expectRefused({ 'package.json': packageFile, [page]: importing('sharp') }, 'sharp is a server package');
    expectAccepted({ 'package.json': packageFile, [page]: importing('zod') + importing('react') });
  });

  test('platform/db may know drizzle', () => {
    expectAccepted({ 'src/platform/db/connect.ts': importing('drizzle-orm/node-postgres') });
  });
});

describe('circles', () => {
  test('two files that import each other', () => {
    const tree = { 'src/audio/a.ts': importing('./b.ts'), 'src/audio/b.ts': importing('./a.ts') };
    expectRefused(tree, 'circle: src/audio/b.ts -> src/audio/a.ts is a circle');
  });

  test('types alone make no circle between files', () => {
    expectAccepted({ 'src/audio/a.ts': importing('./b.ts'), 'src/audio/b.ts': typeImporting('./a.ts') });
    const inline = "import { type Thing } from './a.ts';\nexport type T = Thing;\n";
    expectAccepted({ 'src/audio/a.ts': importing('./b.ts'), 'src/audio/b.ts': inline });
  });

  test('services of two features, even by different files', () => {
    const tree = {
      'src/features/votes/service.ts': importing('#features/offers/service-holds.ts'),
      'src/features/offers/service-holds.ts': 'export const hold = 1;\n',
      'src/features/offers/service.ts': importing('#features/votes/service-free.ts'),
      'src/features/votes/service-free.ts': 'export const free = 1;\n',
    };
    expectRefused(tree, /circle: services of .*call each other in a circle/);
    expectAccepted({ ...tree, 'src/features/offers/service.ts': importing('#features/votes/rules.ts') });
  });
});

describe('names', () => {
  test.each<[string, string]>([
    ['src/features/votes/model.ts', 'is not a file of a feature'],
    ['src/features/votes/votes-service.ts', 'is not a file of a feature'],
    ['src/features/votes/rules/packages.ts', 'is not a file of a feature'],
    ['src/features/polls/service.ts', 'is not a feature'],
    ['src/providers/mail/port.ts', 'is not a port'],
    ['src/providers/sms/embedded.ts', 'has no port.ts'],
    ['src/services/vote.ts', 'is not a folder of src'],
    ['src/web/VoteButton.tsx', "kebab-case: rename 'VoteButton.tsx'"],
    ['src/web/Ui/button.tsx', "kebab-case: rename 'Ui'"],
    ['src/platform/http_server.ts', 'kebab-case'],
    ['src/platform/utils.ts', "vague-name: 'utils' says nothing"],
    ['src/platform/common/thing.ts', 'vague-name'],
    ['src/web/date-helpers.ts', 'vague-name'],
    ['scripts/job-manager.mjs', 'vague-name'],
  ])('%s is refused', (file, message) => {
    expectRefused({ [file]: 'export const one = 1;\n' }, message);
  });

  test('an adapter without the compliance suite is refused', () => {
    const port = { 'src/providers/sms/port.ts': 'export type A = 1;\n' };
    expectAccepted(port);
    const adapter = { ...port, 'src/providers/sms/twilio.ts': 'export const b = 1;\n' };
    expectRefused(adapter, 'has no compliance.test.ts');
    expectAccepted({ ...adapter, 'src/providers/sms/compliance.test.ts': '' });
  });

  test('the vocabulary is accepted', () => {
    const kinds = ['contract', 'table', 'rules', 'service', 'queries', 'routes', 'jobs', 'grants'];
    const names = [
      ...kinds.map((kind) => `${kind}.ts`),
      'rules-packages.ts',
      'any-thing.test.ts',
      'decode.thread.ts',
    ];
    const web = ['web/vote-page.tsx', 'web/staff/vote-table.tsx', 'web/vote-page.css'];
    const entries = [...names, ...web].map((name) => [`src/features/votes/${name}`, '// one\n']);
    expectAccepted(Object.fromEntries(entries));
  });
});

describe('text', () => {
  test('process.env outside the configuration', () => {
    const text = 'const a = 1;\nexport const port = process.env.PORT ?? a;\n';
    expectRefused({ 'src/platform/log.ts': text }, 'src/platform/log.ts:2 environment: ');
    expectRefused({ 'src/platform/log.ts': "import { env } from 'node:process';\n" }, 'environment: ');
    expectAccepted({
      'src/platform/config.ts': text,
      'scripts/x.mjs': text,
      'src/platform/log.test.ts': text,
    });
  });

  test('barrels', () => {
    const tree = { 'src/audio/index.ts': "export { tempo } from './tempo.ts';\n", 'src/audio/tempo.ts': '' };
    expectRefused(tree, 'src/audio/index.ts:1 barrel: ');
    expectRefused(
      { 'src/audio/all.ts': "export * from './tempo.ts';\n", 'src/audio/tempo.ts': '' },
      'barrel: ',
    );
    expectAccepted({ 'src/web/index.ts': 'export const start = () => 1;\n' });
  });

  test('length: 400 lines pass with a question, 401 fail', () => {
    const lines = (count: number) => ({ 'src/audio/long.ts': '// a line\n'.repeat(count) });
    expectRefused(lines(401), 'length: 401 lines');
    const { code, out } = checkTree(lines(400));
    expect(out).toContain('warning src/audio/long.ts:400 length');
    expect(code).toBe(0);
    expect(checkTree(lines(250)).out).not.toContain('warning ');
  });

  test('paths of one machine and registry addresses', () => {
    expectRefused({ 'docs/x.md': `one\nsee ${machinePath}\n` }, 'docs/x.md:2 machine-path: ');
    const registry = `https://${'registry'}.example.com/zod`;
    expectRefused({ 'scripts/x.mjs': `fetch('${registry}');\n` }, 'machine-path: no registry address');
    expectRefused({ '.npmrc': `${'registry'}=http://10.0.0.1/\n` }, 'machine-path: no registry address');
    const lock = `{ "packages": { "a": {\n "resolved": "${registry}" } } }`;
    expectRefused({ 'package-lock.json': lock }, 'package-lock.json:2 machine-path: ');
    expectAccepted({ 'src/app/routes.ts': "const page = '/api/homework/list';\nconst b = 'src/work/a';\n" });
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
    ['[a page](docs/missing.md)', "'docs/missing.md' does not exist"],
  ])('%s is refused', (words, message) => {
    expectRefused({ 'README.md': `# A\n\nSee ${words}.\n`, 'src/audio/tempo.ts': '' }, message);
  });

  test('what exists, and what is no path, is accepted', () => {
    const words =
      '`src/audio/tempo.ts` `src/audio/` `audio/tempo.ts` `tempo.ts` `#audio/*.ts` `src/<layer>/tempo.ts`';
    const others =
      '`npm test` `/api/health` `audio/mpeg` `service.ts` `a/b` `and/or` `.env` `data/` [x](https://a.b/c.md)';
    const block = '```\nsrc/not/there.ts `src/not/there.ts`\n```';
    expectAccepted({ 'README.md': `${words}\n${others}\n${block}\n`, 'src/audio/tempo.ts': '' });
  });

  test('versions that float', () => {
    const floating = JSON.stringify(
      { dependencies: { zod: '4.6.7' }, devDependencies: { vite: '^8.0.0' } },
      null,
      2,
    );
    expectRefused({ 'package.json': floating }, "package.json:6 pinned: vite is '^8.0.0'");
    for (const version of ['latest', '*', '~1.0.0', '1.x', '>=1.0.0', 'git+ssh://a/b']) {
      expectRefused({ 'package.json': JSON.stringify({ dependencies: { a: version } }) }, 'pinned: ');
    }
    const exact = { dependencies: { a: '1.0.0', b: '18.4.0-beta.17', c: 'npm:d@2.0.1' } };
    expectAccepted({ 'package.json': JSON.stringify(exact) });
  });
});

test('as a command it exits 1 on an error and 0 without', () => {
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  folders.push(root);
  expect(spawnSync(process.execPath, [script, root]).status).toBe(0);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { zod: '^4.0.0' } }));
  expect(spawnSync(process.execPath, [script, root]).status).toBe(1);
});
