/** The head of a result: whose track it is and the way to vote for it; the verdict, and the needle. */
import { Link } from '@tanstack/react-router';
import { presentScore } from '#features/scoring/rules-readiness.ts';
import { ScoreMethod } from '#features/scoring/web/score-method.tsx';
import type { Submission } from '#features/submissions/contract.ts';
import { ArtistName } from '#web/ui/artist-name.tsx';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Gauge } from '#web/ui/gauge.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';

export function ResultsHeader({ submission, verdict }: { submission: Submission; verdict: string }) {
  const { id, trackTitle, artistName, artistId, genre, demo, listed, peaks } = submission;
  return (
    <header>
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="plate line-clamp-2 text-xl wrap-anywhere md:text-2xl">
            {trackTitle}
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-muted wrap-anywhere">
            <span>
              <ArtistName id={artistId}>{artistName}</ArtistName>
              {genre && ' ·'}
            </span>
            {genre}
            {demo && <HonestyBadge tag="Demo" />}
          </p>
          <GenreSource submission={submission} />
        </div>
        <MiniWaveform peaks={peaks} bars={32} className="h-8 w-24 shrink-0 max-[24rem]:hidden md:w-40" />
        {listed && (
          <Button asChild size="large" className="shrink-0">
            <Link to={`/artist-vote/${id}`}>Vote</Link>
          </Button>
        )}
      </div>
      <p className="poster mt-6 text-[clamp(1.75rem,8vw,2.5rem)] leading-[0.95] md:mt-8 md:text-[clamp(2.5rem,4.4vw,4.25rem)]">
        {verdict}
      </p>
    </header>
  );
}

function GenreSource({ submission: { genreGivenBy, genreHeard } }: { submission: Submission }) {
  if (!genreGivenBy) return null;
  return (
    <p className="text-sm text-muted">
      {genreGivenBy === 'artist' ? 'given by the artist' : 'corrected by staff'}, heard as {genreHeard}
    </p>
  );
}

/** Needle and figure on one scale; the two displayed ones beside it. */
export function ScoreDial({ score, className }: { score: number | null; className?: string }) {
  return (
    <Gauge
      value={score}
      label="Score"
      caption={
        <>
          {presentScore(score, 'readiness').shownLabel} · {presentScore(score, 'board').shownLabel} ·{' '}
          <ScoreMethod raw={score} />
        </>
      }
      className={className}
    />
  );
}
