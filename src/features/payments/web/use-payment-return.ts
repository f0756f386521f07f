/** Coming back from the bank's page: the address names the payment, the server says what became of it. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getPaymentStatus, type PaymentStatus } from '../contract.ts';
import { PAYMENT_TEXTS, returnText } from './payment-texts.ts';

/** How often a payment that is processing is asked for, in milliseconds. */
export const POLL_MS = 2000;

export interface PaymentReturn {
  /** Whether the address names a payment at all. */
  named: boolean;
  clientSecret: string | null;
  status: PaymentStatus | null;
  isLoading: boolean;
  isError: boolean;
  /** What to tell; null while nothing is known. */
  message: string | null;
}

const one = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

type Heard = (status: PaymentStatus, clientSecret: string | null) => void;

/** `onFailed`: nothing was charged and it may be tried again. Both run once. */
export function usePaymentReturn(onPaid?: Heard, onFailed?: Heard): PaymentReturn {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const clientSecret = one(search.payment_intent_client_secret);
  const intent = one(search.payment_intent);
  const named = clientSecret !== undefined || intent !== undefined;
  const query = {
    payment_intent_client_secret: clientSecret,
    payment_intent: clientSecret ? undefined : intent,
  };
  const { data, isLoading, isError } = useQuery({
    ...endpointQuery(getPaymentStatus, { query }),
    enabled: named,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? POLL_MS : false),
  });
  const told = useRef(false);
  const handlers = useRef({ onPaid, onFailed });
  handlers.current = { onPaid, onFailed };
  useEffect(() => {
    if (!data || told.current || data.status === 'processing') return;
    const paid = data.status === 'succeeded';
    const tell = paid ? handlers.current.onPaid : handlers.current.onFailed;
    if (!tell) return;
    told.current = true;
    if (paid) toast({ title: PAYMENT_TEXTS.succeededTitle, description: PAYMENT_TEXTS.succeeded });
    tell(data, clientSecret ?? null);
  }, [data, clientSecret]);
  return {
    named,
    clientSecret: clientSecret ?? null,
    status: data ?? null,
    isLoading,
    isError,
    message: data ? returnText(data.status, data.failureMessage) : null,
  };
}
