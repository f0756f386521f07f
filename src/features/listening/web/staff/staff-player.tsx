/** A track's waveform with its parts and moments, driven by the one player of the staff pages. */
import { formatTime } from '#web/time-code.ts';
import type { TrackMarker, TrackSection } from '#web/ui/audio-player.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PlayButton } from '#web/ui/play-button.tsx';
import { SeekBar } from '#web/ui/seek-bar.tsx';
import type { QueueTrack } from '../../contract.ts';
import { openTrack, playHook, seekTo, togglePlay, usePlayer } from './player.ts';

interface StaffPlayerProps {
  track: QueueTrack;
  sections?: readonly TrackSection[];
  markers?: readonly TrackMarker[];
  /** Of the waveform. */
  height?: string;
}

export function StaffPlayer({ track, sections = [], markers = [], height = 'h-32' }: StaffPlayerProps) {
  const player = usePlayer();
  const isLoaded = player.track?.id === track.id;
  const label = `${track.trackTitle} by ${track.artistName}`;
  const duration = (isLoaded && player.duration) || track.duration || 0;
  const toggle = () => {
    if (isLoaded) togglePlay();
    else openTrack(track, { play: true });
  };
  const seek = (seconds: number) => {
    openTrack(track);
    seekTo(seconds);
  };
  const hook = () => {
    openTrack(track, { play: true });
    playHook();
  };
  const time = isLoaded ? player.time : track.hookAt;
  return (
    <section aria-label={`Player: ${label}`}>
      <Sections sections={sections} duration={duration} />
      <SeekBar
        audio={{ time, duration, seek, toggle }}
        peaks={track.peaks}
        markers={[...markers]}
        label={label}
        height={height}
      />
      <div className="mt-3 flex items-center gap-4">
        <PlayButton playing={isLoaded && player.playing} onClick={toggle} label={label} className="size-13" />
        <p className="figures text-sm text-muted">
          <span className="text-bone">{formatTime(time)}</span> / {formatTime(duration || null)}
        </p>
        <button
          type="button"
          onClick={hook}
          className="ml-auto min-h-11 rounded-md border border-edge px-4 text-sm font-semibold hover:border-bone"
        >
          Hook
        </button>
      </div>
      {isLoaded && player.failed && (
        <p role="alert" className="mt-1 text-sm text-hot">
          Could not load audio file
        </p>
      )}
    </section>
  );
}

function Sections({ sections, duration }: { sections: readonly TrackSection[]; duration: number }) {
  if (duration <= 0 || sections.length === 0) return null;
  const inside = sections.filter(({ start }) => start < duration);
  return (
    <ol aria-label="Sections" className="relative mb-1 h-5">
      {inside.map(({ label, start, end, isHook }) => (
        <li
          key={`${start}-${label}`}
          style={{
            left: `${(start / duration) * 100}%`,
            width: `${((Math.min(end, duration) - start) / duration) * 100}%`,
          }}
          className={classNames(
            'silk absolute truncate border-l pl-1.5 text-[0.6875rem]',
            isHook ? 'border-signal text-signal' : 'border-edge text-muted',
          )}
        >
          {label} {isHook && formatTime(start)}
          <span className="sr-only"> from {formatTime(start)}</span>
        </li>
      ))}
    </ol>
  );
}
