/**
 * Makes a checkout ready to run: packages as the lockfile says and, with --build, dist as the sources say. Runs before
 * `npm start` and `npm test`, possibly before there is a node_modules: Node's own modules only.
 *
 *   node scripts/prepare.mjs [--build]
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll, isBuilt } from './prepare/build-all.mjs';
import { installPackages, isInstalled } from './prepare/install-packages.mjs';
import { withLock } from './prepare/lock.mjs';
import { PrepareError } from './prepare/run-program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];

const steps = [
  { done: isInstalled, run: installPackages, says: 'Installing packages (once, until the lockfile changes)' },
];
if (process.argv.includes('--build'))
  steps.push({ done: isBuilt, run: buildAll, says: 'Building (only when sources changed)' });

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new PrepareError(
      `Soundcheck needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
    );
}

async function prepare() {
  checkNode();
  for (const { done, run, says } of steps) {
    if (done(root)) continue;
    const sayWaiting = () => console.log('Another start is preparing this folder: waiting for it.');
    await withLock(join(root, '.cache/prepare.lock'), sayWaiting, async () => {
      if (done(root)) return;
      const begun = Date.now();
      console.log(`${says} ...`);
      await run(root);
      console.log(`${says}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
    });
  }
}

const KNOWN = {
  ENOSPC: 'The disk is full.',
  EACCES: `The folder ${root} cannot be written by this user.`,
  EPERM: `The folder ${root} cannot be written by this user.`,
  EROFS: `The folder ${root} is on a read-only disk.`,
};

try {
  await prepare();
} catch (error) {
  if (error.output) console.error(error.output.split('\n').slice(-40).join('\n'));
  const sentence = error instanceof PrepareError ? error.message : KNOWN[error.code];
  console.error(sentence ?? error);
  process.exitCode = 1;
}
