/** Lets any sentence of the results page play the moment it speaks of, on the page's one player. */
import { type ReactNode, useContext } from 'react';
import { formatTime } from '#web/time-code.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PlayableContext } from '#web/ui/playable.ts';
import { splitTimes, type Tone } from '../rules-moments.ts';

/** A sentence whose times are buttons. */
export function TimedText({ children }: { children: string }) {
  const { duration, playFrom } = useContext(PlayableContext);
  return splitTimes(children, duration).map((part, index) =>
    part.seconds === undefined ? (
      part.text
    ) : (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never change places
        key={index}
        type="button"
        onClick={() => playFrom(part.seconds ?? 0)}
        className="figures -my-2 py-2 text-[0.9375em] text-signal underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        <span className="sr-only">Play from </span>
        {part.text}
      </button>
    ),
  );
}

const TONES: Record<Tone, string> = {
  good: 'border-good text-good',
  warm: 'border-warm text-warm',
  hot: 'border-hot text-hot',
};

/** A range of the track to listen to. */
export function MomentButton({ start, tone, children }: { start: number; tone: Tone; children?: ReactNode }) {
  const { playFrom } = useContext(PlayableContext);
  return (
    <button
      type="button"
      onClick={() => playFrom(start)}
      className={classNames(
        'figures inline-flex min-h-11 items-center border-l-2 pr-3 pl-2 text-left text-xs hover:underline md:min-h-8',
        TONES[tone],
      )}
    >
      <span className="sr-only">Play from </span>
      <span aria-hidden="true">▶&nbsp;</span>
      {formatTime(start)}
      {children}
    </button>
  );
}
