/**
 * Buying votes: a package is chosen, its payment begun, the dialog opens; paid, the vote is recorded and the page read
 * again. Turning back cancels what was begun and forgets the secret. Nothing here charges: that is the card form's button.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { cancelPayment } from '#features/payments/contract.ts';
import { PAYMENT_TEXTS, returnText } from '#features/payments/web/payment-texts.ts';
import { type FormPhase, intentIdOf, isTaken } from '#features/payments/web/use-outcome.ts';
import { usePaymentReturn } from '#features/payments/web/use-payment-return.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { type PackageId, payVotes, recordVote } from '../contract.ts';
import { PACKAGE_VOTES, packageOf, type VotePage } from '../rules-packages.ts';
import type { VoteReceiptRef } from './receipt-line.tsx';

export interface Purchase {
  votePackage: PackageId;
  clientSecret: string;
  votes: number;
  cents: number;
}

export interface Buyer {
  voterName: string;
  voterPhone: string;
}

interface Options {
  id: string;
  page: VotePage;
  buyer: Buyer;
  refresh: () => Promise<void>;
}

const STARTING_FAILED = {
  main: {
    title: 'Payment Error',
    text: 'There was a problem starting the payment process. Please try again.',
  },
  simple: { title: 'Error', text: 'Failed to initiate payment. Please try again.' },
} as const;

export function useVotePurchase({ id, page, buyer, refresh }: Options) {
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  const [starting, setStarting] = useState<PackageId | null>(null);
  const [receipt, setReceipt] = useState<VoteReceiptRef | null>(null);
  const busy = useRef(false);
  const who = useRef(buyer);
  who.current = buyer;

  const begin = useCallback(
    async (votePackage: PackageId, comment?: string): Promise<boolean> => {
      if (busy.current) return false;
      busy.current = true;
      setStarting(votePackage);
      try {
        const body = { ...who.current, votePackage, page, ...(comment ? { comment } : {}) };
        const begun = await callEndpoint(payVotes, { params: { id }, body });
        const { clientSecret, voteCount: votes, amount: cents } = begun;
        setPurchase({ votePackage, clientSecret, votes, cents });
        return true;
      } catch (error) {
        const { title, text } = STARTING_FAILED[page];
        toast({ title, description: readableMessage(error, text), variant: 'destructive' });
        return false;
      } finally {
        busy.current = false;
        setStarting(null);
      }
    },
    [id, page],
  );

  const report = useCallback(
    async (paymentId: string, votePackage: PackageId, votes: number, cents: number) => {
      const body = { ...who.current, voteCount: votes, paymentId, votePackage, paymentAmount: cents };
      try {
        const cast = await callEndpoint(recordVote, { params: { id }, body: { ...body, comment: null } });
        setReceipt({ code: cast.receiptCode, held: cast.state === 'held' });
      } catch (error) {
        // The provider tells the server as well: the votes arrive without this call, so nobody is alarmed.
        console.error('The vote could not be recorded from here', error);
      }
      await refresh();
    },
    [id, refresh],
  );

  const paid = useCallback(
    async (paymentIntentId: string) => {
      if (!purchase) return;
      await report(paymentIntentId, purchase.votePackage, purchase.votes, purchase.cents);
      setPurchase(null);
    },
    [purchase, report],
  );

  const phase = useRef<FormPhase>('idle');
  const notePhase = useCallback((now: FormPhase) => {
    phase.current = now;
  }, []);

  /** Closing the dialog. Nobody can pay what was begun any more, unless it is being paid at this moment. */
  const leave = useCallback(async () => {
    if (!purchase) return;
    setPurchase(null);
    const status = phase.current === 'idle' ? await giveUp(purchase.clientSecret) : phase.current;
    if (status === 'idle')
      toast({ title: PAYMENT_TEXTS.cancelledTitle, description: PAYMENT_TEXTS.cancelled });
    else if (status !== 'paid') toast({ title: PAYMENT_TEXTS.processing, description: ARRIVES });
  }, [purchase]);

  const navigate = useNavigate();
  // Back from the bank's page: the payment is named in the address, and has no business staying there.
  const clean = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  usePaymentReturn(
    (status, clientSecret) => {
      const votePackage = packageOf(status.product);
      clean();
      if (votePackage && clientSecret) void report(intentIdOf(clientSecret), votePackage, 0, status.amount);
    },
    ({ status, failureMessage, product, amount: cents }, clientSecret) => {
      const votePackage = packageOf(product);
      clean();
      toast({
        title: 'Payment Failed',
        description: returnText(status, failureMessage),
        variant: 'destructive',
      });
      // The same payment again, with another card.
      if (status === 'requires_payment_method' && votePackage && clientSecret)
        setPurchase({ votePackage, clientSecret, votes: PACKAGE_VOTES[votePackage], cents });
    },
  );

  return {
    purchase,
    starting,
    receipt,
    begin,
    paid,
    leave: () => void leave(),
    notePhase,
    forget: () => setPurchase(null),
  };
}

const ARRIVES = 'The votes arrive by themselves once your bank has said yes.';

/** Best effort: what cannot be cancelled from here is cancelled at the end of the day, and nothing was charged. */
async function giveUp(clientSecret: string): Promise<'idle' | 'processing'> {
  try {
    const { status } = await callEndpoint(cancelPayment, { body: { clientSecret, ifIdle: true } });
    return isTaken(status) || status === 'requires_action' ? 'processing' : 'idle';
  } catch {
    return 'idle';
  }
}

export type VotePurchaseFlow = ReturnType<typeof useVotePurchase>;
