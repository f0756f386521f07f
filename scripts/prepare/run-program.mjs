/** Runs a program quietly: its output is kept, and shown only when it fails. */
import { spawn } from 'node:child_process';

/** A step that failed: `message` is one sentence, `output` what the program printed. */
export class PrepareError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

export async function runProgram(program, args, { cwd, env = process.env, failure }) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) throw new PrepareError(explain(output) ?? failure, output.trim());
}

/** Troubles everybody knows, said plainly. */
function explain(output) {
  if (/ENOSPC|no space left on device/i.test(output)) return 'The disk is full.';
  if (/\b(EACCES|EROFS)\b/.test(output)) return 'This folder cannot be written by this user.';
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH)\b/.test(output))
    return 'The npm registry cannot be reached.';
  return undefined;
}
