/** Reads the project into memory once: its files and their text. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const NEVER_OURS = new Set(['node_modules', '.git', 'dist', 'data', '.cache', 'test-results']);
const SOURCE = /\.(ts|tsx|mts|js|mjs)$/;
/** Above this a file is data, not text anybody wrote (bytes). */
const TEXT_LIMIT = 4 * 1024 * 1024;

/**
 * @typedef {{ file: string, line: number, rule: string, message: string, level?: 'warning' }} Finding
 * @typedef {{ root: string, files: string[], text: (file: string) => string }} Tree
 */

/** @returns {Tree} */
export function readTree(root) {
  const files = listFiles(root).sort();
  const text = remember((file) => readText(join(root, file)));
  return { root, files, text };
}

export const isSource = (file) => SOURCE.test(file);

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
