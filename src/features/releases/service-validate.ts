/** Whether a message may leave: by our own rules, and by DDEX's schema where an operator has put it in place. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { checkMessage } from './rules-message.ts';

type ValidateDeps = Pick<Deps, 'config' | 'log'>;

/** Milliseconds for the schema check: the schema alone has 60,000 lines. */
const PATIENCE_MS = 60_000;

export async function validateMessage(
  deps: ValidateDeps,
  xml: string,
  files: readonly string[],
): Promise<void> {
  const wrong = checkMessage(xml, files);
  const { schemaFile } = deps.config.ddex;
  if (wrong.length === 0 && schemaFile) wrong.push(...(await lint(xml, schemaFile)));
  if (wrong.length === 0) return;
  deps.log.error({ wrong: wrong.slice(0, 20) }, 'a release message is not valid');
  throw new AppError(
    'unavailable',
    'The message of this release is not valid, and it is our fault. We have a note of it.',
  );
}

/** What xmllint says, a line each; it never goes to the network. */
async function lint(xml: string, schemaFile: string): Promise<string[]> {
  const args = ['--noout', '--nonet', '--schema', schemaFile, '-'];
  const child = spawn('xmllint', args, { stdio: ['pipe', 'ignore', 'pipe'], timeout: PATIENCE_MS });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(xml);
  try {
    const [said, code] = await Promise.all([text(child.stderr), ended]);
    if (code === 0) return [];
    return said
      .trim()
      .split('\n')
      .filter(Boolean)
      .slice(0, 20)
      .concat(code === null ? ['xmllint took too long'] : []);
  } catch (error) {
    return [`xmllint did not run: ${(error as Error).message}`];
  }
}
