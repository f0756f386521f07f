// Writes a made-up project into a temporary folder and runs check-structure on it: for the tests of its rules.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { runCheck } from '../check-structure.mjs';

/** File name to text. */
export type Tree = Record<string, string>;

export function checkTree(tree: Tree): { code: number; out: string } {
  const root = mkdtempSync(join(tmpdir(), 'structure-'));
  try {
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const lines: string[] = [];
    const code = runCheck(root, (line) => lines.push(line));
    return { code, out: lines.join('\n') };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function expectRefused(tree: Tree, finding: string | RegExp): void {
  const { code, out } = checkTree(tree);
  expect(out).toMatch(finding);
  expect(code).toBe(1);
}

export function expectAccepted(tree: Tree): void {
  const { code, out } = checkTree(tree);
  expect(out).toContain('structure: 0 errors');
  expect(code).toBe(0);
}

export const importing = (specifier: string) => `import { thing } from '${specifier}';\nthing();\n`;
export const typeImporting = (specifier: string) =>
  `import type { Thing } from '${specifier}';\nexport type T = Thing;\n`;
