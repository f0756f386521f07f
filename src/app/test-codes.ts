/** For tests: one-time codes, read where the outbox keeps its texts. */
import type { Browser, TestApp } from './test-app.ts';
import { until } from './test-app.ts';

/** Texts with a code that went to a number, the newest last. */
export async function readCodes(app: TestApp, phone: string): Promise<string[]> {
  const rows = await app.sql<{ body: string }>(
    `SELECT body FROM sms_outbox WHERE to_number = $1 AND idempotency_key LIKE 'code:%' ORDER BY created_at`,
    [phone],
  );
  return rows.map(({ body }) => /\b\d{6}\b/.exec(body)![0]);
}

/** Asks for a code and waits until the nth text is out. */
export async function askFor(app: TestApp, phone: string, { browser = app.browser(), nth = 1 } = {}) {
  const asked = await browser.post('/api/me/code', { phone });
  if (asked.status !== 200) throw new Error(`asking for a code answered ${asked.status}`);
  const codes = await until(async () => {
    const found = await readCodes(app, phone);
    return found.length >= nth && found;
  }, `code ${nth} of ${phone}`);
  return codes[codes.length - 1];
}

export const prove = (browser: Browser, phone: string, code: string) =>
  browser.post('/api/me/sign-in', { phone, code });
