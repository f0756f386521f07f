/**
 * Tries the keys of outside services before anybody is served: a key that is refused stops the start with a sentence. One
 * that cannot be tried now is said in the log: their bad hour is not ours.
 */
import type { Config } from '#platform/config.ts';
import { StartError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

interface Trial {
  setting: string;
  url: string;
  authorization: string;
}

const ANSWER_MS = 5000;
const bearer = (key: string) => `Bearer ${key}`;

export async function tryKeys(config: Config, log: Log): Promise<void> {
  await Promise.all(listTrials(config).map((trial) => tryKey(trial, log)));
}

function listTrials({ payments, sms: { provider }, writer, transcription, coverArt }: Config): Trial[] {
  const trials: Trial[] = [];
  if (payments.kind === 'stripe')
    trials.push({
      setting: 'STRIPE_SECRET_KEY',
      url: `${payments.apiUrl ?? 'https://api.stripe.com'}/v1/balance`,
      authorization: bearer(payments.secretKey),
    });
  if (provider.kind === 'twilio') {
    const { accountSid, authToken, apiUrl = 'https://api.twilio.com' } = provider;
    trials.push({
      setting: 'TWILIO_AUTH_TOKEN',
      url: `${apiUrl}/2010-04-01/Accounts/${accountSid}.json`,
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    });
  }
  const endpoints = { WRITER_KEY: writer, TRANSCRIPTION_KEY: transcription, COVER_ART_KEY: coverArt };
  for (const [setting, endpoint] of Object.entries(endpoints))
    if (endpoint.kind === 'openai' && endpoint.key)
      trials.push({ setting, url: `${endpoint.url}/models`, authorization: bearer(endpoint.key) });
  return trials;
}

async function tryKey({ setting, url, authorization }: Trial, log: Log): Promise<void> {
  let status: number;
  try {
    const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(ANSWER_MS) });
    status = answer.status;
    await answer.body?.cancel();
  } catch {
    log.warn({ setting }, 'the key could not be tried: nobody answers');
    return;
  }
  if (status === 401 || status === 403)
    throw new StartError(`${setting} is refused by ${new URL(url).host} (${status}).`);
  if (status >= 400) log.warn({ setting, status }, 'the key could not be tried');
}
