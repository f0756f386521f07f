/** /vote-receipt/:code: what became of one vote, and why. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SealLine } from '#features/ledger/web/seal-line.tsx';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { ApiError } from '#web/api-client.ts';
import { usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getVoteReceipt } from '../calls.ts';
import type { VoteReceipt } from '../contract.ts';
import { VOTE_POLL_MS } from './use-vote-data.ts';
import { VoteColumn } from './vote-states.tsx';

const STATES = {
  received: {
    title: 'Being counted',
    tone: 'warm',
    line: 'It is in and safe. It counts in the order in which votes came, within seconds on most nights.',
  },
  counted: {
    title: 'Counted',
    tone: 'good',
    line: 'In the total. A number’s free vote counts once a track and a day.',
  },
  waiting: { title: 'Waiting', tone: 'warm', line: 'Not in the total yet.' },
  held: { title: 'Pending', tone: 'warm', line: 'Staff check this before it counts.' },
  voided: { title: 'Voided', tone: 'hot', line: 'Not in the total.' },
} as const;
const KINDS = { free: 'Free vote', paid: 'Paid votes', referral: 'Referral votes', adjustment: 'Correction' };

export default function VoteReceiptPage() {
  const code = usePathParam('code');
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(getVoteReceipt, { params: { code } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'received' || (['held', 'waiting'].includes(data?.state ?? '') && !data?.over)
        ? VOTE_POLL_MS
        : false,
  });
  if (data) return <Receipt receipt={data} />;
  if (!error)
    return (
      <VoteColumn>
        <Skeleton className="h-80" />
      </VoteColumn>
    );
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <VoteColumn>
      <ErrorState
        level={1}
        title={missing ? 'Receipt not found' : 'The receipt did not load'}
        action={
          <Button variant="primary" pending={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      >
        {missing
          ? 'No vote has this code. Check the link, letter by letter.'
          : 'Please try again in a moment.'}
      </ErrorState>
    </VoteColumn>
  );
}

/** Held when the campaign ended, it stays out for good. */
const TOO_LATE = {
  title: 'Not counted',
  tone: 'hot',
  line: 'The campaign ended before this vote counted: it is not in the final standings.',
} as const;

function Receipt({ receipt }: { receipt: VoteReceipt }) {
  const { track, state, over, reason } = receipt;
  const late = (state === 'held' || state === 'waiting') && over;
  const { title, tone, line } = late ? TOO_LATE : STATES[state];
  return (
    <VoteColumn>
      <p className="silk text-muted">Vote receipt</p>
      <h1 className="poster mt-4 text-[clamp(2.5rem,8vw,6rem)]">{title}</h1>
      <p className="mt-4 flex flex-wrap items-center gap-3 text-muted">
        <Badge tone={tone}>{title}</Badge> {late ? line : (reason ?? line)}
      </p>
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-2">
        <Card title="The vote">
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
            <Line label="For">
              {track ? (
                <Link
                  to={`/artist-vote/${receipt.submissionId}`}
                  className="font-semibold underline underline-offset-4 hover:text-signal"
                >
                  {track.trackTitle} by {track.artistName}
                </Link>
              ) : (
                'A track that was deleted'
              )}
            </Line>
            <Line label="Kind">{KINDS[receipt.kind]}</Line>
            <Line label="Votes">
              <span className="figures">{receipt.votes}</span>
              {receipt.takenBack > 0 && <span className="text-hot">, {receipt.takenBack} taken back</span>}
            </Line>
            {receipt.paymentAmount !== null && <Line label="Paid">{formatCents(receipt.paymentAmount)}</Line>}
            <Line label="Cast">{sayTime(receipt.createdAt)}</Line>
            <Line label="Sealed">
              <SealLine code={receipt.code} />
            </Line>
            <Line label="Code">
              <span className="figures text-sm wrap-anywhere">{receipt.code}</span>
            </Line>
          </dl>
        </Card>
        <Card title="What happened to it">
          <ol className="flex flex-col gap-4 border-l border-line pl-4">
            <li>
              <p className="figures text-xs text-muted">{sayTime(receipt.createdAt)}</p>
              <p>Cast</p>
            </li>
            {receipt.decisions.map(({ at, state, reason }) => (
              <li key={`${at}-${state}`}>
                <p className="figures text-xs text-muted">{sayTime(at)}</p>
                <p>
                  {STATES[state].title}: {reason}
                </p>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </VoteColumn>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="silk pt-1 text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const sayTime = (iso: string) =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
