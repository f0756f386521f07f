/** What there is of an artist to hear: a track with its rank, and the albums. */
import { Link } from '@tanstack/react-router';
import { presentScore } from '#features/scoring/rules-readiness.ts';
import { audioUrl } from '#web/audio-url.ts';
import { Button } from '#web/ui/button.tsx';
import { TrackStrip } from '#web/ui/track-strip.tsx';
import type { ArtistAlbum, ArtistTrack } from '../contract.ts';
import { RankHistory } from './rank-history.tsx';

export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

export function TrackRow({ track, artistName }: { track: ArtistTrack; artistName: string }) {
  const { id, trackTitle, genre, rank, score, voteCount } = track;
  return (
    <li className="border-t border-line py-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="plate text-[1.375rem] wrap-anywhere">
            <Link to={`/results/${id}`} className="underline-offset-4 hover:text-signal hover:underline">
              {trackTitle}
            </Link>
          </h3>
          <p className="text-muted">
            {genre} · {count(voteCount, 'vote')} · score {score}
            <span className="text-sm whitespace-nowrap"> · {presentScore(score, 'board').shownLabel}</span>
          </p>
        </div>
        {rank && (
          <p className="poster shrink-0 text-4xl">
            <span className="sr-only">Fan battle rank </span>
            <span className="text-muted">#</span>
            {rank.rank.toLocaleString('en-US')}
          </p>
        )}
      </div>
      <div className="mt-4 flex items-center gap-4">
        <TrackStrip
          src={audioUrl(track.audioUrl)}
          label={`${trackTitle} by ${artistName}`}
          peaks={track.peaks}
          duration={track.duration}
          from={track.hookStart}
          className="flex-1"
        />
        <Button asChild>
          <Link to={`/artist-vote/${id}`}>
            Vote<span className="sr-only"> for {trackTitle}</span>
          </Link>
        </Button>
      </div>
      <RankHistory kept={track.history} rank={rank?.rank} />
    </li>
  );
}

export function Albums({ albums }: { albums: readonly ArtistAlbum[] }) {
  return (
    <section aria-labelledby="artist-albums">
      <h2 id="artist-albums" className="silk mb-3 text-muted">
        Albums
      </h2>
      <ul className="grid grid-cols-2 gap-4">
        {albums.map(({ id, albumName, coverUrl, score }) => (
          <li key={id} className="min-w-0">
            {coverUrl ? (
              <img src={coverUrl} alt="" loading="lazy" className="aspect-square w-full rounded-md" />
            ) : (
              <div className="aspect-square w-full rounded-md border border-line bg-panel" />
            )}
            <p dir="auto" className="mt-2 font-semibold wrap-anywhere">
              {albumName}
            </p>
            {score !== null && <p className="figures text-sm text-muted">{(score / 10).toFixed(1)} of 10</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
