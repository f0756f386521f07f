/**
 * The right-hand column of a result: what can be done with the track now. Panels of other features (a place on the
 * tour, the card form) stand here, above what the owner needs.
 */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { RivalsBoard } from '#features/offers/web/rivals-board.tsx';
import { TourPanel } from '#features/offers/web/tour-panel.tsx';
import { readinessScore } from '#features/scoring/rules-readiness.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { PrivateLinkCard } from '#features/submissions/web/private-link.tsx';
import { ReportButton } from '#web/report-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { orElse } from '#web/ui/lazy-part.tsx';

/** For the owner and staff alone. */
const CorrectGenre = lazy(orElse(() => import('./correct-genre.tsx')));

export function ResultsAside({ submission }: { submission: Submission }) {
  return (
    <>
      {submission.listed && <PublicPanels submission={submission} />}
      {(submission.mine || submission.phoneNumber !== undefined) && (
        <Suspense fallback={null}>
          <CorrectGenre submission={submission} />
        </Suspense>
      )}
      {submission.mine && <PrivateLinkCard id={submission.id} />}
      {!submission.mine && submission.listed && <ReportButton id={submission.id} label="Report this track" />}
    </>
  );
}

/** What only makes sense while the public can see the track. The race is drawn for whoever runs in it. */
function PublicPanels({ submission }: { submission: Submission }) {
  return (
    <>
      <TourPanel submission={submission} />
      {submission.mine && (
        <RivalsBoard artistName={submission.artistName} score={readinessScore(submission.score)} />
      )}
      <Button asChild>
        <Link to="/leaderboard" search={{ search: submission.trackTitle }}>
          See it on the leaderboard
        </Link>
      </Button>
    </>
  );
}
