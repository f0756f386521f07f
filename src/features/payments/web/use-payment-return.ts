/** The way back from the bank's page: the address names the payment, the server knows its outcome. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getPaymentStatus } from '../calls.ts';
import type { PaymentStatus } from '../contract.ts';
import { PAYMENT_TEXTS, returnText } from './payment-texts.ts';

/** How often to ask about a payment that is processing, in milliseconds. */
export const POLL_MS = 2000;
/** How often to ask again when there is no answer. */
const TRIES = 5;

export interface PaymentReturn {
  /** Whether the address names a payment at all. */
  named: boolean;
  status: PaymentStatus | null;
  isError: boolean;
  /** Null until the outcome is known. */
  message: string | null;
}

const one = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** `onReturned` is called once, when the outcome is known. */
export function usePaymentReturn(
  onReturned?: (status: PaymentStatus, clientSecret: string | null) => void,
): PaymentReturn {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const clientSecret = one(search.payment_intent_client_secret);
  const intent = one(search.payment_intent);
  const named = clientSecret !== undefined || intent !== undefined;
  const query = {
    payment_intent_client_secret: clientSecret,
    payment_intent: clientSecret ? undefined : intent,
  };
  const { data, isError } = useQuery({
    ...endpointQuery(getPaymentStatus, { query }),
    enabled: named,
    // The money may be gone already: a server that does not answer now is asked again.
    retry: (tried, error) => tried < TRIES && (!(error instanceof ApiError) || error.status >= 500),
    retryDelay: POLL_MS,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? POLL_MS : false),
  });
  const told = useRef(false);
  const tell = useRef(onReturned);
  tell.current = onReturned;
  useEffect(() => {
    if (!data || data.status === 'processing' || told.current || !tell.current) return;
    told.current = true;
    if (data.status === 'succeeded') sayPaid();
    tell.current(data, clientSecret ?? null);
  }, [data, clientSecret]);
  const message = data ? returnText(data.status, data.failureMessage) : null;
  return { named, status: data ?? null, isError, message };
}

export const sayPaid = () =>
  toast({ title: PAYMENT_TEXTS.succeededTitle, description: PAYMENT_TEXTS.succeeded });

export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0];
