/** The story of a result: the best thing, and the three changes worth most, each a press away from its sound. */
import { type ReactNode, useContext } from 'react';
import type { Change, Story } from '#features/scoring/rules-story.ts';
import { TimedText } from '#features/scoring/web/play-moment.tsx';
import { formatTime } from '#web/time-code.ts';
import { PlayableContext } from '#web/ui/playable.ts';

export function BestThing({ best }: { best: NonNullable<Story['best']> }) {
  return (
    <section
      aria-labelledby="best-thing"
      className="flex items-center gap-4 border-l-4 border-good py-1 pl-4"
    >
      <div className="min-w-0 flex-1">
        <h2 id="best-thing" className="silk text-good">
          Best thing
        </h2>
        <p className="mt-1 text-lg leading-snug">{best.text}</p>
      </div>
      {best.at !== null && <PlayChip at={best.at} />}
    </section>
  );
}

export function Changes({ story, score }: { story: Story; score: number | null }) {
  const { changes, upTo } = story;
  if (changes.length === 0)
    return (
      <section aria-labelledby="changes">
        <Title>Nothing worth changing</Title>
        <p className="mt-2 text-muted">We found no change that would lift the score.</p>
      </section>
    );
  return (
    <section aria-labelledby="changes">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Title>{TITLES[changes.length - 1]}</Title>
        {upTo !== null && (
          <p className="figures font-bold">
            {score} <span aria-hidden="true">→</span>
            <span className="sr-only">could become</span> <span className="text-good">{upTo}</span>
          </p>
        )}
      </div>
      <ol className="mt-4 border-t border-line">
        {changes.map((change) => (
          <ChangeLine key={change.title} change={change} />
        ))}
      </ol>
    </section>
  );
}

const TITLES = ['One change', 'Two changes', 'Three changes'];

const Title = ({ children }: { children: ReactNode }) => (
  <h2 id="changes" className="poster text-[clamp(1.5rem,5.5vw,2.25rem)]">
    {children}
  </h2>
);

export function ChangeLine({ change: { title, detail, gain, at } }: { change: Change }) {
  return (
    <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-4">
      <span className="figures text-2xl font-bold text-good">
        {gain > 0 && (
          <>
            +{gain}
            <span className="sr-only"> points</span>
          </>
        )}
      </span>
      <div>
        <p className="text-lg leading-snug font-semibold">{title}</p>
        {/* The key below plays what is meant: its time needs no second one. */}
        {detail && (
          <p className="mt-1 text-muted">{at === null ? <TimedText>{detail}</TimedText> : detail}</p>
        )}
        {at !== null && (
          <p className="mt-3">
            <PlayChip at={at} />
          </p>
        )}
      </div>
    </li>
  );
}

function PlayChip({ at }: { at: number }) {
  const { playFrom } = useContext(PlayableContext);
  return (
    <button
      type="button"
      onClick={() => playFrom(at)}
      className="figures inline-flex min-h-11 shrink-0 items-center gap-2.5 rounded-full border border-edge px-4 text-[0.9375rem] font-bold hover:border-signal"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 text-signal">
        <path fill="currentColor" d="M7 4v16l13-8z" />
      </svg>
      <span className="sr-only">Play from </span>
      {formatTime(at)}
    </button>
  );
}

/** Everything else, one press away; it stays open while the page is. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 font-semibold hover:text-signal [&::-webkit-details-marker]:hidden">
        {title}
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-5 fill-none stroke-current stroke-2 text-muted group-open:rotate-180"
        >
          <path d="m6 9 6 6 6-6" />
        </svg>
      </summary>
      <div className="flex flex-col gap-5 pb-6">{children}</div>
    </details>
  );
}
