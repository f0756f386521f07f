/** /receipt/:code: what was bought, what it gave, and the state of whatever a person still has to do. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getReceipt, type Receipt } from '../contract.ts';
import { formatCents, isVotes } from '../rules-catalogue.ts';
import { POLL_MS } from './use-payment-return.ts';

const WAITING = ['creating', 'requires_payment_method', 'requires_action', 'processing'];

export default function ReceiptPage() {
  const code = usePathParam('code');
  const { data, isError } = useQuery({
    ...endpointQuery(getReceipt, { params: { code } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? POLL_MS : false),
  });
  usePageTitle(data ? `Receipt: ${data.productName}` : 'Receipt');
  if (isError) return <NoReceipt />;
  if (!data)
    return (
      <div role="status" className="column max-w-3xl py-14">
        <span className="sr-only">Loading the receipt</span>
        <Skeleton className="h-16 w-1/2" />
        <Skeleton className="mt-8 h-72" />
      </div>
    );
  return <ReceiptView receipt={data} />;
}

function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { support } = useCampaign();
  return (
    <div className="column max-w-3xl py-12 md:py-16">
      <div className="mb-5 flex flex-wrap gap-2">
        <StateBadge receipt={receipt} />
        {receipt.testMode && <Badge tone="warm">Test mode</Badge>}
      </div>
      <PosterTitle level={1} largest={4.5}>
        Receipt
      </PosterTitle>
      <p className="mt-4 text-lg text-pretty break-words text-muted">{receipt.description}</p>
      <Card className="mt-8" title="Payment">
        <Lines lines={listPayment(receipt)} />
      </Card>
      <Card className="mt-5" title="What it gave">
        <p className="text-pretty">{describeGrant(receipt)}</p>
        <VoteReceiptLink note={receipt.grantNote} />
        {receipt.order && <Lines lines={listOrder(receipt.order)} className="mt-4" />}
      </Card>
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {receipt.download && (
          <Button asChild variant="primary">
            <a href={receipt.download.path} download>
              {receipt.download.label}
            </a>
          </Button>
        )}
        {receipt.submissionId !== null && (
          <Button asChild variant="primary">
            {isVotes(receipt.product) ? (
              <Link to={`/artist-vote/${receipt.submissionId}`}>Back to the vote page</Link>
            ) : (
              <Link to={`/results/${receipt.submissionId}`}>Back to the track</Link>
            )}
          </Button>
        )}
        <Button onClick={() => window.print()}>Print</Button>
        <Button asChild variant="quiet">
          <Link to="/refunds">Refund rules</Link>
        </Button>
      </div>
      <p className="mt-6 text-sm text-muted">
        Questions: {support.email}, {support.hours}. Keep this address: it is the only way to this page.
      </p>
    </div>
  );
}

type Line = readonly [string, ReactNode];

function Lines({ lines, className }: { lines: readonly Line[]; className?: string }) {
  return (
    <dl className={className}>
      {lines.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-3 first:border-0"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="figures ml-auto text-right text-balance">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const day = (iso: string) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

function listPayment(receipt: Receipt): Line[] {
  const lines: Line[] = [
    ['Bought', receipt.productName],
    ['Amount', formatCents(receipt.amount)],
    ['State', SAID[receipt.status] ?? receipt.status],
  ];
  if (receipt.failureMessage) lines.push(['Last try', receipt.failureMessage]);
  if (receipt.paidAt) lines.push(['Paid', day(receipt.paidAt)]);
  if (receipt.card) lines.push(['Card', `${receipt.card.brand} ···· ${receipt.card.last4}`]);
  if (receipt.refunded > 0) lines.push(['Given back', formatCents(receipt.refunded)]);
  if (receipt.refundWaiting > 0) lines.push(['On its way back', formatCents(receipt.refundWaiting)]);
  if (receipt.dispute !== 'none') lines.push(['Dispute', DISPUTE_SAID[receipt.dispute]]);
  return lines;
}

const SAID: Record<string, string> = {
  creating: 'not paid',
  requires_payment_method: 'not paid',
  requires_action: 'waiting for the bank',
  processing: 'processing',
  succeeded: 'paid',
  canceled: 'cancelled, nothing was charged',
};

const DISPUTE_SAID = {
  none: '',
  open: 'your bank is examining it',
  won: 'your bank left the payment as it was',
  lost: 'your bank gave the money back',
} as const;

/** The note of bought votes ends with the code of their own receipt, which is shown as a link. */
const VOTE_RECEIPT = /, vote receipt ([0-9a-z]{26})$/;

function VoteReceiptLink({ note }: { note: string | null }) {
  const code = VOTE_RECEIPT.exec(note ?? '')?.[1];
  if (!code) return null;
  return (
    <Link to={`/vote-receipt/${code}`} className="mt-1 inline-flex min-h-11 items-center underline">
      The votes' own receipt
    </Link>
  );
}

function describeGrant({ grantState, grantNote, status }: Receipt): string {
  switch (grantState) {
    case 'granted':
      return `${grantNote?.replace(VOTE_RECEIPT, '')}.`;
    case 'refused':
    case 'revoked':
      return grantNote ?? '';
    case 'waiting':
      return 'It is paid. Staff still have to say what it belongs to.';
    default:
      return WAITING.includes(status) ? 'Nothing yet: it is not paid.' : 'Nothing: it was not paid.';
  }
}

const ORDER_SAID: Record<NonNullable<Receipt['order']>['state'], string> = {
  waiting: 'waiting for staff',
  in_progress: 'in progress',
  delivered: 'delivered',
  paused: 'on hold while the bank examines a dispute',
  cancelled: 'cancelled',
};

function listOrder(order: NonNullable<Receipt['order']>): Line[] {
  const lines: Line[] = [
    ['Order', ORDER_SAID[order.state]],
    ['Last change', day(order.changedAt)],
  ];
  if (order.state === 'waiting' || order.state === 'in_progress') lines.push(['Due', day(order.dueAt)]);
  return lines;
}

function StateBadge({ receipt }: { receipt: Receipt }) {
  const [tone, text] = sumUp(receipt);
  return <Badge tone={tone}>{text}</Badge>;
}

function sumUp({ status, amount, refunded, grantState, dispute }: Receipt): [BadgeTone, string] {
  if (status === 'canceled') return ['plain', 'Cancelled'];
  if (status === 'processing') return ['warm', 'Processing'];
  if (status !== 'succeeded') return ['plain', 'Not paid'];
  if (refunded === amount) return ['plain', 'Refunded'];
  if (grantState === 'refused') return ['warm', 'Being refunded'];
  if (dispute === 'lost') return ['plain', 'Given back by the bank'];
  if (dispute === 'open') return ['warm', 'Disputed'];
  return refunded > 0 ? ['good', 'Paid, part refunded'] : ['good', 'Paid'];
}

function NoReceipt() {
  return (
    <div className="column max-w-3xl py-14">
      <ErrorState
        level={1}
        title="Receipt Not Found"
        action={
          <Button asChild variant="primary">
            <Link to="/">Return to Home</Link>
          </Button>
        }
      >
        There is no receipt at this address. Check that the link is whole.
      </ErrorState>
    </div>
  );
}
