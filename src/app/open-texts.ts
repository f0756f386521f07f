/** Chooses the text provider. A real one starts only when the operator acknowledged what texting people asks of them. */
import { CALLBACK_PATHS } from '#features/invitations/rules-texts.ts';
import { openOutbox } from '#providers/sms/embedded.ts';
import type { Texts } from '#providers/sms/port.ts';
import { openTwilio } from '#providers/sms/twilio.ts';
import type { Deps } from './deps.ts';

export function openTexts({
  config,
  db,
  clock,
  tokens,
}: Pick<Deps, 'config' | 'db' | 'clock' | 'tokens'>): Texts {
  const { provider } = config.texts;
  if (provider.kind === 'outbox')
    return openOutbox({ db, clock, callbackSecret: tokens.digest('outbox', 'callbacks') });
  return openTwilio({ ...provider, db, clock, statusUrl: `${config.publicUrl}${CALLBACK_PATHS.status}` });
}
