/** /admin/artist-update/:id: what staff told one artist, and the next thing they tell them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { StaffGate } from '#features/accounts/web/staff-gate.tsx';
import { getSubmission } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { ApiError } from '#web/api-client.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { UpdateForm } from './update-form.tsx';
import { UpdateHistory } from './update-history.tsx';

export default function FollowUpPage() {
  const id = usePathParam('id');
  return <StaffGate>{() => <FollowUp id={id} />}</StaffGate>;
}

function FollowUp({ id }: { id: string }) {
  const query = useQuery({ ...endpointQuery(getSubmission, { params: { id } }), refetchOnMount: 'always' });
  usePageTitle(query.data && `Follow up: ${query.data.artistName}`);
  const missing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className="column py-7 md:py-9">
      <Button asChild variant="quiet" className="-ml-4">
        <Link to="/admin/dashboard">
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Dashboard
        </Link>
      </Button>
      {query.isError ? (
        <ErrorState
          level={1}
          className="mt-4"
          title={missing ? 'Submission not found' : 'Failed to fetch submission'}
          action={!missing && <Button onClick={() => void query.refetch()}>Try again</Button>}
        />
      ) : query.data ? (
        <>
          <h1 className="poster mt-3 text-[clamp(1.5rem,3vw,2.5rem)] wrap-anywhere">
            {query.data.artistName}
          </h1>
          <div className="mt-6 grid items-start gap-5 lg:grid-cols-[22rem_1fr]">
            <Details submission={query.data} />
            <div className="flex flex-col gap-5">
              <UpdateForm id={id} />
              <UpdateHistory id={id} />
            </div>
          </div>
        </>
      ) : (
        <Skeleton className="mt-4 h-80 w-full" />
      )}
    </div>
  );
}

function Details({ submission }: { submission: Submission }) {
  const facts = [
    ['Artist', submission.artistName],
    ['Track', submission.trackTitle],
    ['Phone', submission.phoneNumber ?? ''],
    ['Score', submission.score ?? 'Pending'],
    ['Genre', submission.genre ?? 'Not analyzed'],
    ['Date submitted', sayMoment(submission.createdAt)],
  ];
  return (
    <Card title="Artist details">
      <dl className="divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7rem_1fr] gap-3 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Button asChild variant="primary" className="mt-4 w-full">
        <Link to="/results/$id" params={{ id: String(submission.id) }}>
          View Analysis
        </Link>
      </Button>
    </Card>
  );
}
