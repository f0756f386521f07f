// Every rule on imports passes on a good tree and fails on one that breaks it.
import { describe, test } from 'vitest';
import { expectAccepted, expectRefused, importing, typeImporting } from './made-up-tree.ts';

describe('imports', () => {
  test.each<[string, string, string]>([
    ['src/audio/rhythm/tempo.ts', '#platform/log.ts', 'audio may not import platform'],
    ['src/platform/log.ts', '#features/votes/service.ts', 'platform may not import service'],
    ['src/platform/log.ts', '#providers/sms/port.ts', 'platform may not import port'],
    ['src/ports/sms.ts', '#features/votes/rules.ts', 'port may not import rules'],
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
    ['src/shell/router.tsx', '#features/votes/queries.ts', 'web may not import queries'],
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
      ['src/shell/router.tsx', ['#features/votes/web/vote-page.tsx', '#platform/http/endpoint.ts']],
      ['src/deps.ts', ['#features/votes/routes.ts', '#platform/log.ts']],
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
      { 'src/ports/sms.ts': typeImporting('#providers/storage/port.ts') },
      'may not import another',
    );
  });
});

describe('packages', () => {
  test.each<[string, string, string]>([
    ['src/features/votes/routes.ts', 'drizzle-orm', 'know drizzle'],
    ['src/platform/jobs/queue.ts', 'drizzle-orm', 'know drizzle'],
    ['src/audio/decode/decode.ts', 'node:fs', 'knows nothing of files'],
    ['src/audio/decode/decode.ts', 'node:fs/promises', 'knows nothing of files'],
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
