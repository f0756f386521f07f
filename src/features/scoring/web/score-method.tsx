/** How the shown figures come about: the formula one click away, the whole method one more. */
import { Link } from '@tanstack/react-router';
import { Dialog } from '#web/ui/dialog.tsx';
import { BOARD_FORMULA, presentScore, READINESS_FORMULA, readinessScore } from '../rules-readiness.ts';

export function ScoreMethod({ raw }: { raw: number | null }) {
  return (
    <Dialog
      title="How this is scored"
      trigger={
        <button
          type="button"
          aria-label="How this is scored"
          className="-mx-2 -my-3.5 px-2 py-3.5 uppercase tracking-[inherit] underline underline-offset-4 hover:text-bone"
        >
          How
        </button>
      }
    >
      <div className="space-y-4 text-muted">
        <p>
          The score runs from 0 to 100, for the track and for each category. Needle, figure and tips all use
          it. Readiness puts the same score on a narrower scale:
        </p>
        <p className="figures rounded-md border border-line bg-pit px-4 py-3 text-bone">
          {READINESS_FORMULA}
          {raw !== null && (
            <span className="block text-sm text-muted">
              here: floor(80 + {raw} / 100 × 18) = {readinessScore(raw)}
            </span>
          )}
        </p>
        <p>
          So it runs from 80 to 98. The board has its own: {BOARD_FORMULA}
          {raw !== null && `, here ${presentScore(raw, 'board').shown}`}. A category that could not be
          measured has no score and says why. The score describes the recording; it does not predict success.
        </p>
        <p>
          <Link to="/method" className="text-bone underline underline-offset-4 hover:text-signal">
            The whole method
          </Link>
        </p>
      </div>
    </Dialog>
  );
}
