// What comes with the code: licences that may be used together, install scripts that stay off, and no secrets.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  license?: string;
  dev?: boolean;
}

const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const settings = JSON.parse(readFileSync('package.json', 'utf8'));
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

/** Each may be used in a service that is not handed out as source. */
const FREE = [
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
];
/** Kept whole and unchanged, as files of their own: fonts, and libraries that anybody may replace. */
const AS_THEY_ARE: Record<string, RegExp> = {
  'OFL-1.1': /^@fontsource\//,
  'MPL-2.0': /^@resvg\//,
  'LGPL-3.0-or-later': /^(@img\/sharp-|codec-parser$)/,
};

/** Say it in a file, not in their description. */
const SAID_ELSEWHERE: Record<string, string> = { 'png-js': 'MIT' };

function isAllowed(name: string, licence: string): boolean {
  const words = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  return words.every((word) => FREE.includes(word) || AS_THEY_ARE[word]?.test(name));
}

test('licences of all runtime packages are known and go together', () => {
  const runtime = Object.entries(lock.packages).filter(([path, { dev }]) => path && !dev);
  expect(runtime.length).toBeGreaterThan(100);
  const odd = runtime
    .map(([path, { license }]) => [nameOf(path), license ?? SAID_ELSEWHERE[nameOf(path)] ?? 'none'] as const)
    .filter(([name, licence]) => !isAllowed(name, licence));
  expect(odd).toEqual([]);
  expect(isAllowed('something', 'GPL-3.0-only')).toBe(false);
  expect(isAllowed('something', 'LGPL-3.0-or-later')).toBe(false);
});

test('no package is allowed a script of its own when it is installed', () => {
  const allowed: Record<string, boolean> = settings.allowScripts;
  expect(Object.values(allowed)).not.toContain(true);
});

/** Keys by their shape. Made-up ones of tests are shorter, or say that they are. */
const SECRETS = [
  /-----BEGIN (RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/,
  /\b(sk|rk)_live_[0-9a-zA-Z]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bwhsec_[0-9a-zA-Z]{32,}/,
  /\bgh[pousr]_[0-9a-zA-Z]{36}\b/,
  /\bxox[abpr]-[0-9a-zA-Z-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /\bsk-[a-zA-Z0-9]{40,}\b/,
  /\bPRIVATE\+KEY\+[\w.-]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{40,}/,
];

const findSecret = (text: string) => SECRETS.find((pattern) => pattern.test(text));

test('no file of the repository holds a secret', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|js|json|jsonc|md|sql|css|html|txt|ya?ml|example|sh)$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => findSecret(readFileSync(file, 'latin1')) !== undefined);
  expect(found).toEqual([]);
  expect(findSecret(`a = "sk_live_${'4'.repeat(24)}"`)).toBeDefined();
  expect(findSecret(`AKIA${'A'.repeat(16)}`)).toBeDefined();
});
