/** One category of the analysis as a channel of a mixer: fader, level and figure at the raw 0-100 value. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LevelMeter } from './level-meter.tsx';

export interface ChannelStripProps {
  label: string;
  /** 0 to 100. Null: not measured. */
  raw: number | null;
  /** Under the figure: the same on another scale, or why there is none. */
  note?: ReactNode;
  /** Makes the strip a button, e.g. to show the measurements behind it. */
  onSelect?: () => void;
  selected?: boolean;
}

export function ChannelStrip({ label, raw, note, onSelect, selected }: ChannelStripProps) {
  const level = raw ?? 0;
  const body = (
    <>
      <span className="silk block w-full truncate text-center text-[0.6875rem] text-muted max-lg:text-[0.625rem] max-lg:tracking-normal">
        {label}
      </span>
      <span aria-hidden="true" className="relative mx-auto mt-4 flex h-44 justify-center gap-3">
        <span className="fader-slot relative w-9">
          {raw !== null && (
            <span
              style={{ bottom: `calc(${level}% - ${(level / 100) * 16}px)` }}
              className="fader-cap absolute inset-x-0 h-4"
            />
          )}
        </span>
        <LevelMeter vertical value={level} segments={20} className="w-2.5" />
      </span>
      <span className="figures mt-4 block text-center text-2xl font-bold">
        {raw === null ? '–' : Math.round(raw)}
      </span>
      <span className="figures block min-h-5 text-center text-xs text-muted">
        {note ?? (raw === null && 'not measured')}
      </span>
    </>
  );
  const frame = 'flex min-w-0 flex-col px-1 py-5 text-center lg:px-2';
  if (!onSelect) return <div className={frame}>{body}</div>;
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-pressed={selected ?? false}
      className={classNames(
        frame,
        'relative w-full transition-colors hover:bg-raised focus-visible:-outline-offset-2',
        selected && 'bg-raised after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-signal',
      )}
    >
      {body}
    </button>
  );
}

/** The strips side by side: eight on a wide screen, four a row on a narrow one. */
export function Mixer({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-4 gap-px overflow-hidden rounded-md border border-line bg-line *:bg-panel lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none"
    >
      {children}
    </section>
  );
}
