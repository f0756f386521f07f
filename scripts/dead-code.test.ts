/** knip, with our settings, names what nobody uses, and follows aliases, types, pages and dynamic imports. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FILES = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies: { used: '1.0.0', unused: '1.0.0' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { allowImportingTsExtensions: true, jsx: 'react-jsx' },
  }),
  'src/main/start.ts': `import type { Shape } from '#app/shape.ts';
import 'used';
const { Page } = await import('#web/page.tsx');
export const shape = (): Shape => Page;
`,
  'src/app/shape.ts': 'export type Shape = () => unknown;\nexport const forgotten = 1;\n',
  'src/web/page.tsx':
    "import { words } from './words.ts';\nexport const Page = () => <p>{words}</p>;\nexport const Spare = () => <i />;\n",
  'src/web/words.ts': "export const LIMIT = 3;\nexport const words = 'x'.repeat(LIMIT);\n",
  'src/app/nobody.ts': 'export const alone = 1;\n',
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'soundcheck-knip-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  cpSync('knip.jsonc', join(root, 'knip.jsonc'));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('unused files, exports and packages are named, and only they', () => {
  const args = [resolve('node_modules/knip/bin/knip.js'), '--no-progress', '--no-config-hints'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const named = stdout.split('\n').filter((line) => line && !line.startsWith('Unused'));
  expect(named.map((line) => line.replace(/\s+/g, ' ').replace(/:\d+:\d+\s*$/, '')).sort()).toEqual([
    'Spare src/web/page.tsx',
    'forgotten src/app/shape.ts',
    'src/app/nobody.ts',
    'unused package.json',
  ]);
});
