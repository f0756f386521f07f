/** The queue on a phone: one card a track. Right is shortlist, left is pass, up opens the notes; contact and sign are keys. */
import { Check, Lock, Mail, PenLine, Undo2, X } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { DECISION_WORDS } from '#features/listening/copy.ts';
import type { Decision } from '#features/listening/limits.ts';
import { StaffPlayer } from '#features/listening/web/staff/staff-player.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { CopyBar } from './triage-track.tsx';
import type { Triage } from './use-triage.ts';

interface TriageCardProps {
  triage: Triage;
  mayDecide: boolean;
  onNotes: () => void;
}

/** Pixels: from here the stamp shows, from there the decision falls. */
const STAMP_FROM = 40;
const FALLS_AT = 120;
/** Pixels a millisecond that count as a flick, once the stamp shows. */
const FLICK = 0.6;

interface Swipe {
  x: number;
  y: number;
}

/** What a swipe means when the finger leaves. */
export function readSwipe({ x, y }: Swipe, milliseconds: number): 'shortlist' | 'pass' | 'notes' | null {
  const isFlick = (length: number) => length >= STAMP_FROM && length / Math.max(1, milliseconds) >= FLICK;
  const across = Math.abs(x);
  if (across > Math.abs(y))
    return across >= FALLS_AT || isFlick(across) ? (x > 0 ? 'shortlist' : 'pass') : null;
  return y < 0 && (-y >= FALLS_AT || isFlick(-y)) ? 'notes' : null;
}

export function TriageCard({ triage, mayDecide, onNotes }: TriageCardProps) {
  const { track, room, queue } = triage;
  const { heardToday = 0, left = 0 } = queue.data ?? {};
  const total = heardToday + left;
  const swipe = useSwipe((meant) => {
    if (meant === 'notes') onNotes();
    else if (mayDecide) triage.decide(meant);
  });
  if (!track) return null;
  const stamp = mayDecide && Math.abs(swipe.x) >= STAMP_FROM ? (swipe.x > 0 ? 'shortlist' : 'pass') : null;
  return (
    <div className="flex flex-col gap-3 px-4 pt-3 pb-4">
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">Queue</span>
        <span className="figures text-sm text-muted">
          <b className="text-bone">{heardToday}</b> of {total.toLocaleString()} today
        </span>
      </p>
      <LevelMeter plain value={total > 0 ? (heardToday / total) * 100 : 100} segments={28} className="h-2" />
      <article
        key={track.id}
        aria-label={`${track.trackTitle} by ${track.artistName}`}
        {...swipe.handlers}
        style={{ transform: swipe.x ? `translateX(${swipe.x}px) rotate(${swipe.x / 40}deg)` : undefined }}
        className={classNames(
          'relative touch-pan-y rounded-md border bg-panel p-4 select-none',
          stamp ? 'border-signal' : 'border-line',
          !swipe.held && 'transition-transform duration-150 motion-reduce:transition-none',
        )}
      >
        {stamp && (
          <span
            className={classNames(
              'poster absolute -top-4 z-10 -rotate-6 border-4 bg-ink px-3 py-1 text-2xl',
              stamp === 'shortlist' ? 'left-0 border-signal text-signal' : 'right-0 border-bone text-bone',
            )}
          >
            {DECISION_WORDS[stamp]}
          </span>
        )}
        <p className="silk text-right text-muted">{track.genre ?? 'No genre yet'}</p>
        {room?.copyOf && <CopyBar original={room.copyOf} />}
        <h1 className="poster mt-1 line-clamp-3 text-[clamp(1.5rem,8vw,2.25rem)] wrap-anywhere" dir="auto">
          {track.trackTitle}
        </h1>
        <p className="mt-1 flex items-center justify-between gap-3">
          <span className="font-semibold" dir="auto">
            {track.artistName}
          </span>
          <button
            type="button"
            onClick={onNotes}
            className="flex min-h-11 items-center gap-2 text-sm underline"
          >
            <Lock aria-hidden="true" className="size-3.5" />
            {room?.notes.length ?? 0} notes
          </button>
        </p>
        <StaffPlayer track={track} height="h-36" />
        <Spread room={room} />
      </article>
      {mayDecide && <ThumbKeys triage={triage} />}
    </div>
  );
}

function Spread({ room }: Pick<Triage, 'room'>) {
  const summary = room?.summary;
  if (!summary || summary.count === 0) return null;
  const { median, spread, disagree } = summary;
  return (
    <p className="figures mt-3 border-t border-line pt-2 text-sm text-muted">
      Ratings: median {median}
      {spread && `, ${spread.from} to ${spread.to}`}
      {disagree && <span className="text-warm">, they disagree</span>}
    </p>
  );
}

function useSwipe(onSwipe: (meant: 'shortlist' | 'pass' | 'notes') => void) {
  const begun = useRef<(Swipe & { at: number }) | null>(null);
  const [moved, setMoved] = useState<Swipe>({ x: 0, y: 0 });
  const offset = (event: PointerEvent): Swipe => ({
    x: event.clientX - (begun.current?.x ?? event.clientX),
    y: event.clientY - (begun.current?.y ?? event.clientY),
  });
  const end = () => {
    begun.current = null;
    setMoved({ x: 0, y: 0 });
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // The waveform and the buttons have gestures of their own.
      if (event.target instanceof Element && event.target.closest('button, a, [role=slider]')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      begun.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    },
    onPointerMove: (event: PointerEvent) => begun.current && setMoved(offset(event)),
    onPointerUp: (event: PointerEvent) => {
      const from = begun.current;
      if (!from) return;
      const meant = readSwipe(offset(event), event.timeStamp - from.at);
      end();
      if (meant) onSwipe(meant);
    },
    onPointerCancel: end,
  };
  return { ...moved, held: begun.current !== null, handlers };
}

const ICONS = { pass: X, contact: Mail, sign: PenLine, shortlist: Check };

function ThumbKeys({ triage }: { triage: Triage }) {
  const key = (decision: Decision) => {
    const Icon = ICONS[decision];
    return (
      <button
        type="button"
        onClick={() => triage.decide(decision)}
        className={classNames(
          'flex h-19 flex-col items-center justify-center gap-2 rounded-md border text-sm font-semibold',
          decision === 'shortlist' ? 'border-signal bg-signal text-ink' : 'border-line bg-raised',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
        {DECISION_WORDS[decision]}
      </button>
    );
  };
  return (
    <fieldset className="grid grid-cols-5 gap-2">
      <legend className="sr-only">Decide</legend>
      {key('pass')}
      {key('contact')}
      <button
        type="button"
        disabled={!triage.last}
        onClick={() => void triage.undo()}
        className="flex h-19 flex-col items-center justify-center gap-2 rounded-md border border-dashed border-edge text-sm font-semibold text-muted disabled:opacity-50"
      >
        <Undo2 aria-hidden="true" className="size-5" />
        Undo
      </button>
      {key('sign')}
      {key('shortlist')}
    </fieldset>
  );
}
