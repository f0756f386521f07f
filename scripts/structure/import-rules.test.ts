// Every rule on imports passes on a good tree and fails on one that breaks it.
import { beforeAll, describe, expect, test } from 'vitest';
import * as madeUp from './made-up-tree.ts';
import { importing, type Tree, typeImporting, WITH_IMPORTS } from './made-up-tree.ts';

const expectRefused = (tree: Tree, finding: string | RegExp) =>
  madeUp.expectRefused(tree, finding, WITH_IMPORTS);
const expectAccepted = (tree: Tree) => madeUp.expectAccepted(tree, WITH_IMPORTS);
/** Files of one text. */
const treeOf = (files: readonly string[], text: string): Tree =>
  Object.fromEntries(files.map((file) => [file, text]));

/** Looks at all of them at once, which takes as long as at one; each must have the finding. */
async function expectEachRefused(tree: Tree, finding: string, beside: Tree = {}): Promise<void> {
  const { code, out } = await madeUp.checkTree({ ...beside, ...tree }, WITH_IMPORTS);
  for (const file of Object.keys(tree)) expect(out).toMatch(new RegExp(`^${file}:\\d+ ${finding}`, 'm'));
  expect(code).toBe(1);
}

/** Puts each case into a file of its own, `service-7.ts` for `service.ts`, and checks all of them at once. */
async function checkAll(cases: { file: string; text: string }[]): Promise<(index: number) => string> {
  const nameOf = (index: number) => cases[index].file.replace(/((\.thread)?\.tsx?)$/, `-${index}$1`);
  const named = cases.map(({ file, text }, index) => [FIXED.includes(file) ? file : nameOf(index), text]);
  const { out } = await madeUp.checkTree(Object.fromEntries(named), WITH_IMPORTS);
  return (index) => {
    const about = out.split('\n').filter((line) => line.startsWith(`${named[index][0]}:`));
    return about.filter((line) => !/ (feature-)?circle: /.test(line)).join('\n');
  };
}

/** These are what they are by their full name: one case each. */
const FIXED = ['src/deps.ts', 'src/platform/text-limits.ts', 'src/platform/http/endpoint.ts'];

const UPWARDS: [string, string, string][] = [
  ['src/audio/rhythm/tempo.ts', '#platform/log.ts', 'audio may import nothing of ours'],
  ['src/platform/log.ts', '#features/votes/service.ts', 'platform may import'],
  ['src/platform/log.ts', '#ports/sms.ts', 'platform may import'],
  ['src/ports/sms.ts', '#features/votes/rules.ts', 'port may import'],
  ['src/campaign/load-campaign.ts', '#features/votes/rules.ts', 'campaign may import'],
  ['src/deps.ts', '#features/votes/service.ts', 'deps may import'],
  ['src/providers/sms/twilio.ts', '#features/sms/rules.ts', 'provider may import'],
  ['src/providers/sms/twilio.ts', '#app/assemble.ts', 'provider may import'],
  ['src/features/votes/contract.ts', './rules.ts', 'contract may import'],
  ['src/features/votes/limits.ts', './rules.ts', 'limits may import'],
  ['src/features/votes/calls.ts', './rules.ts', 'calls may import'],
  ['src/features/votes/contract.ts', '#platform/log.ts', 'contract may import'],
  ['src/features/votes/rules.ts', './table.ts', 'rules may import'],
  ['src/features/votes/rules-packages.ts', '#platform/clock.ts', 'rules may import'],
  ['src/features/votes/copy.ts', '#platform/clock.ts', 'copy may import'],
  ['src/features/votes/format-receipt.ts', './service.ts', 'format may import'],
  ['src/features/votes/job-names.ts', './jobs.ts', 'job-names may import'],
  ['src/features/votes/table.ts', './service.ts', 'table may import'],
  ['src/features/votes/service.ts', '#providers/sms/twilio.ts', 'service may import'],
  ['src/features/votes/service.ts', './routes.ts', 'service may import'],
  ['src/features/votes/service.ts', '#app/create-app.ts', 'service may import'],
  ['src/features/votes/service.ts', '#main/start.ts', 'service may import'],
  ['src/features/votes/queries.ts', './service.ts', 'queries may import'],
  ['src/features/votes/routes.ts', './table.ts', 'routes may import'],
  ['src/features/votes/jobs.ts', './table.ts', 'jobs may import'],
  ['src/features/votes/grants.ts', './table.ts', 'grants may import'],
  ['src/features/votes/personal-data.ts', './routes.ts', 'personal-data may import'],
  ['src/features/votes/feature.ts', './table.ts', 'feature may import'],
  ['src/features/votes/count.thread.ts', './service.ts', 'thread may import'],
  ['src/features/votes/web/vote-page.tsx', '../service.ts', 'feature-web may import'],
  ['src/features/votes/web/vote-page.tsx', '../table.ts', 'feature-web may import'],
  ['src/features/votes/web/vote-page.tsx', '#ports/sms.ts', 'feature-web may import'],
  ['src/features/votes/web/vote-page.tsx', '#platform/log.ts', 'feature-web may import'],
  ['src/shell/router.tsx', '#features/votes/queries.ts', 'shell may import'],
  ['src/web/ui/button.tsx', '#features/votes/rules.ts', 'web may import'],
  ['src/web/ui/button.tsx', '#shell/router.tsx', 'web may import'],
  ['src/app/create-app.ts', '#shell/router.tsx', 'app may import'],
  ['src/app/create-app.ts', '#main/start.ts', 'app may import'],
  ['src/platform/text-limits.ts', '#platform/log.ts', 'browser-safe may import nothing of ours'],
];

const FORMS: [string, string][] = [
  ['for its effects', "import './table.ts';"],
  ['dynamic', "const page = await import('./table.ts');"],
  ['dynamic and lazy', "const load = () => import('./table.ts').then(({ votes }) => votes);"],
  ['handed on', "export { votes } from './table.ts';"],
  ['over several lines', "import {\n  votes,\n} from './table.ts';"],
  ['of a type', "import type { Vote } from './table.ts';"],
  ['of a type among values', "import { type Vote } from './table.ts';"],
  ['of a type handed on', "export type { Vote } from './table.ts';"],
  ['of everything', "import * as table from './table.ts';"],
  ['by alias', "import { votes } from '#features/votes/table.ts';"],
  ['a type by alias', "import type { Vote } from '#features/votes/table.ts';"],
];

/** What is said about a route that imports a table. */
const MAY =
  'routes may import service, queries, rules, copy, format, limits, contract, job-names, browser-safe, deps, campaign, platform, port';

describe('layers', () => {
  let values: (index: number) => string;
  let types: (index: number) => string;
  let forms: (index: number) => string;
  beforeAll(async () => {
    values = await checkAll(UPWARDS.map(([file, to]) => ({ file, text: importing(to) })));
    types = await checkAll(UPWARDS.map(([file, to]) => ({ file, text: typeImporting(to) })));
    const file = 'src/features/votes/routes.ts';
    forms = await checkAll(FORMS.map(([, form]) => ({ file, text: `// routes\n${form}\n` })));
  });

  test.each(UPWARDS.map((one, index) => [...one, index] as const))(
    '%s may not import %s, nor its types',
    (_file, _specifier, message, index) => {
      expect(values(index)).toContain(message);
      expect(types(index)).toContain(message);
    },
  );

  test.each(FORMS.map((one, index) => [...one, index] as const))(
    'an import %s is seen, on its line',
    (_name, form, index) => {
      const line = form.split('\n').length + 1;
      expect(forms(index)).toBe(
        `src/features/votes/routes-${index}.ts:${line} routes: src/features/votes/table.ts: ${MAY}`,
      );
    },
  );

  test('in a page, JSX and generics hide nothing', async () => {
    const page = `import type { Vote } from '../table.ts';
const pick = <T,>(list: T[]) => list[0];
export function VotePage({ votes }: { votes: Vote[] }) {
  return <ol>{votes.map((vote) => <li key={vote.id}>{pick([vote]).id}</li>)}</ol>;
}
`;
    await expectRefused({ 'src/features/votes/web/vote-page.tsx': page }, 'vote-page.tsx:1 feature-web: ');
  });

  test('what the architecture lists is accepted', async () => {
    const files: [string, string[]][] = [
      [
        'src/features/votes/contract.ts',
        ['zod', '#platform/http/endpoint.ts', '#features/albums/contract.ts', './limits.ts', './copy.ts'],
      ],
      ['src/features/votes/calls.ts', ['#platform/http/endpoint.ts']],
      ['src/features/votes/rules.ts', ['./limits.ts', '#features/albums/rules.ts']],
      ['src/features/votes/table.ts', ['drizzle-orm/pg-core', '#features/albums/table.ts']],
      [
        'src/features/votes/service.ts',
        ['drizzle-orm', '#platform/log.ts', '#ports/sms.ts', '#audio/rhythm/tempo.ts', '#deps.ts'],
      ],
      ['src/features/votes/queries.ts', ['drizzle-orm', './table.ts']],
      ['src/features/votes/routes.ts', ['./service.ts', './contract.ts', '#features/accounts/service.ts']],
      ['src/features/votes/grants.ts', ['./service.ts', '#features/payments/contract.ts']],
      ['src/features/votes/personal-data.ts', ['drizzle-orm', './table.ts']],
      ['src/features/votes/feature.ts', ['./routes.ts', './jobs.ts', './grants.ts', './personal-data.ts']],
      [
        'src/features/votes/web/vote-page.tsx',
        ['react', '../calls.ts', '../rules.ts', '#web/ui/button.tsx', '#features/albums/web/cover.tsx'],
      ],
      ['src/features/votes/service.test.ts', ['drizzle-orm', '#app/create-app.ts', 'node:fs', './web/a.tsx']],
      ['src/shell/router.tsx', ['#features/votes/web/vote-page.tsx', '#platform/http/endpoint.ts']],
      ['src/deps.ts', ['#ports/sms.ts', '#campaign/load-campaign.ts', '#platform/log.ts']],
      ['src/providers/sms/twilio.ts', ['#ports/sms.ts', '#platform/log.ts', '#audio/round.ts', './shape.ts']],
      ['src/providers/sms/compliance.test.ts', ['./twilio.ts']],
      ['src/app/create-app.ts', ['#features/votes/feature.ts', '#providers/sms/twilio.ts', '#deps.ts']],
      ['src/main/start.ts', ['#app/create-app.ts', 'node:fs']],
    ];
    await expectAccepted(
      Object.fromEntries(files.map(([file, uses]) => [file, uses.map(importing).join('')])),
    );
  });

  test('rules know the shape of what was measured, and run none of the code that measures', async () => {
    await expectAccepted({ 'src/features/votes/rules.ts': typeImporting('#audio/measure.ts') });
    await expectRefused({ 'src/features/votes/rules.ts': importing('#audio/measure.ts') }, 'audio-shape: ');
    await expectRefused({ 'src/features/votes/contract.ts': typeImporting('#audio/measure.ts') }, 'contract');
  });

  test('pages and what they are made of know the types of a contract, and load no schema', async () => {
    const contract = '#features/votes/contract-staff.ts';
    const files = ['rules.ts', 'copy.ts', 'calls.ts', 'web/vote-page.tsx'].map(
      (name) => `src/features/votes/${name}`,
    );
    await expectAccepted(treeOf(files, typeImporting(contract)));
    for (const specifier of [contract, 'zod'])
      await expectEachRefused(treeOf(files, importing(specifier)), 'no-schemas: ');
    const mixed = "import { type Thing, thing } from '../contract.ts';\nexport const a: Thing = thing();\n";
    await expectRefused({ 'src/features/votes/web/vote-page.tsx': mixed }, 'no-schemas: ');
  });

  test('one provider does not import another', async () => {
    const sms = { 'src/ports/sms.ts': '', 'src/providers/sms/compliance.test.ts': '' };
    const tree = (specifier: string) => ({
      ...sms,
      'src/providers/sms/embedded.ts': typeImporting(specifier),
    });
    await expectRefused(tree('#providers/storage/s3.ts'), /provider-alone: .*may not import another/);
    await expectAccepted(tree('./twilio.ts'));
  });

  test('a name that leads nowhere is refused', async () => {
    const tree = { 'src/audio/a.ts': "import { b } from './b.js';\nb();\n", 'src/audio/b.js': '' };
    await expectAccepted(tree);
    await expectRefused(
      { 'src/audio/a.mjs': "import '#audio/nowhere.ts';\n" },
      'unresolved: #audio/nowhere.ts',
    );
  });
});

describe('beside src', () => {
  test('nothing in src imports from there, not even a test', async () => {
    const places = ['tools/composer/voice.ts', 'bench/run.ts', 'scripts/seed.ts', 'e2e/tracks.ts'];
    const importers = ['src/app/create-app.ts', 'src/app/create-app.test.ts'];
    const text = places.map((file) => importing(`../../${file}`)).join('');
    const { out } = await madeUp.checkTree(
      Object.fromEntries(importers.map((file) => [file, text])),
      WITH_IMPORTS,
    );
    for (const file of importers)
      for (const place of places) expect(out).toMatch(new RegExp(`^${file}:\\d inside-src: ${place}: `, 'm'));
  });

  test('the site is built and tested without tools; tools may use the site', async () => {
    await expectRefused({ 'scripts/a.ts': importing('../tools/a.ts') }, 'tools-alone: ');
    await expectRefused({ 'e2e/a.spec.ts': importing('../bench/a.ts') }, 'tools-alone: ');
    const uses = ['#features/votes/service.ts', '../bench/b.ts', '../e2e/c.ts', '../scripts/d.ts'];
    await expectAccepted({ 'tools/a.ts': uses.map(importing).join('') });
  });

  test('what is there for tests stays with tests', async () => {
    await expectRefused({ 'src/app/run.ts': importing('./test-app.ts') }, 'test-only: ');
    await expectAccepted({ 'src/app/run.test.ts': importing('./test-app.ts') });
    await expectAccepted({ 'src/app/test-buyer.ts': importing('./test-app.ts') });
  });
});

const PACKAGES: [string, string, string][] = [
  ['src/features/votes/routes.ts', 'drizzle-orm', 'know drizzle'],
  ['src/features/votes/routes.ts', 'drizzle-orm/pg-core', 'know drizzle'],
  ['src/platform/jobs/queue.ts', 'drizzle-orm', 'know drizzle'],
  ['src/audio/decode/decode.ts', 'node:fs', 'knows nothing of files'],
  ['src/audio/decode/decode.ts', 'node:fs/promises', 'knows nothing of files'],
  ['src/audio/decode/decode.ts', 'pg', 'knows nothing of files'],
  ['src/features/votes/web/vote-page.tsx', 'node:crypto', 'runs in the browser'],
  ['src/shell/router.tsx', 'node:path', 'runs in the browser'],
  ['src/features/votes/rules.ts', 'crypto', 'runs in the browser'],
  ['src/features/votes/job-names.ts', 'node:os', 'runs in the browser'],
  ['src/features/votes/contract.ts', 'fastify', 'only zod'],
  ['src/platform/http/endpoint.ts', 'fastify', 'only zod'],
];

describe('packages', () => {
  let found: (index: number) => string;
  beforeAll(async () => {
    found = await checkAll(PACKAGES.map(([file, name]) => ({ file, text: importing(name) })));
  });

  test.each(PACKAGES.map((one, index) => [...one, index] as const))(
    '%s may not import %s',
    (_file, _name, message, index) => expect(found(index)).toContain(message),
  );

  test('a server package is kept out of the browser', async () => {
    const installed = (name: string) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = {};\n'],
    ];
    const base = {
      'package.json': JSON.stringify({
        imports: { '#*': './src/*' },
        dependencies: { sharp: '1.0.0', zod: '1.0.0' },
        devDependencies: { react: '1.0.0' },
      }),
      ...Object.fromEntries(['sharp', 'zod', 'react'].flatMap(installed)),
    };
    const pages = ['src/features/votes/web/vote-page.tsx', 'src/web/ui/button.tsx', 'src/shell/main.tsx'];
    const refused = 'browser-packages: .*a server package';
    await expectEachRefused(treeOf(pages, importing('sharp')), refused, base);
    await expectAccepted({ ...base, ...treeOf(pages, typeImporting('zod') + importing('react')) });
  });

  test('platform/db may know drizzle', async () => {
    await expectAccepted({ 'src/platform/db/connect.ts': importing('drizzle-orm/node-postgres') });
  });
});

describe('circles', () => {
  test('two files that import each other', async () => {
    const tree = { 'src/audio/a.ts': importing('./b.ts'), 'src/audio/b.ts': importing('./a.ts') };
    await expectRefused(tree, /circle: src\/audio\/b.ts -> src\/audio\/a.ts: /);
  });

  test('three that do, also by a dynamic import', async () => {
    const tree = {
      'src/audio/a.ts': importing('./b.ts'),
      'src/audio/b.ts': "export const thing = () => import('#audio/c.ts');\n",
      'src/audio/c.ts': importing('./a.ts'),
    };
    await expectRefused(tree, 'circle: ');
  });

  test('types alone make no circle between files of a folder', async () => {
    await expectAccepted({
      'src/audio/a.ts': importing('./b.ts'),
      'src/audio/b.ts': typeImporting('./a.ts'),
    });
    const inline = "import { type Thing } from './a.ts';\nexport type T = Thing;\n";
    await expectAccepted({ 'src/audio/a.ts': importing('./b.ts'), 'src/audio/b.ts': inline });
  });
});

describe('circles between features', () => {
  const votes = { 'src/features/votes/service.ts': importing('#features/offers/service-holds.ts') };

  test.each<[string, string]>([
    ['by services', importing('#features/votes/service-free.ts')],
    ['by rules', importing('#features/votes/rules.ts')],
    ['by types alone', typeImporting('#features/votes/contract.ts')],
  ])('a pair that imports each other, %s', async (_, text) => {
    await expectRefused(
      { ...votes, 'src/features/offers/service.ts': text },
      /feature-circle: offers <-> votes: src\/features\/offers\/service.ts -> .* and src\/features\/votes\//,
    );
  });

  test('a pair whose pages import the other way', async () => {
    const page = {
      'src/features/offers/web/offer-page.tsx': importing('#features/votes/web/vote-button.tsx'),
    };
    await expectRefused({ ...votes, ...page }, 'feature-circle: offers <-> votes');
  });

  test('a longer way back', async () => {
    const tree = {
      ...votes,
      'src/features/offers/rules.ts': typeImporting('#features/albums/contract.ts'),
      'src/features/albums/web/album-page.tsx': importing('#features/votes/web/vote-button.tsx'),
    };
    await expectRefused(tree, 'feature-circle: albums -> votes -> offers -> albums: ');
  });

  test('one direction is accepted, whatever the tests import', async () => {
    const test = { 'src/features/offers/service.test.ts': importing('#features/votes/service.ts') };
    await expectAccepted({
      ...votes,
      ...test,
      'src/features/votes/web/a.tsx': importing('#features/offers/rules.ts'),
    });
  });
});
