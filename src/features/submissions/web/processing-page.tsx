/** /submission/:id: how far the analysis of a track is, until its results are there. */
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { formatTime } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { TapeCounter } from '#web/ui/tape-counter.tsx';
import type { Submission } from '../contract.ts';
import type { Status } from '../contract-status.ts';
import { isSubmissionId } from '../rules.ts';
import { describeQueue, isAlmostThere } from '../rules-progress.ts';
import { PrivateLinkCard } from './private-link.tsx';
import { ProcessingFailure } from './processing-failure.tsx';
import { ProcessingSteps } from './processing-steps.tsx';

import { useMovingBars, useProcessing } from './use-processing.ts';
import { useUploaderClaim } from './use-uploader-claim.ts';

export default function ProcessingPage() {
  const id = usePathParam('id');
  if (!isSubmissionId(id)) return <MalformedId />;
  return <Processing key={id} id={id} />;
}

function Processing({ id }: { id: string }) {
  const navigate = useNavigate();
  const claiming = useUploaderClaim(id);
  const { submission, status } = useProcessing(id, !claiming);
  const analyzed = status.data?.analyzed ?? false;
  usePageTitle(submission.data && `${submission.data.trackTitle}: processing`);
  useEffect(() => {
    if (analyzed && !claiming) void navigate({ to: `/results/${id}`, replace: true });
  }, [analyzed, claiming, id, navigate]);

  const lost = [submission, status].some(({ isError, data }) => isError && !data);
  if (lost) {
    const retry = () => {
      void submission.refetch();
      void status.refetch();
    };
    return <SubmissionError onRetry={retry} retrying={submission.isFetching || status.isFetching} />;
  }
  if (!submission.data || !status.data) return <Loading />;
  return (
    <Console
      submission={submission.data}
      status={status.data}
      receivedAt={status.dataUpdatedAt}
      silent={status.isError}
    />
  );
}

interface ConsoleProps {
  submission: Submission;
  status: Status;
  /** When the status arrived, in milliseconds. */
  receivedAt: number;
  /** The last poll failed. */
  silent: boolean;
}

function Console({ submission, status, receivedAt, silent }: ConsoleProps) {
  const { bars, seconds } = useMovingBars(status, receivedAt);
  const failed = status.state === 'failed';
  const queue = describeQueue(status);
  return (
    <Frame>
      <Heading submission={submission} title={failed ? 'Analysis Failed' : 'Processing Your Track'} />
      <div className="mt-10 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <div className="max-lg:order-2 lg:row-span-2">
          {failed ? (
            <ProcessingFailure submission={submission} failure={status.failure} />
          ) : (
            <ProcessingSteps bars={bars} state={status.state} />
          )}
        </div>
        {!failed && (
          <TapeCounter
            seconds={seconds}
            caption="Estimated time remaining"
            format={formatTime}
            urgentFrom={0}
            className="max-lg:order-1"
          >
            <p role="status">{silent ? 'The connection is gone for a moment. We keep asking.' : queue}</p>
            {isAlmostThere(seconds, status) ? (
              <p className="mt-2 text-base font-semibold text-bone">
                Your results are about to load. Do Not Leave the page or refresh.
              </p>
            ) : (
              submission.mine && <MayLeave texts={submission.texts === true} />
            )}
          </TapeCounter>
        )}
        {submission.mine && <PrivateLinkCard id={submission.id} className="max-lg:order-3" />}
      </div>
    </Frame>
  );
}

/** The analysis goes on without the page. */
function MayLeave({ texts }: { texts: boolean }) {
  const mine = (
    <Link to="/my-tracks" className="underline underline-offset-4 hover:text-signal">
      My tracks
    </Link>
  );
  return (
    <p className="mt-2 text-base text-bone">
      {texts ? (
        <>You can leave, we will text you. Your report will be in {mine} too.</>
      ) : (
        <>You can leave: your report will be in {mine}.</>
      )}
    </p>
  );
}

function Heading({ submission, title }: { submission: Submission; title: string }) {
  return (
    <>
      <p className="silk text-muted">Submission {submission.id}</p>
      <h1 className="poster mt-4 text-[clamp(2.5rem,7vw,5.5rem)]">{title}</h1>
      <p className="mt-5 text-xl wrap-anywhere">
        <span className="plate">{submission.trackTitle}</span>{' '}
        <span className="text-muted">by {submission.artistName}</span>
      </p>
    </>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="column py-10 md:py-14">{children}</div>
);

function Loading() {
  return (
    <Frame>
      <div role="status">
        <p className="silk text-muted">Loading Submission...</p>
        <Skeleton className="mt-4 h-14 w-3/4 max-w-2xl md:h-20" />
        <Skeleton className="mt-5 h-7 w-64" />
        <div className="mt-10 grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-10">
          <Skeleton className="h-112" />
          <Skeleton className="h-32" />
        </div>
      </div>
    </Frame>
  );
}

function SubmissionError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Frame>
      <ErrorState
        level={1}
        title="Submission Error"
        action={
          <>
            <Button variant="primary" onClick={onRetry} pending={retrying}>
              {retrying ? 'Trying...' : 'Try Again'}
            </Button>
            <UploadLink />
          </>
        }
      >
        There was an error loading your submission. Please try again.
      </ErrorState>
    </Frame>
  );
}

function MalformedId() {
  usePageTitle('Not found');
  return (
    <Frame>
      <ErrorState level={1} title="Not found" action={<UploadLink />}>
        A submission has a number in its address. Check the link you followed.
      </ErrorState>
    </Frame>
  );
}

const UploadLink = () => (
  <Button asChild>
    <Link to="/upload-form">Submit a track</Link>
  </Button>
);
