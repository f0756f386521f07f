/** A vote page while its track loads, and when it cannot be loaded. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

export const VoteColumn = ({ children }: { children: ReactNode }) => (
  <div className="column py-6 md:py-14">{children}</div>
);

export function VoteSkeleton() {
  return (
    <VoteColumn>
      <div role="status">
        <span className="sr-only">Loading the voting page</span>
        <div className="grid items-end gap-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="space-y-5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-16 w-5/6 max-w-2xl md:h-24" />
            <Skeleton className="h-7 w-1/2 max-w-xs" />
          </div>
          <Skeleton className="h-24" />
        </div>
        <Skeleton className="mt-10 h-44" />
        <div className="mt-8 grid gap-5 lg:grid-cols-[5fr_7fr]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </div>
    </VoteColumn>
  );
}

interface VoteFailureProps {
  title: string;
  children: ReactNode;
  onReload: () => void;
  reloading: boolean;
}

export function VoteFailure({ title, children, onReload, reloading }: VoteFailureProps) {
  return (
    <VoteColumn>
      <ErrorState
        level={1}
        title={title}
        action={
          <>
            <Button variant="primary" onClick={onReload} pending={reloading}>
              Try Again
            </Button>
            <Button asChild>
              <Link to="/leaderboard">See the leaderboard</Link>
            </Button>
          </>
        }
      >
        {children}
      </ErrorState>
    </VoteColumn>
  );
}
