/** Reads the project into memory once: its files, their text, and what each source file imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const NEVER_OURS = new Set(['node_modules', '.git', 'dist', 'data', '.cache', 'test-results']);
const SOURCE = /\.(ts|tsx|mts|js|mjs)$/;
/** Above this a file is data, not text anybody wrote (bytes). */
const TEXT_LIMIT = 4 * 1024 * 1024;

/**
 * @typedef {{ specifier: string, target: string | null, package: string | null, typeOnly: boolean, line: number }} Import
 * `target` is a file of ours, from the root; `package` is the name of somebody else's (`node:fs` for Node's).
 * @typedef {{ file: string, line: number, rule: string, message: string, level?: 'warning' }} Finding
 * @typedef {{ root: string, files: string[], text: (file: string) => string, imports: (file: string) => Import[] }} Tree
 */

/** @returns {Tree} */
export function readTree(root) {
  const files = listFiles(root).sort();
  const text = remember((file) => readText(join(root, file)));
  const imports = remember((file) => (SOURCE.test(file) ? findImports(file, text(file)) : []));
  return { root, files, text, imports };
}

export const isSource = (file) => SOURCE.test(file);
export const isTest = (file) => /\.test\.tsx?$/.test(file);

/** What git knows or would add; every file when there is no git (an unpacked archive, a test). */
function listFiles(root) {
  if (!existsSync(join(root, '.git'))) return walkFolder(root, '');
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  try {
    const out = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options);
    const named = out.split('\0').filter((file) => file && !NEVER_OURS.has(file.split('/')[0]));
    return [...new Set(named)].filter((file) => existsSync(join(root, file)));
  } catch {
    return walkFolder(root, '');
  }
}

function walkFolder(root, below) {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    if (NEVER_OURS.has(entry.name)) return [];
    const path = posix.join(below, entry.name);
    return entry.isDirectory() ? walkFolder(root, path) : [path];
  });
}

function readText(path) {
  if (statSync(path).size > TEXT_LIMIT) return '';
  const bytes = readFileSync(path);
  return bytes.subarray(0, 8000).includes(0) ? '' : bytes.toString('utf8');
}

const STATIC = /^[ \t]*(import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"\n]+)['"]/gm;
const BARE = /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

function findImports(file, text) {
  const found = [];
  for (const match of text.matchAll(STATIC)) {
    found.push(describeImport(file, text, match, match[3], isTypeOnly(match[2])));
  }
  for (const match of text.matchAll(BARE)) found.push(describeImport(file, text, match, match[1], false));
  for (const match of text.matchAll(DYNAMIC)) found.push(describeImport(file, text, match, match[1], false));
  return found;
}

/** `import type { A }`, or braces in which every name carries `type`. */
function isTypeOnly(clause) {
  if (/^\s*type\b/.test(clause)) return true;
  const braces = /^\s*\{([^}]*)\}\s*$/.exec(clause);
  const names = braces?.[1].split(',').filter((name) => name.trim()) ?? [];
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

function describeImport(file, text, match, specifier, typeOnly) {
  const line = lineAt(text, match.index + match[0].length);
  const target = resolveOurs(file, specifier);
  return { specifier, target, package: target ? null : packageName(specifier), typeOnly, line };
}

/** '#platform/log.ts' and './log.ts' as 'src/platform/log.ts'; null when it is not ours. */
function resolveOurs(file, specifier) {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('#')) return posix.join('src', path.slice(1));
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  return null;
}

function packageName(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

export function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function remember(compute) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key);
  };
}
