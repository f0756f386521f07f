/** Attempts to pay or cancel: asks the server while the bank decides, and reports each outcome once. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getPaymentStatus } from '../calls.ts';
import { outcomeText, PAYMENT_TEXTS, type Tried } from './payment-texts.ts';
import type { Begun, FormPhase, PurchaseOptions } from './purchase.ts';
import type { useBeginning } from './use-beginning.ts';
import { intentIdOf, POLL_MS, sayPaid } from './use-payment-return.ts';

interface Outcome<B> extends Tried {
  begun: B | null;
  /** By the buyer. */
  cancelled?: boolean;
}
type Deed<B> = () => Promise<Outcome<B>>;
type Beginning<B extends Begun, W> = Pick<
  ReturnType<typeof useBeginning<B, W>>,
  'begun' | 'begin' | 'forget'
>;

/** Answers after which this payment can no longer be paid. */
const GONE = [404, 409, 410];

export function useAttempts<B extends Begun, W>(
  options: PurchaseOptions<B, W>,
  { begun, begin, forget }: Beginning<B, W>,
) {
  const { when, failedTitle = 'Payment failed', onPaid, onCancelled, onChange } = options;
  const { mutateAsync, reset, data, error, isPending, submittedAt } = useMutation({
    mutationFn: (deed: Deed<B>) => deed(),
  });
  const fail = (description: string) => toast({ title: failedTitle, description, variant: 'destructive' });
  const settle = (outcome: Outcome<B>) => {
    const { status, begun: mine } = outcome;
    if (outcome.cancelled) {
      forget();
      reset();
      sayCancelled();
      onCancelled?.();
    } else if (status === 'succeeded' && mine) {
      sayPaid();
      const { clientSecret } = mine;
      onPaid({ clientSecret, paymentIntentId: intentIdOf(clientSecret), begun: mine, status: null });
    } else if (status !== 'processing') fail(outcomeText(outcome) ?? PAYMENT_TEXTS.unknown);
  };
  const refuse = (cause: unknown) => {
    fail(readableMessage(cause, PAYMENT_TEXTS.unexpected));
    if (!(cause instanceof ApiError) || !GONE.includes(cause.status)) return;
    if (when === 'load') void begin(undefined as W);
    else forget();
    onChange?.();
  };
  const attempt = async (deed: Deed<B>): Promise<Tried | null> => {
    try {
      const outcome = await mutateAsync(deed);
      settle(outcome);
      return outcome;
    } catch (cause) {
      refuse(cause);
      return null;
    }
  };
  const waiting = data?.status === 'processing' && begun !== null;
  const decided = useBankDecision(waiting ? begun : null, submittedAt, settle);
  const latest = data && { ...data, status: decided ?? data.status };
  return {
    attempt,
    reset,
    phase: isPending ? ('paying' as const) : phaseOf(latest?.status),
    message: error ? readableMessage(error, PAYMENT_TEXTS.unexpected) : outcomeText(latest),
  };
}

const phaseOf = (status: string | undefined): FormPhase =>
  status === 'succeeded' ? 'paid' : status === 'processing' ? 'processing' : 'idle';

export const sayCancelled = () =>
  toast({ title: PAYMENT_TEXTS.cancelledTitle, description: PAYMENT_TEXTS.cancelled });

/** Asks until the bank has decided about a payment, then settles it. */
function useBankDecision<B extends Begun>(
  begun: B | null,
  since: number,
  settle: (outcome: Outcome<B>) => void,
): string | undefined {
  const secret = begun?.clientSecret;
  const { data } = useQuery({
    queryKey: ['bank-decision', secret, since],
    queryFn: () => callEndpoint(getPaymentStatus, { query: { payment_intent_client_secret: secret } }),
    enabled: secret !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'processing' ? false : POLL_MS),
    gcTime: 0,
  });
  const latest = useRef({ begun, settle });
  latest.current = { begun, settle };
  useEffect(() => {
    if (data && data.status !== 'processing')
      latest.current.settle({ status: data.status, begun: latest.current.begun });
  }, [data]);
  return data?.status;
}
