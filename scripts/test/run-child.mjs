/** Runs a program of a step: what it prints is kept for the account, and handed on line by line to who asks for it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Milliseconds for what a program that has ended said last. */
const LAST_WORDS_MS = 2000;
/** Milliseconds in which a program that tells its progress ends nothing: it hangs. Tests have their own, shorter limits. */
const STUCK_MS = 6 * 60_000;

export async function runChild(program, args, { cwd, env: extra = {}, say, stuckMs = STUCK_MS }) {
  const env = { ...process.env, ...extra, NO_COLOR: '1' };
  // Tests choose their own mode; a production shell must not change what they see.
  delete env.NODE_ENV;
  delete env.FORCE_COLOR;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  // Of all a run prints, its progress begins with a count, or names what takes long; the rest is told when something failed.
  let stuck = false;
  let timer;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stuck = true;
      child.kill('SIGKILL');
    }, stuckMs);
  };
  if (say) {
    watch();
    createInterface(child.stdout).on('line', (line) => {
      if (/^\d+\/\d+ /.test(line)) watch();
      else if (!line.startsWith('still in ')) return;
      say(line);
    });
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
    // One it left behind may hold its output open for ever: that one is named at the end of the run.
    child.once('exit', (ended) => setTimeout(() => resolve(ended), LAST_WORDS_MS).unref());
  });
  clearTimeout(timer);
  child.stdout.destroy();
  child.stderr.destroy();
  return { code, output, stuck };
}
