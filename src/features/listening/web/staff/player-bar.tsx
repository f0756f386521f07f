/** The player at the foot of every staff page: what plays, where in it, and whether the next one follows by itself. */
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatTime } from '#web/time-code.ts';
import { PlayButton } from '#web/ui/play-button.tsx';
import { keyTarget } from '#web/ui/seek-bar.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { useKeptDecisions } from './kept-decisions.ts';
import { seekTo, setByItself, stopPlayer, togglePlay, usePlayer } from './player.ts';

export function PlayerBar({ staffId }: { staffId: number }) {
  const kept = useKeptDecisions(staffId);
  return (
    <div className="sticky bottom-0 z-30">
      <p role="status" className="border-t border-warm bg-panel px-6 py-1.5 text-sm text-warm empty:hidden">
        {kept > 0 &&
          `No connection. ${kept} ${kept === 1 ? 'decision waits' : 'decisions wait'} in this browser, to be sent when it is back.`}
      </p>
      <Playing />
    </div>
  );
}

function Playing() {
  const { track, playing, time, duration, failed, byItself } = usePlayer();
  if (!track) return null;
  const about = `${track.trackTitle} by ${track.artistName}`;
  return (
    <section
      aria-label="Now playing"
      className="flex h-16 items-center gap-3 border-t border-line bg-panel px-3 sm:gap-5 sm:px-6"
    >
      <PlayButton playing={playing} label={about} onClick={togglePlay} className="size-11" />
      <Link
        to="/admin/dashboard"
        search={{ tab: 'queue' } as never}
        className="w-40 min-w-0 shrink-0 leading-tight hover:underline max-sm:w-auto max-sm:flex-1"
      >
        <span className="block truncate text-sm font-semibold" dir="auto">
          {track.trackTitle}
        </span>
        <span className="block truncate text-xs text-muted" dir="auto">
          {failed ? 'Could not load audio file' : track.artistName}
        </span>
      </Link>
      <span className="figures w-11 text-sm">{formatTime(time)}</span>
      <Scrubber label={about} peaks={track.peaks} time={time} duration={duration} />
      <span className="figures w-11 text-sm text-muted max-sm:hidden">{formatTime(duration || null)}</span>
      <label className="flex min-h-11 items-center gap-2 text-sm whitespace-nowrap max-sm:hidden">
        <input
          type="checkbox"
          checked={byItself}
          onChange={(event) => setByItself(event.target.checked)}
          className="size-4 accent-good"
        />
        Next by itself
      </label>
      <button
        type="button"
        onClick={stopPlayer}
        className="grid size-11 shrink-0 place-items-center text-muted hover:text-bone"
      >
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">Close the player</span>
      </button>
    </section>
  );
}

interface ScrubberProps {
  label: string;
  peaks: readonly number[] | null;
  time: number;
  duration: number;
}

function Scrubber({ label, peaks, time, duration }: ScrubberProps) {
  const [held, setHeld] = useState(false);
  const secondsAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, time, duration);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    seekTo(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Position in ${label}, now playing`}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={`${formatTime(time)} of ${formatTime(duration || null)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        seekTo(secondsAt(event));
      }}
      onPointerMove={(event) => held && seekTo(secondsAt(event))}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      className="h-10 min-w-0 flex-1 cursor-pointer touch-pan-y"
    >
      <MiniWaveform peaks={peaks} progress={duration > 0 ? time / duration : 0} className="size-full" />
    </div>
  );
}
