/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out, so that `npm ci` accepts it
 * everywhere. npm drops them when the registry at hand does not offer them, and then refuses its own lockfile. Run
 * after every `npm install`; Node's own modules only.
 *
 *   node scripts/complete-lockfile.mjs [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const TARGET =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(gnu|musl))?/;

/** Entries that are named as optional dependencies but have no place in the lockfile: path → entry. */
export function findMissing(packages) {
  const missing = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!isLocked(packages, path, name)) missing[`node_modules/${name}`] = noteFor(name, version, dev);
  return missing;
}

/** As Node looks packages up: beside the one that wants it, then further out. */
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

/** What npm itself would have noted about a package that does not suit this machine. */
function noteFor(name, version, dev) {
  if (!/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`${name} is wanted as '${version}': only exact versions can be added.`);
  const [, os, cpu, libc] = TARGET.exec(name) ?? [];
  if (!os && !name.includes('wasm32'))
    throw new Error(`${name} does not say in its name which platform it is for.`);
  return {
    version,
    cpu: [cpu ?? 'wasm32'],
    ...(dev && { dev }),
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

function sortByPath(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

function main() {
  const file = new URL('../package-lock.json', import.meta.url);
  const lockfile = JSON.parse(readFileSync(file, 'utf8'));
  const missing = findMissing(lockfile.packages);
  const names = Object.keys(missing);
  if (names.length === 0) return 0;
  if (process.argv.includes('--check')) {
    console.log(
      `package-lock.json lacks ${names.length} optional packages, e.g. ${names[0]}: run node scripts/complete-lockfile.mjs`,
    );
    return 1;
  }
  lockfile.packages = sortByPath({ ...lockfile.packages, ...missing });
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`Added ${names.length} optional packages of other platforms.`);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main();
