/** A track to hear in one line: play, and its own waveform to seek on. The first play starts where it is told to. */
import type { MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { PlayButton } from './play-button.tsx';
import { useAudio } from './use-audio.ts';
import { MiniWaveform } from './waveform.tsx';

interface TrackStripProps {
  src: string;
  /** 'Saltwater Teeth by Mina Okafor'. */
  label: string;
  peaks: readonly number[];
  /** Seconds. */
  duration: number | null;
  /** Seconds: the hook. */
  from?: number | null;
  className?: string;
}

export function TrackStrip({ src, label, peaks, duration, from, className }: TrackStripProps) {
  const audio = useAudio(src, duration);
  const fresh = audio.time === 0 && !audio.playing;
  const seek = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    audio.playFrom(((event.clientX - box.left) / box.width) * audio.duration);
  };
  return (
    <div className={classNames('flex min-w-0 items-center gap-3', className)}>
      {/* biome-ignore lint/a11y/useMediaCaption: music; its words, where known, stand on the results page */}
      <audio ref={audio.element} src={src} preload="none" className="hidden" />
      <PlayButton
        playing={audio.playing}
        waiting={audio.waiting}
        label={label}
        onClick={() => (fresh && from ? audio.playFrom(from) : audio.toggle())}
        className="size-11 max-md:size-13"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: for the mouse alone; the player of an open track has a seek bar for keys */}
      <div className="h-8 min-w-0 flex-1" onClick={audio.duration > 0 ? seek : undefined}>
        <MiniWaveform
          peaks={peaks}
          bars={60}
          progress={audio.duration ? audio.time / audio.duration : 0}
          className="h-8"
        />
      </div>
      <span role="alert" className="text-sm text-hot empty:hidden">
        {audio.error}
      </span>
    </div>
  );
}
