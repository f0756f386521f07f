/** /payment-success: where payments return to. It shows what the provider told the server, never what the address says. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { PaymentStatus } from '../contract.ts';
import { formatCents } from '../rules-catalogue.ts';
import { PAYMENT_TEXTS } from './payment-texts.ts';
import { usePaymentReturn } from './use-payment-return.ts';

const NOT_VERIFIED = 'Payment verification failed. Please contact support.';
const WAITING = ['creating', 'requires_action', 'processing'];

export default function PaymentSuccessPage() {
  const id = usePathParam('id');
  const { named, status, isError, message } = usePaymentReturn();
  const title = titleOf(named, isError, status);
  usePageTitle(title ?? undefined);
  if (named && !status && !isError) return <Checking />;
  if (!status) return <Outcome title="Payment Error" text={NOT_VERIFIED} actions={<TryAgain />} />;
  if (title === 'Payment Error')
    return (
      <Outcome
        title={title}
        text={message ?? NOT_VERIFIED}
        status={status}
        actions={
          <>
            <TryAgain />
            <BackToTrack id={trackOf(id, status)} />
          </>
        }
      />
    );
  return (
    <Outcome
      title={title ?? ''}
      text={explain(status)}
      status={status}
      actions={
        <>
          <Button asChild variant="primary">
            <Link to="/">Return to Home</Link>
          </Button>
          <Button asChild>
            <Link to="/admin">View Submissions</Link>
          </Button>
          <BackToTrack id={trackOf(id, status)} />
        </>
      }
    />
  );
}

const trackOf = (id: string, { submissionId }: PaymentStatus) =>
  id || (submissionId ? String(submissionId) : '');

function titleOf(named: boolean, isError: boolean, status: PaymentStatus | null): string | null {
  if (!named || isError) return 'Payment Error';
  if (!status) return null;
  if (status.grantState === 'refused') return 'Your Money Goes Back';
  if (status.status === 'succeeded') return 'Payment Successful!';
  return WAITING.includes(status.status) ? PAYMENT_TEXTS.processing : 'Payment Error';
}

function explain({ status, grantState, grantNote, productName, amount, giftTo }: PaymentStatus): string {
  if (grantState === 'refused') return grantNote ?? '';
  if (status !== 'succeeded')
    return 'Your bank has not said yes yet. This page asks again by itself; you may also leave it: what you bought arrives all the same.';
  return `${giftTo ? `A gift to ${giftTo}: ` : ''}${productName}, ${formatCents(amount)}. ${grantNote ? `${grantNote}.` : ''}`;
}

function Outcome({
  title,
  text,
  status,
  actions,
}: {
  title: string;
  text: string;
  status?: PaymentStatus;
  actions: ReactNode;
}) {
  return (
    <div className="column max-w-3xl py-14 md:py-20">
      {status?.testMode && (
        <Badge tone="warm" className="mb-5">
          Test mode
        </Badge>
      )}
      <div role="status">
        <PosterTitle level={1} largest={4.5}>
          {title}
        </PosterTitle>
        <p className="mt-6 max-w-prose text-lg text-pretty text-muted">{text}</p>
      </div>
      {status?.receiptCode && (
        <p className="mt-4">
          <Link to={`/receipt/${status.receiptCode}`} className="inline-flex min-h-11 items-center underline">
            Your receipt
          </Link>
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

const TryAgain = () => (
  <Button asChild variant="primary">
    <Link to="/">Try Again</Link>
  </Button>
);

function BackToTrack({ id }: { id: string }) {
  if (!/^\d+$/.test(id)) return null;
  return (
    <Button asChild>
      <Link to={`/results/${id}`}>Back to the track</Link>
    </Button>
  );
}

function Checking() {
  return (
    <div role="status" className="column max-w-3xl py-14 md:py-20">
      <span className="sr-only">Checking your payment</span>
      <Skeleton className="h-16 w-2/3" />
      <Skeleton className="mt-6 h-6 w-1/2" />
      <Skeleton className="mt-8 h-11 w-64" />
    </div>
  );
}
