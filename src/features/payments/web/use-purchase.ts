/**
 * One purchase, whatever is sold: begin, charge, wait for the bank, cancel or leave, and pick it up again on the way back
 * from the bank's page. A page says what to begin and when, the card form how to charge. Only the form's button charges.
 */
import { useLocation } from '@tanstack/react-router';
import { callEndpoint } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { cancelPayment } from '../calls.ts';
import { PAYMENT_TEXTS } from './payment-texts.ts';
import type { Begun, Purchase, PurchaseOptions } from './purchase.ts';
import { sayCancelled, useAttempts } from './use-attempts.ts';
import { useBeginning } from './use-beginning.ts';
import { intentIdOf, usePaymentReturn } from './use-payment-return.ts';

export function usePurchase<B extends Begun, W = void>(options: PurchaseOptions<B, W>): Purchase<B, W> {
  const { when, cents, returnPath, onCancelled } = options;
  const { open, touch, forget, begin, begun, ...beginning } = useBeginning(options);
  const { attempt, reset, phase, message } = useAttempts(options, { begun, begin, forget });
  const returned = useReturnHere(options);
  return {
    ...beginning,
    begun,
    clientSecret: begun?.clientSecret ?? null,
    giftTo: begun?.giftTo ?? options.giftTo ?? null,
    deferred: when === 'type' || when === 'send',
    cents,
    returnPath,
    phase,
    message,
    returned,
    begin: (wanted) => {
      reset();
      return begin(wanted);
    },
    clear: () => {
      forget();
      reset();
    },
    touch: () => {
      // The last failure says nothing about what is typed now.
      if (phase === 'idle' && message !== null) reset();
      touch();
    },
    pay: (charge) =>
      attempt(async () => {
        const mine = await open();
        return { ...(await charge(mine.clientSecret)), begun: mine };
      }),
    refuse: (failure) => void attempt(async () => ({ status: 'requires_payment_method', failure, begun })),
    cancel:
      onCancelled && begun && phase === 'idle'
        ? async () => {
            await attempt(async () => ({ ...(await cancelBegun(begun)), begun }));
          }
        : undefined,
    leave: async (arrives) => {
      if (!begun) return;
      forget();
      if (phase === 'processing') reset();
      if (phase === 'paid') return;
      if (phase === 'idle' && (await giveUp(begun))) sayCancelled();
      else toast({ title: PAYMENT_TEXTS.processing, description: arrives });
    },
  };
}

/** Picks up the payment named in the address, if the bank's page leads back to this very page. */
function useReturnHere<B extends Begun, W>(options: PurchaseOptions<B, W>): string | null {
  const { returnPath, onReturned, onPaid } = options;
  const here = useLocation({ select: ({ pathname }) => pathname === returnPath.split('?')[0] });
  const { status, message } = usePaymentReturn(
    here
      ? (now, clientSecret) => {
          onReturned?.(now, clientSecret);
          if (now.status !== 'succeeded' || clientSecret === null) return;
          onPaid({ clientSecret, paymentIntentId: intentIdOf(clientSecret), begun: null, status: now });
        }
      : undefined,
  );
  return here && status?.status !== 'succeeded' ? message : null;
}

/** If it was paid in another tab, or is about to be, that stands. */
async function cancelBegun({ clientSecret }: Begun) {
  const { status } = await callEndpoint(cancelPayment, { body: { clientSecret } });
  return { status, cancelled: !isTaken(status) };
}

/** False when the bank has it. What cannot be cancelled from here lapses at the end of the day, uncharged. */
async function giveUp({ clientSecret }: Begun): Promise<boolean> {
  try {
    const { status } = await callEndpoint(cancelPayment, { body: { clientSecret, ifIdle: true } });
    return !isTaken(status) && status !== 'requires_action';
  } catch {
    return true;
  }
}

/** The money was taken, or is on its way. */
export const isTaken = (status: string) => status === 'succeeded' || status === 'processing';
