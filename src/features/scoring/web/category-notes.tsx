/** The channels of the mixer, and under it what each of them is made of: notes, evidence and moments to listen to. */
import { useState } from 'react';
import { ChannelStrip, Mixer } from '#web/ui/channel-strip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { Evidence } from '../contract.ts';
import { type Channel, sayConfidence } from '../rules-display.ts';
import { markTone } from '../rules-moments.ts';
import { MomentButton, TimedText } from './play-moment.tsx';

const noteId = (channel: Channel) => `notes-${channel.id}`;

export function Channels({ channels }: { channels: readonly Channel[] }) {
  return (
    <Mixer label="Category scores">
      {channels.map((channel) => (
        <ChannelStrip
          key={channel.id}
          label={channel.label}
          raw={channel.raw}
          score={channel.shown}
          onSelect={() => showNote(channel)}
        />
      ))}
    </Mixer>
  );
}

function showNote(channel: Channel): void {
  const note = document.getElementById(noteId(channel));
  note?.scrollIntoView({ block: 'start' });
  note?.focus({ preventScroll: true });
}

export function CategoryNotes({ channels }: { channels: readonly Channel[] }) {
  return (
    <section
      aria-label="Notes by category"
      className="overflow-hidden rounded-md border border-line bg-panel"
    >
      {channels.map((channel) => (
        <Note key={channel.id} channel={channel} />
      ))}
    </section>
  );
}

function Note({ channel }: { channel: Channel }) {
  const { notes, evidence = [], confidence } = channel.category;
  return (
    <article
      id={noteId(channel)}
      tabIndex={-1}
      aria-label={channel.label}
      className="grid scroll-mt-4 gap-x-6 gap-y-3 border-b border-line p-5 last:border-0 focus-visible:-outline-offset-2 sm:grid-cols-[10.5rem_minmax(0,1fr)] md:p-6"
    >
      <div className="flex items-baseline justify-between gap-3 sm:block">
        <h3 className="plate text-lg">{channel.label}</h3>
        <p className="figures text-2xl font-bold sm:mt-1">
          {channel.shown ?? '–'}
          <span className="ml-2 text-xs font-normal text-muted sm:ml-0 sm:block">
            {channel.raw === null ? 'not scored' : `raw ${channel.raw}`}
          </span>
        </p>
      </div>
      <div className="min-w-0">
        <p className="max-w-prose">
          <TimedText>{notes}</TimedText>
        </p>
        {confidence !== undefined && channel.raw !== null && confidence < 0.75 && (
          <p className="mt-2 text-sm text-muted">
            The engine is {sayConfidence(confidence)} about this one ({Math.round(confidence * 100)}%).
          </p>
        )}
        {evidence.length > 0 && <EvidenceList evidence={evidence} />}
      </div>
    </article>
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
          {item.measure} <span className="figures text-bone">{item.value}</span>
          {item.reference && <span className="text-muted">, best {item.reference}</span>}
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
