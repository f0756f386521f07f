/**
 * Makes a checkout ready to run: packages as the lockfile says and, with --build, dist as the sources say. Runs before
 * every command of package.json, possibly before there is a node_modules: Node's own modules only.
 *
 *   node scripts/prepare.mjs [--build]
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildAll, isBuilt } from './prepare/build-all.mjs';
import { installPackages, isInstalled } from './prepare/install-packages.mjs';
import { withLock } from './prepare/lock.mjs';
import { PrepareError } from './prepare/run-program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];

const INSTALL = {
  done: isInstalled,
  run: installPackages,
  says: 'Installing packages (once, until the lockfile changes)',
};
const BUILD = { done: isBuilt, run: buildAll, says: 'Building (only when sources changed)' };

const KNOWN = {
  ENOSPC: 'The disk is full.',
  EACCES: `The folder ${root} cannot be written by this user.`,
  EPERM: `The folder ${root} cannot be written by this user.`,
  EROFS: `The folder ${root} is on a read-only disk.`,
};

/** Whether all is ready; if not, why has been said and the process will end with 1. */
export async function prepare({ build = false } = {}) {
  try {
    checkNode();
    for (const step of build ? [INSTALL, BUILD] : [INSTALL]) await takeStep(step);
    return true;
  } catch (error) {
    if (error.output) console.error(error.output.split('\n').slice(-40).join('\n'));
    const sentence = error instanceof PrepareError ? error.message : KNOWN[error.code];
    console.error(sentence ?? error);
    process.exitCode = 1;
    return false;
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new PrepareError(
      `Soundcheck needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
    );
}

async function takeStep({ done, run, says }) {
  if (done(root)) return;
  const sayWaiting = () => console.error('Another start is preparing this folder: waiting for it.');
  await withLock(join(root, '.cache/prepare.lock'), sayWaiting, async () => {
    if (done(root)) return;
    const begun = Date.now();
    console.error(`${says} ...`);
    await run(root);
    console.error(`${says}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await prepare({ build: process.argv.includes('--build') });
