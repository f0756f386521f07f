/** Buys votes: begins the payment for the chosen package, records the vote once paid, and refreshes the page. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { returnText } from '#features/payments/web/payment-texts.ts';
import type { Paid } from '#features/payments/web/purchase.ts';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { payVotes, recordVote } from '../calls.ts';
import type { PackageId } from '../contract.ts';
import { isPlaceholder } from '../rules.ts';
import { PACKAGE_VOTES, packageOf, type VotePage } from '../rules-packages.ts';
import { type Casting, readStanding, type ShowCast, type Standing } from './use-casting.ts';
import type { VoteContent } from './vote-frame.tsx';

export interface BegunVotes {
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
  content: VoteContent;
  page: VotePage;
  buyer: Buyer;
  /** Where the bank's page leads back to. */
  returnPath: string;
  show: ShowCast;
}

interface Wanted {
  votePackage: PackageId;
  comment?: string;
}

const STARTING_FAILED = {
  main: {
    title: 'Payment Error',
    text: 'There was a problem starting the payment process. Please try again.',
  },
  simple: { title: 'Error', text: 'Failed to initiate payment. Please try again.' },
} as const;

export function useVotePurchase({ content, page, buyer, returnPath, show }: Options) {
  const { id } = content;
  const navigate = useNavigate();
  const before = useRef<Standing | null>(null);
  const report = useRecordVote(content, buyer, (cast) => show({ ...cast, before: before.current }));
  const purchase = usePurchase<BegunVotes, Wanted>({
    start: async (wanted) => {
      before.current = readStanding(content);
      const body = { ...buyer, ...wanted, page };
      const { clientSecret, voteCount, amount } = await callEndpoint(payVotes, { params: { id }, body });
      return { votePackage: wanted.votePackage, clientSecret, votes: voteCount, cents: amount };
    },
    when: 'call',
    returnPath,
    failedTitle: 'Payment Failed',
    onFailed: (cause) => {
      const { title, text } = STARTING_FAILED[page];
      toast({ title, description: readableMessage(cause, text), variant: 'destructive' });
    },
    onPaid: async (paid) => {
      await report(paid);
      purchase.clear();
    },
    onReturned: ({ status, failureMessage, product, amount: cents }, clientSecret) => {
      // Takes the payment out of the address.
      void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
      if (status === 'succeeded') return;
      const description = returnText(status, failureMessage);
      toast({ title: 'Payment Failed', description, variant: 'destructive' });
      const votePackage = packageOf(product);
      // The same payment again, with another card.
      if (status === 'requires_payment_method' && votePackage && clientSecret)
        purchase.resume({ votePackage, clientSecret, votes: PACKAGE_VOTES[votePackage], cents });
    },
  });
  return purchase;
}

type PaidCast = Omit<Casting, 'before'>;

/** Reports a paid vote, so that what it did shows at once. */
function useRecordVote({ id, refresh }: VoteContent, buyer: Buyer, show: (cast: PaidCast) => void) {
  const { mutateAsync } = useMutation({
    mutationFn: (vote: {
      votePackage: PackageId;
      voteCount: number;
      paymentAmount: number;
      paymentId: string;
    }) => callEndpoint(recordVote, { params: { id }, body: { ...buyer, ...vote, comment: null } }),
    onSuccess: (cast) => {
      const name = isPlaceholder(buyer.voterName, buyer.voterPhone) ? '' : buyer.voterName.trim();
      show({ ...cast, name, proven: true });
    },
    // The provider tells the server as well, so the votes arrive without this call: no alarm.
    onError: (error) => console.error('The vote could not be recorded from here', error),
  });
  const report = async ({ paymentIntentId: paymentId, begun, status }: Paid<BegunVotes>) => {
    const votePackage = begun?.votePackage ?? (status && packageOf(status.product));
    if (!votePackage) return;
    const paymentAmount = begun?.cents ?? status?.amount ?? 0;
    await mutateAsync({ votePackage, voteCount: begun?.votes ?? 0, paymentAmount, paymentId }).catch(
      () => {},
    );
    await refresh();
  };
  return report;
}

export type VotePurchase = ReturnType<typeof useVotePurchase>;
