/** Test mode: what a real provider's servers and scripts would do between the card form and us. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { Card, SandboxControls } from '#ports/payments.ts';
import type { CreateDeps } from './service.ts';
import { checkPayable } from './service-checkout.ts';
import type { Payer } from './service-payer.ts';

export function requireSandbox({ payments }: Pick<Deps, 'payments'>): SandboxControls {
  if (!payments.sandbox) throw new AppError('not_found', 'Not found.');
  return payments.sandbox;
}

/** Checks that it can still be had, then charges the card. What that means for us arrives as with any provider. */
export async function confirmInSandbox(
  deps: CreateDeps,
  clientSecret: string,
  card: Card,
  returnPath: string,
  payer: Payer,
) {
  const sandbox = requireSandbox(deps);
  await checkPayable(deps, clientSecret, payer);
  const { intent, error, challengeCode } = await sandbox.confirm(clientSecret, card, returnPath);
  return {
    status: intent.state,
    error,
    challengePath: challengeCode ? `/test-bank/${challengeCode}` : null,
  };
}

/** The buyer's answer on the bank's page, and the address to go back to with what a provider adds to it. */
export async function answerChallenge(deps: CreateDeps, code: string, approve: boolean): Promise<string> {
  const sandbox = requireSandbox(deps);
  const answered = await sandbox.answerChallenge(code, approve);
  if (!answered) throw new AppError('gone', 'This question of the bank has been answered or is over.');
  const { intent, returnPath } = answered;
  const back = new URL(returnPath, 'http://site');
  back.searchParams.set('payment_intent', intent.id);
  back.searchParams.set('payment_intent_client_secret', intent.clientSecret);
  back.searchParams.set('redirect_status', intent.state === 'succeeded' ? 'succeeded' : 'failed');
  return back.pathname + back.search + back.hash;
}

/** Delivers one of the sandbox's events to our own webhook over HTTP, signed. Throws so that the job tries again. */
export async function deliverEvent(deps: Pick<Deps, 'payments' | 'site'>, eventId: string): Promise<void> {
  const { sandbox } = deps.payments;
  const request = await sandbox?.composeWebhook(eventId);
  if (!sandbox || !request) return;
  const response = await fetch(`${deps.site.url}/api/webhooks/payments`, {
    method: 'POST',
    body: request.body,
    headers: request.headers,
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
  await sandbox.markDelivered(eventId);
}
