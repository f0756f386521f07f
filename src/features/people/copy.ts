/** What is written to somebody who proves a number. */
import { CODE_MS } from './rules.ts';

export const WRONG_CODE = 'That code is not right, or no longer good. Check the text, or ask for a new one.';
export const WRONG_PASSKEY = 'That passkey is not known here. Sign in with a code instead.';

/** The last line lets phones offer the code on our page and on no other. */
export function writeCode(product: string, code: string, host: string | null): string {
  const minutes = CODE_MS / 60_000;
  const words = `${product}: ${code} is your code to sign in. It is good for ${minutes} minutes. Do not share it: we will never ask you for it.`;
  return host ? `${words}\n\n@${host} #${code}` : words;
}

/** Why to sign in, by the page that is waiting. */
export function sayWhy(then: string | null): string {
  if (then?.startsWith('/artist/')) return 'Then you can follow with one tap, and new tracks come to you.';
  if (then && /^\/artist-(throne-)?vote\//.test(then))
    return 'With a proven number your vote counts as proven.';
  return 'Your tracks, votes and payments, on every device.';
}
