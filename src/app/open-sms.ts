/** Chooses the text provider. A real one starts only when the operator acknowledged what texting people asks of them. */

import type { Deps } from '#deps.ts';
import { CALLBACK_PATHS } from '#features/sms/rules.ts';
import type { Sms } from '#ports/sms.ts';
import { openOutbox } from '#providers/sms/embedded.ts';
import { openTwilio } from '#providers/sms/twilio.ts';

export function openSms({
  config,
  db,
  clock,
  tokens,
}: Pick<Deps, 'config' | 'db' | 'clock' | 'tokens'>): Sms {
  const { provider } = config.sms;
  if (provider.kind === 'outbox')
    return openOutbox({ db, clock, callbackSecret: tokens.digest('outbox', 'callbacks') });
  return openTwilio({ ...provider, db, clock, statusUrl: `${config.publicUrl}${CALLBACK_PATHS.status}` });
}
