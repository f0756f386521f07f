/** Development: the server restarts when its sources change, the pages reload by themselves. Ctrl-C ends both. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main/start.ts'],
  ['node_modules/vite/bin/vite.js'],
];

const children = programs.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
// Ctrl-C reaches the children too: wait for them, so that the server drains and its database ends last.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (signal === 'SIGTERM') for (const child of children) child.kill(signal);
  });
await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
