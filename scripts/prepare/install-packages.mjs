/** Installs the packages when, and only when, node_modules is not what the lockfile says. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** Written last into node_modules: an interrupted install has none. */
const STAMP = 'node_modules/.soundcheck-installed';

export function isInstalled(root) {
  const wanted = describeInstall(root);
  if (readText(join(root, STAMP)) === wanted) return true;
  if (isLink(join(root, 'node_modules'))) return true;
  if (!matchesLockfile(root)) return false;
  writeFileSync(join(root, STAMP), wanted);
  return true;
}

export async function installPackages(root) {
  // npm's own path is known when npm runs us; --include=dev because NODE_ENV=production would leave the build tools out.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runProgram(program, [...first, ...args], {
    cwd: root,
    failure: 'npm could not install the packages.',
  });
  writeFileSync(join(root, STAMP), describeInstall(root));
}

/** Packages hold programs built for one platform and one version of Node's interface to them. */
function describeInstall(root) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform}-${process.arch} abi-${process.versions.modules}\n`;
}

/** Whether somebody ran npm by hand: npm notes in node_modules what it installed. */
function matchesLockfile(root) {
  const noted = readText(join(root, 'node_modules/.package-lock.json'));
  if (noted === undefined || readText(join(root, STAMP)) !== undefined) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(noted).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (found[path] ? found[path].version === version : optional),
  );
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
