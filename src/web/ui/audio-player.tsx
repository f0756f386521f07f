/**
 * The player: play, the track's waveform to seek on, time and volume. Sections stand above the waveform, moments to
 * listen to below it. Give `ref` to play from elsewhere (`ref.current.playFrom(seconds)`).
 */
import { type Ref, useImperativeHandle } from 'react';
import { formatTime } from '../time-code.ts';
import { classNames } from './class-names.ts';
import { PlayButton } from './play-button.tsx';
import { SeekBar } from './seek-bar.tsx';
import { type AudioControls, useAudio } from './use-audio.ts';
import { useMediaSession } from './use-media-session.ts';
import { VolumeControl } from './volume-control.tsx';

export interface TrackSection {
  label: string;
  /** Seconds. */
  start: number;
  end: number;
  isHook?: boolean;
}

export interface TrackMarker {
  /** Seconds. */
  at: number;
  label: string;
  tone?: 'good' | 'warm' | 'hot';
}

export interface AudioPlayerHandle {
  playFrom: (seconds: number) => void;
  /** For what follows the sound in time. */
  audio: () => HTMLAudioElement | null;
}

export interface AudioPlayerProps {
  /** Address of the audio: see `audioUrl`. */
  src: string;
  /** Names the player: 'Saltwater Teeth by Mina Okafor'. */
  label: string;
  peaks?: readonly number[] | null;
  /** Seconds, when the server knows; shown before the audio is loaded. */
  duration?: number | null;
  sections?: readonly TrackSection[];
  markers?: readonly TrackMarker[];
  /** The part to hear first: marked, and where the first press on play begins. Seconds. */
  hook?: { start: number; end: number } | null;
  size?: 'small' | 'large';
  preload?: 'none' | 'metadata' | 'auto';
  ref?: Ref<AudioPlayerHandle>;
  className?: string;
}

export function AudioPlayer({
  src,
  label,
  peaks,
  duration,
  sections,
  markers,
  hook,
  size = 'small',
  preload = 'metadata',
  ref,
  className,
}: AudioPlayerProps) {
  const audio = useAudio(src, duration);
  useMediaSession(audio, label);
  useImperativeHandle(ref, () => ({ playFrom: audio.playFrom, audio: () => audio.element.current }), [
    audio.playFrom,
    audio.element,
  ]);
  const beginsAtHook = hook != null && !audio.playing && audio.time === 0;
  const transport = (
    <PlayButton
      playing={audio.playing}
      waiting={audio.waiting}
      onClick={beginsAtHook ? () => audio.playFrom(hook.start) : audio.toggle}
      label={label}
    />
  );
  const readings = (
    <>
      <p className="figures text-sm text-muted">
        {beginsAtHook && (
          <span className="block font-sans text-base font-semibold text-bone">Play the hook</span>
        )}
        <span className="text-bone">{formatTime(audio.time)}</span> / {formatTime(audio.duration || null)}
      </p>
      <VolumeControl volume={audio.volume} onVolume={audio.setVolume} />
    </>
  );
  return (
    <section aria-label={`Player: ${label}`} className={className}>
      {/* biome-ignore lint/a11y/useMediaCaption: music; its words, where known, stand on the results page */}
      <audio ref={audio.element} src={src} preload={preload} className="hidden" />
      {size === 'large' ? (
        <>
          {hook && <HookLabel hook={hook} duration={audio.duration} />}
          {sections && <SectionLabels sections={sections} duration={audio.duration} />}
          <SeekBar
            audio={audio}
            peaks={peaks}
            markers={markers}
            label={label}
            height={hook ? 'h-20 md:h-32' : 'h-28 md:h-32'}
          />
          <div className="mt-3 flex items-center gap-4">
            {transport}
            <div className="flex flex-1 flex-wrap items-center justify-between">{readings}</div>
          </div>
        </>
      ) : (
        <div className="flex items-start gap-4">
          {transport}
          <div className="min-w-0 flex-1">
            <SeekBar audio={audio} peaks={peaks} markers={markers} label={label} height="h-14" />
            <div className="mt-1 flex items-center justify-between gap-2">{readings}</div>
          </div>
        </div>
      )}
      <p role="alert" className="mt-1 text-sm text-hot empty:hidden">
        {audio.error}
      </p>
      {markers && <MarkerList markers={markers} audio={audio} />}
    </section>
  );
}

/** Over the waveform, where the hook begins; it leans left where the track's end would cut it off. */
function HookLabel({ hook, duration }: { hook: { start: number }; duration: number }) {
  const share = duration > 0 ? Math.min(1, hook.start / duration) : 0;
  return (
    <p className="silk relative h-5 text-signal">
      <span
        style={{ left: `${share * 100}%`, transform: share > 0.7 ? 'translateX(-100%)' : undefined }}
        className="absolute border-l border-signal pl-1.5 whitespace-nowrap"
      >
        Hook {formatTime(hook.start)}
      </span>
    </p>
  );
}

function SectionLabels({ sections, duration }: { sections: readonly TrackSection[]; duration: number }) {
  if (duration <= 0) return <div className="h-5" />;
  // The file may be shorter than what was said about it: nothing is drawn past its end.
  const inside = sections
    .filter(({ start }) => start < duration)
    .map((section) => ({ ...section, end: Math.min(section.end, duration) }));
  return (
    <ol aria-label="Sections" className="relative mb-1 h-5">
      {inside.map((section) => (
        <li
          key={`${section.start}-${section.label}`}
          style={{
            left: `${(section.start / duration) * 100}%`,
            width: `${((section.end - section.start) / duration) * 100}%`,
          }}
          className={classNames(
            'silk absolute truncate border-l pl-1.5 text-[0.6875rem]',
            // Too narrow on a phone for a word: the line alone marks it.
            (section.end - section.start) / duration < 0.13 && 'max-sm:text-transparent',
            section.isHook ? 'border-signal text-signal' : 'border-edge text-muted',
          )}
        >
          {section.label}
          <span className="sr-only"> from {formatTime(section.start)}</span>
        </li>
      ))}
    </ol>
  );
}

const MARKER_TONES = {
  good: 'border-good text-good',
  warm: 'border-warm text-warm',
  hot: 'border-hot text-hot',
};

function MarkerList({ markers, audio }: { markers: readonly TrackMarker[]; audio: AudioControls }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-2">
      {markers.map((marker) => (
        <li key={`${marker.at}-${marker.label}`}>
          <button
            type="button"
            onClick={() => audio.playFrom(marker.at)}
            className={classNames(
              'figures min-h-11 border-l-2 pl-2 text-left text-xs hover:underline',
              MARKER_TONES[marker.tone ?? 'good'],
            )}
          >
            <span className="sr-only">Play from </span>
            <span aria-hidden="true">▶ </span>
            {formatTime(marker.at)} {marker.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
