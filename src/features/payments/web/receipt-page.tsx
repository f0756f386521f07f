/** /receipt/:code: what was bought, what it gave, and the state of whatever a person still has to do. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getReceipt } from '../calls.ts';
import type { Receipt } from '../contract.ts';
import { sumUp } from '../copy-receipt.ts';
import { isVotes } from '../rules-catalogue.ts';
import { describeGrant, type Line, listOrder, listPayment, voteReceiptOf } from './receipt-words.ts';
import { POLL_MS } from './use-payment-return.ts';

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

/** What is distributed is first made whole by its artist; a giver has nothing to do with that. */
function findRelease({ product, grantState, giftTo, albumId, submissionId, download }: Receipt) {
  if (grantState !== 'granted' || giftTo !== null) return null;
  if (albumId !== null) return download && { kind: 'album', id: String(albumId) };
  return product === 'distribution' && submissionId !== null
    ? { kind: 'track', id: String(submissionId) }
    : null;
}

function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { support } = useCampaign();
  const release = findRelease(receipt);
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
      {receipt.giftTo && (
        <p className="mt-2 text-lg font-semibold break-words">A gift to {receipt.giftTo}.</p>
      )}
      <Card className="mt-8" title="Payment">
        <Lines lines={listPayment(receipt)} />
      </Card>
      <Card className="mt-5" title="What it gave">
        <p className="text-pretty">{describeGrant(receipt)}</p>
        <VoteReceiptLink note={receipt.grantNote} />
        {receipt.order && <Lines lines={listOrder(receipt.order)} className="mt-4" />}
      </Card>
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {release && (
          <Button asChild variant="primary">
            <Link to="/release/$kind/$id" params={release}>
              Finish the release
            </Link>
          </Button>
        )}
        {receipt.download && (
          <Button asChild>
            <a href={receipt.download.path} download>
              {receipt.download.label}
            </a>
          </Button>
        )}
        {receipt.submissionId !== null && (
          <Button asChild variant={release ? 'secondary' : 'primary'}>
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
        Questions: {support.email}, {support.hours}. It opens for whoever paid, in this browser or signed in,
        and for the artist.
      </p>
    </div>
  );
}

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

function VoteReceiptLink({ note }: { note: string | null }) {
  const code = voteReceiptOf(note);
  if (!code) return null;
  return (
    <Link to={`/vote-receipt/${code}`} className="mt-1 inline-flex min-h-11 items-center underline">
      The votes' own receipt
    </Link>
  );
}

function StateBadge({ receipt }: { receipt: Receipt }) {
  const [tone, text] = sumUp(receipt);
  return <Badge tone={tone}>{text}</Badge>;
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
        There is no receipt at this address, or it is not yours. Open it in the browser you paid with, or sign
        in with the number you paid with.
      </ErrorState>
    </div>
  );
}
