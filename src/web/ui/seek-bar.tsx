/** The waveform as a slider: click, drag, or keys (arrows 5 s, page keys 15 s, Home, End; space plays). */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatTime } from '../time-code.ts';
import type { TrackMarker } from './audio-player.tsx';
import { classNames } from './class-names.ts';
import type { AudioControls } from './use-audio.ts';
import { Waveform } from './waveform.tsx';

interface SeekBarProps {
  audio: Pick<AudioControls, 'time' | 'duration' | 'seek' | 'toggle'>;
  peaks?: readonly number[] | null;
  markers?: readonly TrackMarker[];
  label: string;
  height: string;
}

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 15,
  PageDown: -15,
};

/** Where a key leads, in seconds, or null when it is not a seeking key. */
export function keyTarget(key: string, time: number, duration: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return duration;
  const step = KEY_STEPS[key];
  return step === undefined ? null : Math.min(duration, Math.max(0, time + step));
}

export function SeekBar({ audio, peaks, markers, label, height }: SeekBarProps) {
  const { time, duration, seek, toggle } = audio;
  const [scrub, setScrub] = useState<number | null>(null);
  const shown = scrub ?? time;
  const secondsAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.key === ' ' ? null : keyTarget(event.key, time, duration);
    if (event.key !== ' ' && target === null) return;
    event.preventDefault();
    if (target === null) toggle();
    else seek(target);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Position in ${label}`}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={`${formatTime(shown)} of ${formatTime(duration || null)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0 || duration <= 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setScrub(secondsAt(event));
      }}
      onPointerMove={(event) => {
        if (scrub !== null) setScrub(secondsAt(event));
      }}
      onPointerUp={(event) => {
        if (scrub === null) return;
        seek(secondsAt(event));
        setScrub(null);
      }}
      onPointerCancel={() => setScrub(null)}
      className={classNames('relative w-full cursor-pointer touch-pan-y', height)}
    >
      <Waveform peaks={peaks} progress={duration > 0 ? shown / duration : 0} className="size-full" />
      {markers
        ?.filter(({ at }) => at < duration)
        .map((marker) => (
          <span
            key={`${marker.at}-${marker.label}`}
            aria-hidden="true"
            style={{ left: `${(marker.at / duration) * 100}%` }}
            className={classNames('absolute inset-y-0 w-0.5', TICKS[marker.tone ?? 'good'])}
          />
        ))}
      {duration > 0 && (
        <span
          aria-hidden="true"
          style={{ left: `${(shown / duration) * 100}%` }}
          className="absolute inset-y-0 -ml-px w-0.5 bg-bone"
        />
      )}
    </div>
  );
}

const TICKS = { good: 'bg-good', warm: 'bg-warm', hot: 'bg-hot' };
