/** What follows a try to pay, the same for every provider: success told once, processing waited for, failure explained. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { cancelPayment, getPaymentStatus } from '../contract.ts';
import type { CardFormProps } from './card-form.tsx';
import { failureText, PAYMENT_TEXTS, type ProviderFailure } from './payment-texts.ts';
import { POLL_MS } from './use-payment-return.ts';

export type FormPhase = 'idle' | 'paying' | 'processing' | 'paid';

export interface Outcome {
  phase: FormPhase;
  /** Above the button: why it failed, or that it is processing. */
  message: string | null;
  /** Begins the payment if nobody did, and answers its secret. */
  start: () => Promise<string>;
  /** The buyer began to type. */
  touch: () => void;
  /** Turns back; absent while there is nothing to turn back from. */
  cancel?: () => Promise<void>;
  /** The provider's state after a try. */
  settle: (status: string) => void;
  refuse: (failure: ProviderFailure) => void;
  /** Our own server refused, or could not be reached. */
  stop: (error: unknown) => void;
}

/** Reasons for which the payment itself is over. */
const GONE = [409, 410, 404];

export function useOutcome(props: CardFormProps): Outcome {
  const [phase, setPhase] = useState<FormPhase>('idle');
  const [message, setMessage] = useState<string | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const secret = useRef(props.clientSecret);
  const [begun, setBegun] = useState(false);
  const keep = useCallback((clientSecret: string | null) => {
    secret.current = clientSecret;
    setBegun(clientSecret !== null);
  }, []);
  const told = useRef<string | null>(null);
  useEffect(() => latest.current.onPhase?.(phase), [phase]);

  const fail = useCallback((text: string) => {
    setPhase('idle');
    setMessage(text);
    const title = latest.current.failedTitle ?? 'Payment failed';
    toast({ title, description: text, variant: 'destructive' });
  }, []);

  const settle = useCallback(
    (status: string) => {
      if (status === 'succeeded') {
        setPhase('paid');
        setMessage(null);
        const clientSecret = secret.current;
        if (!clientSecret || told.current === clientSecret) return;
        told.current = clientSecret;
        toast({ title: PAYMENT_TEXTS.succeededTitle, description: PAYMENT_TEXTS.succeeded });
        latest.current.onPaid({ clientSecret, paymentIntentId: intentIdOf(clientSecret) });
      } else if (status === 'processing') {
        setPhase('processing');
        setMessage(PAYMENT_TEXTS.processing);
      } else fail(status === 'requires_payment_method' ? PAYMENT_TEXTS.retry : PAYMENT_TEXTS.unknown);
    },
    [fail],
  );

  useEffect(() => {
    if (phase !== 'processing') return;
    const ask = async () => {
      const query = { payment_intent_client_secret: secret.current ?? undefined };
      const { status } = await callEndpoint(getPaymentStatus, { query });
      if (status !== 'processing') settle(status);
    };
    const timer = setInterval(() => void ask().catch(() => {}), POLL_MS);
    return () => clearInterval(timer);
  }, [phase, settle]);

  const turnBack = async (clientSecret: string | null) => {
    if (!clientSecret) return;
    setPhase('paying');
    try {
      const { status } = await callEndpoint(cancelPayment, { body: { clientSecret } });
      // Paid in another tab, or about to be: that is what it is then.
      if (isTaken(status)) return settle(status);
      setPhase('idle');
      setMessage(null);
      keep(null);
      toast({ title: PAYMENT_TEXTS.cancelledTitle, description: PAYMENT_TEXTS.cancelled });
      latest.current.onCancelled?.();
    } catch (error) {
      fail(readableMessage(error, PAYMENT_TEXTS.unexpected));
    }
  };

  return {
    phase,
    message,
    settle,
    start: async () => {
      setPhase('paying');
      setMessage(null);
      const { clientSecret, begin } = latest.current;
      keep(clientSecret ?? (await begin?.()) ?? null);
      if (!secret.current) throw new Error('There is no payment to confirm.');
      return secret.current;
    },
    touch: () => {
      // What was wrong with the last try says nothing about what is typed now.
      if (phase === 'idle') setMessage(null);
      void latest.current.onTouch?.()?.then(keep, () => {});
    },
    cancel:
      props.onCancelled && phase === 'idle' && (begun || props.clientSecret)
        ? () => turnBack(latest.current.clientSecret ?? secret.current)
        : undefined,
    refuse: (failure) => fail(failureText(failure)),
    stop: (error) => {
      const body = error instanceof ApiError ? error.body : null;
      fail(body?.error ?? PAYMENT_TEXTS.unexpected);
      if (error instanceof ApiError && GONE.includes(error.status))
        latest.current.onGone?.(body?.reason, body?.error ?? PAYMENT_TEXTS.unexpected);
    },
  };
}

/** The money was taken, or is on its way. */
export const isTaken = (status: string) => status === 'succeeded' || status === 'processing';

export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0];
