/** The open track, largest: what it is, what was measured, its waveform with the hook; below it what comes next. */
import { Link } from '@tanstack/react-router';
import { displayScore } from '#features/leaderboard/rules-display.ts';
import type { QueueTrack, Room } from '#features/listening/contract.ts';
import { openTrack } from '#features/listening/web/staff/player.ts';
import { StaffPlayer } from '#features/listening/web/staff/staff-player.tsx';
import type { Analysis } from '#features/scoring/contract.ts';
import { listSections, sayMeasures } from '#features/scoring/rules-display.ts';
import { pickMoments } from '#features/scoring/rules-moments.ts';
import { formatTime } from '#web/time-code.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { Checks, SungNow } from './triage-evidence.tsx';

interface TriageTrackProps {
  track: QueueTrack;
  room: Room | undefined;
  analysis: Analysis | null;
}

/** '2 h ago', in the largest unit. */
export function sayAge(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}

export function TriageTrack({ track, room, analysis }: TriageTrackProps) {
  const heard = room?.heardBy.length ?? 0;
  return (
    <>
      <p className="silk flex flex-wrap justify-between gap-x-6 text-muted">
        <span>
          {track.genre ?? 'No genre yet'} · sent {sayAge(track.createdAt)}
        </span>
        <span>
          {track.yours && 'Yours · '}
          {heard === 0 ? 'Not heard yet' : `Heard by ${heard}`}
        </span>
      </p>
      {room?.copyOf && <CopyBar original={room.copyOf} />}
      <PosterTitle level={1} largest={3.2} className="mt-2">
        {track.trackTitle}
      </PosterTitle>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <Link
          to="/admin/artist-update/$id"
          params={{ id: String(track.id) }}
          className="text-lg font-semibold underline decoration-edge underline-offset-4 hover:decoration-signal"
          dir="auto"
        >
          {track.artistName}
        </Link>
        {room && <span className="text-muted">{sayArtist(room.artist)}</span>}
      </p>
      <Facts track={track} analysis={analysis} />
      <div className="mt-4">
        <StaffPlayer
          track={track}
          sections={analysis ? listSections(analysis) : []}
          markers={analysis ? pickMoments(analysis) : []}
          height="h-24"
        />
      </div>
      {analysis?.words && analysis.words.lines.length > 0 && <SungNow track={track} words={analysis.words} />}
      {analysis && <Checks track={track} room={room} analysis={analysis} />}
    </>
  );
}

function sayArtist({ tracks, shortlisted }: Room['artist']): string {
  if (tracks === 0) return 'first track';
  return `${tracks} other ${tracks === 1 ? 'track' : 'tracks'}${shortlisted > 0 ? `, ${shortlisted} shortlisted` : ''}`;
}

export function CopyBar({ original }: { original: NonNullable<Room['copyOf']> }) {
  return (
    <p className="mt-3 border-l-3 border-hot bg-hot/10 px-3 py-2 text-sm">
      Held as a copy of{' '}
      <a href={`/results/${original.id}`} target="_blank" rel="noreferrer" className="underline">
        {original.trackTitle} by {original.artistName}
      </a>
      , entered before.
    </p>
  );
}

export function Facts({ track, analysis }: Pick<TriageTrackProps, 'track' | 'analysis'>) {
  // The engine's number says nothing to who listens.
  const measures = analysis ? sayMeasures(analysis, formatTime).slice(1) : [formatTime(track.duration)];
  return (
    <dl className="mt-4 flex flex-wrap border-y border-line">
      {measures.map((measure) => (
        <div key={measure} className="border-r border-line px-2.5 py-2 first:pl-0">
          <dt className="sr-only">Measured</dt>
          <dd className="figures text-[0.9375rem] font-semibold whitespace-nowrap">{measure}</dd>
        </div>
      ))}
      {track.score !== null && (
        <div className="px-2.5 py-2">
          <dt className="sr-only">Score</dt>
          <dd className="figures text-[0.9375rem] font-semibold whitespace-nowrap">
            score {track.score} <span className="text-xs text-muted">board {displayScore(track.score)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface QueueStripProps {
  queue: { heardToday: number; heardLastHour: number; left: number };
  ahead: readonly QueueTrack[];
}

export function QueueStrip({ queue, ahead }: QueueStripProps) {
  const total = queue.heardToday + queue.left;
  return (
    <div className="flex h-24 overflow-hidden border-t border-line">
      <div className="w-52 shrink-0 px-6 py-4 whitespace-nowrap">
        <p className="text-sm">
          Heard <span className="figures font-bold">{queue.heardToday}</span> of {total.toLocaleString()}{' '}
          today
        </p>
        <LevelMeter
          plain
          value={total > 0 ? (queue.heardToday / total) * 100 : 100}
          segments={20}
          className="my-1 h-2"
        />
        <p className="figures text-xs text-muted">{queue.heardLastHour} in the last hour</p>
      </div>
      <ul aria-label="Next" className="flex min-w-0 flex-1">
        {ahead.slice(0, 6).map((track) => (
          <li key={track.id} className="w-36 shrink-0 border-l border-line">
            <button
              type="button"
              onClick={() => openTrack(track)}
              className="flex size-full flex-col px-3 py-2 text-left hover:bg-raised"
            >
              <span className="block w-full truncate text-sm font-semibold" dir="auto">
                {track.trackTitle}
              </span>
              <span className="block w-full truncate text-xs text-muted" dir="auto">
                {track.artistName}
              </span>
              <MiniWaveform peaks={track.peaks} bars={40} className="mt-1 h-8 w-full" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
