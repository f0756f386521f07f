/**
 * The right-hand column of a result: what can be done with the track now. Panels of other features (a place on the
 * tour, the card form) stand here, above what the owner needs.
 */
import { Link } from '@tanstack/react-router';
import { PAGES } from '#campaign/page-list.ts';
import { RivalsBoard } from '#features/offers/web/rivals-board.tsx';
import { TourPanel } from '#features/offers/web/tour-panel.tsx';
import { readinessScore } from '#features/scoring/rules-readiness.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { PrivateLinkCard } from '#features/submissions/web/private-link.tsx';
import { ReportButton } from '#web/report-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { CorrectGenre } from './correct-genre.tsx';

const VOTE_PAGE = '/artist-vote/:id';
const hasVotePage = PAGES.some(({ path }) => (path as string) === VOTE_PAGE);

export function ResultsAside({ submission }: { submission: Submission }) {
  return (
    <>
      {submission.listed && <PublicPanels submission={submission} />}
      {(submission.mine || submission.phoneNumber !== undefined) && <CorrectGenre submission={submission} />}
      {submission.mine && <PrivateLinkCard id={submission.id} />}
      {!submission.mine && submission.listed && <ReportButton id={submission.id} label="Report this track" />}
    </>
  );
}

/** What only makes sense while the public can see the track. */
function PublicPanels({ submission }: { submission: Submission }) {
  return (
    <>
      <TourPanel submission={submission} />
      <RivalsBoard artistName={submission.artistName} score={readinessScore(submission.score)} />
      <div className="flex flex-wrap gap-3">
        {hasVotePage && (
          <Button asChild variant="primary" className="flex-1">
            <Link to={VOTE_PAGE.replace(':id', String(submission.id))}>Open the voting page</Link>
          </Button>
        )}
        <Button asChild className="flex-1">
          <Link to="/leaderboard" search={{ search: submission.trackTitle }}>
            See it on the leaderboard
          </Link>
        </Button>
      </div>
    </>
  );
}
