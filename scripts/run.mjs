/**
 * Makes the checkout ready, then runs one of our programs with the words that follow. All commands of package.json that
 * need more than Node go through here, so that each works on a fresh clone. What is said about preparing goes to stderr:
 * stdout belongs to the program.
 *
 *   node scripts/run.mjs [--build] file [words]
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

const words = process.argv.slice(2);
const build = words[0] === '--build';
const [file, ...rest] = build ? words.slice(1) : words;

if (await prepare({ build })) await (file.endsWith('.ts') ? runTypeScript(file, rest) : runHere(file, rest));

/** In this process: signals and the terminal are the program's own. */
async function runHere(program, args) {
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, resolve(program), ...args];
  await import(pathToFileURL(process.argv[1]).href);
}

/** In a process of its own, whose flags its own children take over. */
async function runTypeScript(program, args) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the child as well: wait for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  process.exitCode = await new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}
