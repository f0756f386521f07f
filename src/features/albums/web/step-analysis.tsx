/** Step 3: how far the server is with the three tracks, then what it found. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { AlbumStatus } from '../contract.ts';

interface StepAnalysisProps {
  status: AlbumStatus | undefined;
  /** The last poll failed. */
  silent: boolean;
  titles: readonly string[];
  onRetry: () => void;
  onRestart: () => void;
}

/** Each bar is one track; none runs ahead of the server. */
export function StepAnalysis({ status, silent, titles, onRetry, onRestart }: StepAnalysisProps): ReactNode {
  if (status?.state === 'failed')
    return (
      <ErrorState
        title="Submission Error"
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              Try Again
            </Button>
            <Button onClick={onRestart}>Start over with other tracks</Button>
          </>
        }
      >
        {status.failure ?? 'There was an error processing your album. Please try again.'}
      </ErrorState>
    );
  const share = (status?.percent ?? 0) / 100;
  const waiting = !status || status.state === 'queued';
  return (
    <div className="rounded-md border border-line bg-panel p-6 md:p-8">
      <p role="status" className="mb-6 text-lg">
        {silent ? 'The connection is gone for a moment. We keep asking.' : sayWhere(status)}
      </p>
      <div className="flex flex-col gap-6">
        {[0, 1, 2].map((index) => {
          const done = status?.state === 'done' ? 100 : Math.min(100, Math.max(0, (share * 3 - index) * 100));
          return (
            <Progress key={index} label={titles[index] || `Track ${index + 1}`} value={waiting ? 0 : done} />
          );
        })}
      </div>
      <p className="mt-6 text-sm text-muted">
        You can close this page: the album is heard on the server, and this page goes on where it was.
      </p>
    </div>
  );
}

function sayWhere(status: AlbumStatus | undefined): string {
  if (!status || status.state === 'queued')
    return status && status.ahead > 0
      ? `Waiting in line: ${status.ahead} ${status.ahead === 1 ? 'track' : 'tracks'} before yours.`
      : 'Your album is next on the desk.';
  return `Listening to track ${status.track} of 3`;
}
