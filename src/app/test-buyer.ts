/** For tests: somebody who buys things in the sandbox, and tracks to buy them for. */
import { randomBytes } from 'node:crypto';
import type { Browser, TestApp } from './test-app.ts';
import { signInAs } from './test-people.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  slow: '4000000000000077',
  secure: '4000002760003184',
  disputed: '4000000000000259',
  real: '4111111111111111',
} as const;

/** An analysed track, straight into the database: money does not care how it sounds. */
export async function insertTrack(
  app: Pick<TestApp, 'sql'>,
  { artistName = 'Mina Okafor', trackTitle = 'Saltwater Teeth', score = 70, createdAt = new Date() } = {},
): Promise<number> {
  const key = randomBytes(16).toString('hex');
  await insertRecording(app, key);
  const [row] = await app.sql<{ id: number }>(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at,
       state, analyzed, analyzed_at, analysis, score, genre, engine_version)
     VALUES ($1, '+12025550142', $2, $3, $4, 'done', true, $4, '{}', $5, 'Pop', 'test') RETURNING id`,
    [artistName, trackTitle, key, createdAt, score],
  );
  return row.id;
}

let artists = 0;

/** An analysed track and its artist, signed in with its number and at home at an address of their own. */
export async function insertOwnTrack(
  app: TestApp,
  track: Parameters<typeof insertTrack>[1] = {},
): Promise<{ id: number; artist: Browser; phone: string }> {
  const number = artists++;
  const id = await insertTrack(app, track);
  const phone = `+1202555${String(1000 + number).padStart(4, '0')}`;
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [id, phone]);
  const artist = await signInAs(app, phone);
  artist.address = `10.1.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  return { id, artist, phone };
}

/** A recording without bytes, for rows to point to. */
export async function insertRecording(app: Pick<TestApp, 'sql'>, key = 'x'): Promise<void> {
  await app.sql(
    `INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ($1, 'audio/' || $1 || '.mp3', 1)
     ON CONFLICT DO NOTHING`,
    [key],
  );
}

export interface Confirmed {
  status: string;
  error: { type: string; code: string; message: string } | null;
  challengePath: string | null;
}

export function confirm(
  browser: Browser,
  clientSecret: string,
  number: string = CARDS.good,
): Promise<Response> {
  return browser.post('/api/sandbox/confirm', {
    clientSecret,
    card: { number, expiryMonth: 12, expiryYear: 2090, cvc: '123' },
    returnPath: '/payment-success',
  });
}

/** Sends the card form; fails the test when the server refuses to try. */
export async function pay(browser: Browser, clientSecret: string, number?: string): Promise<Confirmed> {
  const response = await confirm(browser, clientSecret, number);
  if (response.status !== 200)
    throw new Error(`confirm answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Confirmed;
}

/** Begins a payment and returns its secret; fails the test when it is refused. */
export async function begin(browser: Browser, body: Record<string, unknown>): Promise<string> {
  const response = await browser.post('/api/create-payment-intent', body);
  if (response.status !== 200)
    throw new Error(`intent answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

/** What the return page asks: the provider's word, and ours after it. */
export function readStatus(browser: Browser, clientSecret: string) {
  return browser.read<{ status: string; grantState: string; receiptCode: string; grantNote: string }>(
    `/api/payments/status?payment_intent_client_secret=${clientSecret}`,
  );
}

export const intentIdOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));
