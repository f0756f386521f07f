/**
 * The card form of every page that sells something. Give it the secret of a payment that was begun, or the way to begin
 * one; it charges the card at whatever provider the server uses, leaves for the bank's page only when that is required,
 * and tells once when paid.
 */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getCatalogue } from '../contract.ts';
import { PAYMENT_TEXTS } from './payment-texts.ts';
import { SandboxForm } from './sandbox-form.tsx';
import type { FormPhase } from './use-outcome.ts';

/** Only sites on Stripe load what it needs. */
const StripeForm = lazy(() => import('./stripe-form.tsx'));

export interface CardFormProps {
  /** Null: the form is shown all the same, and `begin` is called when the buyer sends it. */
  clientSecret: string | null;
  /** Begins the payment. Needed with a null secret; throws what the server threw. */
  begin?: () => Promise<string>;
  /** With `begin`: the price in cents, which Stripe wants before there is a payment. */
  cents?: number;
  /** The buyer began to type. A page that begins the payment then answers its secret. */
  onTouch?: () => Promise<string> | undefined;
  /** On the button, with the price: 'Pay $29.99'. */
  label: string;
  /** On the button while paying. */
  pendingLabel?: string;
  /** Where the bank's page comes back to; a path of this site. */
  returnPath?: string;
  /** Title of the toast when the card is refused. */
  failedTitle?: string;
  /** Paid, and known to the server. Runs once. */
  onPaid: (paid: { clientSecret: string; paymentIntentId: string }) => void;
  /** Where the form stands: a page that can be closed over it must not call a payment under way cancelled. */
  onPhase?: (phase: FormPhase) => void;
  /** The buyer turned back: nothing was charged, and the payment is over. Without this there is no such button. */
  onCancelled?: () => void;
  /** It cannot be had any more at this price: begin again. `reason` is the server's word for why. */
  onGone?: (reason: string | undefined, message: string) => void;
}

export function CardForm(props: CardFormProps) {
  const { data, isError, refetch } = useQuery(endpointQuery(getCatalogue));
  if (isError)
    return (
      <ErrorState
        level={3}
        title="The card form did not load"
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      >
        {PAYMENT_TEXTS.unavailable}
      </ErrorState>
    );
  if (!data) return <CardFormSkeleton />;
  if (data.provider.kind === 'sandbox') return <SandboxForm {...props} />;
  return (
    <Suspense fallback={<CardFormSkeleton />}>
      <StripeForm {...props} publishableKey={data.provider.publishableKey} testMode={data.testMode} />
    </Suspense>
  );
}

export function CardFormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the card form</span>
      <Skeleton className="h-20" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-13" />
    </div>
  );
}
