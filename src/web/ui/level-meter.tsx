/**
 * Segments that light up, as on a mixer: green, then warm, then hot. `LevelMeter` is the bare drawing; `VuMeter` is a
 * measured level with its figure; `Progress` is work under way. A figure or label always stands beside the colour.
 */
import { type CSSProperties, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface LevelMeterProps {
  /** 0 to 100. */
  value: number;
  segments?: number;
  vertical?: boolean;
  /** Work has no 'too much': one colour all the way. */
  plain?: boolean;
  className?: string;
}

/** Where the colours change, of the whole length; moved to the nearest gap between segments. */
const WARM_FROM = 0.75;
const HOT_FROM = 0.92;

/** How many of the segments are lit: at least one as soon as there is anything, all only at the end. */
export function litSegments(value: number, segments: number): number {
  if (!(value > 0)) return 0;
  if (value >= 100) return segments;
  return Math.min(segments - 1, Math.max(1, Math.round((value / 100) * segments)));
}

export function LevelMeter({
  value,
  segments = 16,
  vertical = false,
  plain = false,
  className,
}: LevelMeterProps) {
  const lit = litSegments(value, segments) / segments;
  const style = {
    '--segments': segments,
    '--lit': lit,
    '--warm-from': Math.round(WARM_FROM * segments) / segments,
    '--hot-from': Math.round(HOT_FROM * segments) / segments,
  } as CSSProperties;
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classNames(
        'meter block',
        vertical ? 'meter-up' : 'meter-across',
        plain && 'meter-plain',
        className,
      )}
    />
  );
}

interface VuMeterProps {
  label: ReactNode;
  /** 0 to 100. */
  value: number;
  /** What to write at the end; the rounded value unless given. */
  figure?: ReactNode;
  className?: string;
}

export function VuMeter({ label, value, figure, className }: VuMeterProps) {
  const id = useId();
  return (
    <div className={classNames('grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5', className)}>
      <span id={id} className="min-w-0">
        {label}
      </span>
      <span className="figures text-sm font-bold">{figure ?? Math.round(value)}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: the native meter cannot be drawn in segments */}
      <span
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value)}
        className="col-span-2"
      >
        <LevelMeter value={value} segments={24} className="h-4" />
      </span>
    </div>
  );
}

interface ProgressProps {
  label: ReactNode;
  /** 0 to 100; null while nobody knows. */
  value: number | null;
  /** At the right of the label; the percentage unless given. */
  figure?: ReactNode;
  className?: string;
}

export function Progress({ label, value, figure, className }: ProgressProps) {
  const id = useId();
  const shown = value === null ? null : Math.min(100, Math.max(0, value));
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <span id={id}>{label}</span>
        <span className="figures text-sm text-muted">
          {figure ?? (shown === null ? '' : `${Math.floor(shown)}%`)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown === null ? undefined : Math.floor(shown)}
      >
        {shown === null ? (
          <span
            aria-hidden="true"
            style={{ '--segments': 40 } as CSSProperties}
            className="meter meter-seeking block h-5"
          />
        ) : (
          <LevelMeter plain value={shown} segments={40} className="h-5" />
        )}
      </div>
    </div>
  );
}
