/** The channels of the mixer, and under it what each of them is made of: notes, evidence and moments to listen to. */
import { useState } from 'react';
import { ChannelStrip, Mixer } from '#web/ui/channel-strip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import type { Evidence } from '../contract.ts';
import { type Channel, sayConfidence } from '../rules-display.ts';
import { markTone } from '../rules-moments.ts';
import { sayUnits } from '../rules-story.ts';
import { MomentButton, TimedText } from './play-moment.tsx';

const noteId = (channel: Channel) => `notes-${channel.id}`;

/** The mixer, where there is room for it: a press on a strip opens what is behind it. */
export function Channels({ channels }: { channels: readonly Channel[] }) {
  return (
    <Mixer label="Category scores">
      {channels.map((channel) => (
        <ChannelStrip
          key={channel.id}
          label={channel.label}
          raw={channel.raw}
          note={channel.shownLabel}
          onSelect={() => showNote(channel)}
        />
      ))}
    </Mixer>
  );
}

function showNote(channel: Channel): void {
  const note = document.getElementById(noteId(channel));
  if (!(note instanceof HTMLDetailsElement)) return;
  note.open = true;
  note.scrollIntoView({ block: 'start' });
  note.querySelector('summary')?.focus({ preventScroll: true });
}

/** The categories, folded, best first. A measure that counts in two of them is shown where it comes first. */
export function CategoryNotes({ channels }: { channels: readonly Channel[] }) {
  const sorted = [...channels].sort((a, b) => (b.raw ?? -1) - (a.raw ?? -1));
  const told = new Set<string>();
  const news = sorted.map(({ category }) =>
    (category.evidence ?? []).filter(({ measure }) => !told.has(measure) && told.add(measure)),
  );
  return (
    <section aria-label="Notes by category">
      <h2 className="silk mb-2 flex justify-between text-muted">
        <span>Eight categories</span>
        <span>of 100</span>
      </h2>
      <div className="border-t border-line">
        {sorted.map((channel, index) => (
          <Note key={channel.id} channel={channel} evidence={news[index]} />
        ))}
      </div>
    </section>
  );
}

function Note({ channel, evidence }: { channel: Channel; evidence: readonly Evidence[] }) {
  const { notes, confidence } = channel.category;
  return (
    <details id={noteId(channel)} className="group scroll-mt-4 border-b border-line">
      <summary className="grid min-h-12 cursor-pointer list-none grid-cols-[8.5rem_minmax(0,1fr)_auto_1.25rem] items-center gap-3 hover:text-signal [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">{channel.label}</span>
        <LevelMeter value={channel.raw ?? 0} segments={24} className="h-3" />
        <span className="figures text-right font-bold">
          {channel.raw ?? '–'}
          <span className="block text-xs font-normal text-muted">{channel.shownLabel}</span>
        </span>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-5 fill-none stroke-current stroke-2 text-muted group-open:rotate-180"
        >
          <path d="m6 9 6 6 6-6" />
        </svg>
      </summary>
      <article aria-label={channel.label} className="pt-1 pb-5">
        <p className="max-w-prose">
          <TimedText>{notes}</TimedText>
        </p>
        {confidence !== undefined && channel.raw !== null && confidence < 0.75 && (
          <p className="mt-2 text-sm text-muted">
            The engine is {sayConfidence(confidence)} about this one ({Math.round(confidence * 100)}%).
          </p>
        )}
        {evidence.length > 0 && <EvidenceList evidence={evidence} />}
      </article>
    </details>
  );
}

/** Shown at once: the weak points. The rest is one press away. */
const SHOWN_AT_ONCE = 3;

function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  const [all, setAll] = useState(false);
  const sorted = [...evidence].sort((a, b) => (a.mark ?? 1) - (b.mark ?? 1));
  const shown = all ? sorted : sorted.slice(0, SHOWN_AT_ONCE);
  return (
    <>
      <ul className="mt-3 border-t border-line">
        {shown.map((item) => (
          <EvidenceLine key={item.id ?? item.measure} item={item} />
        ))}
      </ul>
      {evidence.length > SHOWN_AT_ONCE && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-1 min-h-11 text-sm text-muted underline underline-offset-4 hover:text-bone"
        >
          {all ? 'Show less' : `All ${evidence.length} measurements`}
        </button>
      )}
    </>
  );
}

const DOTS = { good: 'bg-good', warm: 'bg-warm', hot: 'bg-hot' };
const WORDS = { good: 'good', warm: 'fair', hot: 'weak' };

function EvidenceLine({ item }: { item: Evidence }) {
  const tone = markTone(item.mark);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-sm last:border-0">
      <span className="flex min-w-0 flex-1 basis-64 items-baseline gap-2.5">
        <span aria-hidden="true" className={classNames('size-2 shrink-0', DOTS[tone])} />
        <span>
          {item.measure} <span className="figures text-bone">{sayUnits(item.value)}</span>
          {item.reference && <span className="text-muted">, best {sayUnits(item.reference)}</span>}
          {item.mark !== undefined && <span className="sr-only">, {WORDS[tone]}</span>}
        </span>
      </span>
      {item.ranges && item.ranges.length > 0 && (
        <span className="flex flex-wrap gap-x-1">
          {item.ranges.map((range) => (
            <MomentButton key={range.start} start={range.start} tone={tone} />
          ))}
        </span>
      )}
    </li>
  );
}
