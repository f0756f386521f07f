/** The current number one, drawn edge to edge from its real peaks. It plays where it stands, and can be seeked. */
import { Link } from '@tanstack/react-router';
import type { PointerEvent } from 'react';
import { formatTime } from '#web/time-code.ts';
import { PlayButton } from '#web/ui/play-button.tsx';
import type { AudioControls } from '#web/ui/use-audio.ts';
import { Waveform } from '#web/ui/waveform.tsx';
import type { BoardRow } from './use-board.ts';

interface HeroWaveProps {
  row: BoardRow | undefined;
  audio: AudioControls;
  /** Address of the audio; empty: nothing to play. */
  src: string;
  /** The board is known, and nobody is on it. */
  nobody: boolean;
}

/** Nobody on the board yet: the faint noise of an open channel, which is no track's. */
const OPEN_CHANNEL = Array.from({ length: 150 }, (_, bar) => 4 + ((Math.sin(bar) * 1e4) % 5));

/** Where the amber stands before anybody plays: the poster's own proportion. */
const REST = 0.36;

export function HeroWave({ row, audio, src, nobody }: HeroWaveProps) {
  const started = audio.time > 0;
  const progress = started && audio.duration > 0 ? audio.time / audio.duration : row ? REST : 0;
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    if (!src || audio.duration <= 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    audio.playFrom(((event.clientX - box.left) / box.width) * audio.duration);
  };
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useMediaCaption: music; its words, where known, stand on its results page */}
      <audio ref={audio.element} src={src || undefined} preload="none" className="hidden" />
      {/* The wave is a large target for a pointer; keyboards have the button below and the player on the board. */}
      <div onPointerUp={seek} className={src ? 'cursor-pointer' : undefined}>
        <Waveform
          peaks={nobody ? OPEN_CHANNEL : row?.peaks}
          progress={progress}
          className="h-28 w-full sm:h-36 lg:h-[min(10.5rem,16svh)]"
        />
      </div>
      <div className="column flex min-h-14 items-center gap-3">
        {row && <Credit row={row} audio={audio} />}
        {nobody && <p className="silk text-muted">No signal yet: the first track heard stands here</p>}
      </div>
    </div>
  );
}

function Credit({ row, audio }: { row: BoardRow; audio: AudioControls }) {
  return (
    <>
      <PlayButton
        playing={audio.playing}
        waiting={audio.waiting}
        onClick={audio.toggle}
        label={`${row.trackTitle} by ${row.artistName}`}
        className="size-14 scale-[0.79] origin-left -mr-3"
      />
      <p className="min-w-0 text-sm text-muted">
        <span className="silk mr-2 text-[0.6875rem] max-sm:block">No. 1 today</span>
        <Link to={`/results/${row.id}`} className="font-semibold text-bone hover:text-signal">
          {row.trackTitle}
        </Link>{' '}
        {row.artistName}
        <span className="figures ml-3 whitespace-nowrap text-xs">
          {audio.time > 0 && `${formatTime(audio.time)} / `}
          {formatTime(audio.duration || row.duration)}
        </span>
        <span role="alert" className="ml-3 text-hot empty:hidden">
          {audio.error}
        </span>
      </p>
    </>
  );
}
