/** The bill of a result: what was measured, the title, who made it, and the needle. */

import type { Analysis } from '#features/scoring/contract.ts';
import { sayMeasures } from '#features/scoring/rules-display.ts';
import { readinessScore } from '#features/scoring/rules-readiness.ts';
import { ScoreMethod } from '#features/scoring/web/score-method.tsx';
import type { Submission } from '#features/submissions/contract.ts';
import { formatTime } from '#web/time-code.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Gauge } from '#web/ui/gauge.tsx';

/** The longer the title, the smaller its type, so that all of it fits. */
function titleSize(title: string): string {
  if (title.length <= 22) return 'text-[clamp(2.5rem,7vw,6rem)]';
  if (title.length <= 60) return 'text-[clamp(2rem,4.5vw,3.75rem)]';
  return 'text-[clamp(1.375rem,2.6vw,2.25rem)] leading-none';
}

export function ResultsHeader({ submission, analysis }: { submission: Submission; analysis: Analysis }) {
  const { score, trackTitle, artistName, genre, demo } = submission;
  const readiness = readinessScore(score);
  return (
    <header className="grid items-end gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">
        <p className="silk flex flex-wrap gap-x-3 gap-y-1 text-muted">
          {['Analysis', ...sayMeasures(analysis, formatTime)].map((part) => (
            <span key={part} className="not-last:after:ml-3 not-last:after:content-['·']">
              {part}
            </span>
          ))}
        </p>
        <h1 dir="auto" className={`poster mt-5 wrap-anywhere ${titleSize(trackTitle)}`}>
          {trackTitle}
        </h1>
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xl text-muted wrap-anywhere">
          <span dir="auto">{artistName}</span>
          {genre && (
            <span className="before:mr-3 before:content-['—']">
              {genre}
              {submission.genreGivenBy && (
                <span className="ml-2 text-sm">
                  {submission.genreGivenBy === 'artist' ? 'given by the artist' : 'corrected by staff'}, heard
                  as {submission.genreHeard}
                </span>
              )}
            </span>
          )}
          {demo && <HonestyBadge tag="Demo" />}
        </p>
      </div>
      <Gauge
        value={score}
        figure={readiness}
        label="Readiness"
        spoken={`Readiness ${readiness}, from a raw score of ${score ?? 'none'} of 100`}
        caption={
          <>
            Readiness · {score === null ? 'no raw score' : `raw ${score} of 100`} ·{' '}
            <ScoreMethod raw={score} />
          </>
        }
        className="w-full max-w-76 max-md:max-w-full"
      />
    </header>
  );
}
