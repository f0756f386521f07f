// Writes a made-up project into a temporary folder and runs check-structure on it: for the tests of its rules.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { CHECKS, type Check, runCheck } from '../check-structure.mjs';
import { checkImports } from './import-rules.mjs';

/** File name to text. */
export type Tree = Record<string, string>;

const THING = 'export const thing = () => 1;\nexport type Thing = number;\n';
const OURS = /['"](#|\.{1,2}\/)([^'"\n]+)['"]/g;

/** All but the rules on imports, which take their time. */
const QUICK = CHECKS.filter((check) => check !== checkImports);
export const WITH_IMPORTS: Check[] = CHECKS;

/** What the tree imports and does not hold itself is made up too; names that begin with # are src's, as in package.json. */
export async function checkTree(tree: Tree, checks = QUICK): Promise<{ code: number; out: string }> {
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  try {
    write('package.json', JSON.stringify({ imports: { '#*': './src/*' } }));
    for (const [file, text] of Object.entries(tree)) write(file, text);
    for (const [file, text] of Object.entries(tree))
      for (const target of namedIn(file, text)) if (!existsSync(join(root, target))) write(target, THING);
    const lines: string[] = [];
    const code = await runCheck(root, (line) => lines.push(line), checks);
    return { code, out: lines.join('\n') };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function namedIn(file: string, text: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  return [...text.matchAll(OURS)].map(([, start, rest]) =>
    start === '#' ? join('src', rest) : join(dirname(file), start + rest),
  );
}

export async function expectRefused(tree: Tree, finding: string | RegExp, checks = QUICK): Promise<void> {
  const { code, out } = await checkTree(tree, checks);
  expect(out).toMatch(finding);
  expect(code).toBe(1);
}

export async function expectAccepted(tree: Tree, checks = QUICK): Promise<void> {
  const { code, out } = await checkTree(tree, checks);
  expect(out).toMatch(/(^|\n)structure: 0 errors/);
  expect(code).toBe(0);
}

export const importing = (specifier: string) => `import { thing } from '${specifier}';\nthing();\n`;
export const typeImporting = (specifier: string) =>
  `import type { Thing } from '${specifier}';\nexport type T = Thing;\n`;
