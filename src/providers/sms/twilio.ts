/**
 * Texts by Twilio. It has no idempotency keys, so keys are kept in our database: calls with the same key wait for each
 * other on the key's row, and a key whose answer was lost (timeout, crash) first looks for its message at Twilio.
 */
import type { Twilio } from 'twilio';
import type { Clock } from '#platform/clock.ts';
import { type Db, sql } from '#platform/db/connect.ts';
import { type Sms, type Text, TextError } from '#ports/sms.ts';
import { readEvent, readStatus } from './callback-event.ts';
import { openCallback } from './callback-signature.ts';
import { eraseBodies, eraseNumber, sweepTexts } from './erase-texts.ts';

export interface TwilioOptions {
  db: Db;
  clock: Clock;
  accountSid: string;
  authToken: string;
  /** One of the account's numbers, or a messaging service (MG…): only that one can keep a message for later. */
  from: string;
  /** Where Twilio reports deliveries: an address of this site. */
  statusUrl: string;
  /** Another server that speaks its API; Twilio's own when absent. */
  apiUrl?: string;
  timeoutMs?: number;
}

/** What Twilio documents for SendAt: from 15 minutes to 35 days ahead. A minute's grace for clocks that differ. */
const SCHEDULE_MS = { least: 16 * 60_000, most: 35 * 86_400_000 };

const SID = /^SM[0-9a-f]{32}$|^MM[0-9a-f]{32}$/i;

export function openTwilio(options: TwilioOptions): Sms {
  // Its library takes half a second to load: only when the first text goes.
  let client: Promise<Twilio> | undefined;
  const open = () => (client ??= connectTwilio(options));
  return {
    name: 'twilio',
    eraseNumber,
    eraseBodies,
    sweep: (before, atMost) => sweepTexts(options.db, before, atMost),
    sendText: async (text) => sendOnce(options, await open(), text),
    canSchedule(at) {
      const ahead = at.getTime() - options.clock.now().getTime();
      return isService(options.from) && ahead >= SCHEDULE_MS.least && ahead <= SCHEDULE_MS.most;
    },
    cancelText: async (sid) => SID.test(sid) && cancelScheduled(options, await open(), sid),
    async readDelivery(sid) {
      const state = SID.test(sid) ? await readState(await open(), sid) : null;
      return state === null ? null : readStatus(state);
    },
    readCallback: (callback) => readEvent(openCallback(options.authToken, callback)),
  };
}

async function connectTwilio({ accountSid, authToken, apiUrl, timeoutMs = 10_000 }: TwilioOptions) {
  const { Twilio: Client, RequestClient } = await import('twilio').then((module) => module.default);
  const httpClient = new RequestClient({ timeout: timeoutMs });
  if (apiUrl) {
    const request = httpClient.request.bind(httpClient);
    httpClient.request = (options) =>
      request({ ...options, uri: options.uri.replace(/^https:\/\/api\.twilio\.com/, apiUrl) });
  }
  return new Client(accountSid, authToken, { httpClient, autoRetry: false });
}

async function sendOnce(options: TwilioOptions, client: Twilio, text: Text): Promise<{ sid: string }> {
  const { db, clock } = options;
  const { rows: claimed } = await db.execute(sql`
    INSERT INTO sms_keys (key, to_number, created_at) VALUES (${text.idempotencyKey}, ${text.to}, ${clock.now()})
    ON CONFLICT (key) DO NOTHING RETURNING key`);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ to_number: string; sid: string | null }>(
      sql`SELECT to_number, sid FROM sms_keys WHERE key = ${text.idempotencyKey} FOR UPDATE`,
    );
    if (rows[0]?.to_number !== text.to)
      throw new TextError('refused', 'This key belongs to a message to another number.');
    if (rows[0].sid) return { sid: rows[0].sid };
    const lost = claimed.length === 0 ? await findLost(client, text) : undefined;
    const sid = lost ?? (await create(options, client, text));
    await tx.execute(sql`UPDATE sms_keys SET sid = ${sid} WHERE key = ${text.idempotencyKey}`);
    return { sid };
  });
}

/** The message of an earlier try whose answer never arrived: each of our bodies carries its own link. */
async function findLost(client: Twilio, { to, body }: Text): Promise<string | undefined> {
  try {
    const sent = await client.messages.list({ to, limit: 20 });
    return sent.find((message) => message.body === body && message.status !== 'canceled')?.sid;
  } catch (error) {
    throw translate(error);
  }
}

async function create({ from, statusUrl }: TwilioOptions, client: Twilio, { to, body, sendAfter }: Text) {
  const sender = isService(from) ? { messagingServiceSid: from } : { from };
  const later = sendAfter && ({ sendAt: sendAfter, scheduleType: 'fixed' } as const);
  try {
    return (await client.messages.create({ to, body, statusCallback: statusUrl, ...sender, ...later })).sid;
  } catch (error) {
    throw translate(error);
  }
}

const isService = (from: string) => from.startsWith('MG');

/** Twilio refuses to cancel what is no longer scheduled: then its state tells whether that was our own doing. */
async function cancelScheduled({ db }: TwilioOptions, client: Twilio, sid: string): Promise<boolean> {
  try {
    await client.messages(sid).update({ status: 'canceled' });
  } catch (error) {
    const refusal = translate(error);
    if (refusal.code === 'unavailable') throw refusal;
    if ((await readState(client, sid)) !== 'canceled') return false;
  }
  await db.execute(sql`DELETE FROM sms_keys WHERE sid = ${sid}`);
  return true;
}

async function readState(client: Twilio, sid: string): Promise<string | null> {
  try {
    return (await client.messages(sid).fetch()).status;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw translate(error);
  }
}

function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown }).status;
  return typeof status === 'number' ? status : undefined;
}

/** 4xx about the number is the number's fault; our credentials, limits, and everything else is not. */
function translate(error: unknown): TextError {
  const status = statusOf(error);
  const refused = status !== undefined && [400, 404, 409, 422].includes(status);
  return new TextError(
    refused ? 'refused' : 'unavailable',
    refused ? 'The text provider does not accept this number.' : 'The text provider could not be reached.',
    { cause: error },
  );
}
