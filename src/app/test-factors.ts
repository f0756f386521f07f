/** For tests: an authenticator app, and staff who set up a second factor. */
import { codeAt } from '#features/accounts/service-totp.ts';
import type { Browser, TestApp } from './test-app.ts';
import { TestAuthenticator } from './test-authenticator.ts';

/** What an app on a phone shows, at the app's own time. */
export function readCode({ clock }: TestApp, secret: string): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeAt(Buffer.from(bytes), Math.floor(clock.now().getTime() / 30_000));
}

export async function beginTotp(browser: Browser, password: string): Promise<string> {
  const begun = await browser.post('/api/admin/factors/totp', { password });
  return ((await begun.json()) as { secret: string }).secret;
}

export async function addTotp(app: TestApp, browser: Browser, password: string): Promise<string> {
  const secret = await beginTotp(browser, password);
  const confirmed = await browser.post('/api/admin/factors/totp/confirm', { code: readCode(app, secret) });
  if (confirmed.status !== 200) throw new Error(`confirming answered ${confirmed.status}`);
  // A code is good once: the next one is another.
  app.clock.advance(60);
  return secret;
}

/** The answer of a new passkey, ready to be sent. */
export async function makePasskey(browser: Browser, password: string, origin: string) {
  const key = new TestAuthenticator(origin);
  const options = await browser.post('/api/admin/factors/passkeys/options', { password });
  const answer = key.make((await options.json()) as { challenge: string; user: { id: string } });
  return { key, answer };
}
