/**
 * The card form of every page that sells something: it charges the card at whatever provider the server uses, and leaves
 * for the bank's page only when that is required.
 */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getCatalogue } from '../calls.ts';
import { PAYMENT_TEXTS } from './payment-texts.ts';
import type { CardPurchase } from './purchase.ts';
import { SandboxForm } from './sandbox-form.tsx';

/** Only sites on Stripe load what it needs. */
const StripeForm = lazy(() => import('./stripe-form.tsx'));

export interface CardFormProps {
  purchase: CardPurchase;
  /** On the button, with the price: 'Pay $29.99'. */
  label: string;
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
  return (
    <>
      <GiftLine to={props.purchase.giftTo} />
      {data.provider.kind === 'sandbox' ? (
        <SandboxForm {...props} />
      ) : (
        <Suspense fallback={<CardFormSkeleton />}>
          <StripeForm {...props} publishableKey={data.provider.publishableKey} testMode={data.testMode} />
        </Suspense>
      )}
    </>
  );
}

/** Before paying: for whom it is, and what it does not give. */
function GiftLine({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <p className="mb-5 rounded-md border border-line p-4 text-sm text-pretty break-words">
      <strong>A gift to {to}.</strong> This is not your track or album: what you pay for is theirs, it holds
      no place while you pay, and it opens nothing of theirs to you. Is it yours? Sign in with the number you
      sent it with.
    </p>
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
