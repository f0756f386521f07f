/** A track's waveform, from its own peaks: small in rows, large in the player and behind a hero. Decorative by itself. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { drawBars, resamplePeaks } from './peaks.ts';

interface WaveformProps {
  /** 0 to 100 each. Null or empty: a flat line. */
  peaks: readonly number[] | null | undefined;
  /** How much is played, 0 to 1. */
  progress?: number;
  className?: string;
}

/** Fixed number of bars, stretched: cheap enough for every row of a list. */
export function MiniWaveform({
  peaks,
  progress = 0,
  bars = 96,
  className,
}: WaveformProps & { bars?: number }) {
  const path = useMemo(() => drawBars(resamplePeaks(peaks ?? [], bars)), [peaks, bars]);
  return <Bars path={path} count={bars} progress={progress} className={className} />;
}

const PIXELS_PER_BAR = 5;

/** As many bars as the width has room for, so that bars stay bars on any screen. */
export function Waveform({ peaks, progress = 0, className }: WaveformProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [bars, setBars] = useState(120);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setBars(Math.max(24, Math.floor(entry.contentRect.width / PIXELS_PER_BAR)));
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const path = useMemo(() => drawBars(resamplePeaks(peaks ?? [], bars)), [peaks, bars]);
  return (
    <div ref={frame} className={className}>
      <Bars path={path} count={bars} progress={progress} className="size-full" />
    </div>
  );
}

interface BarsProps {
  path: string;
  count: number;
  progress: number;
  className?: string;
}

function Bars({ path, count, progress, className }: BarsProps) {
  const box = { viewBox: `0 0 ${count} 100`, preserveAspectRatio: 'none' } as const;
  const rest = `${(100 - Math.min(1, Math.max(0, progress)) * 100).toFixed(3)}%`;
  if (!path) return <FlatLine className={className} />;
  return (
    <div className={classNames('relative', className)}>
      <svg aria-hidden="true" {...box} className="absolute inset-0 size-full text-wave">
        <path d={path} fill="currentColor" />
      </svg>
      {progress > 0 && (
        <svg
          aria-hidden="true"
          {...box}
          className="absolute inset-0 size-full text-signal"
          style={{ clipPath: `inset(0 ${rest} 0 0)` }}
        >
          <path d={path} fill="currentColor" />
        </svg>
      )}
    </div>
  );
}

function FlatLine({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('flex items-center', className)}>
      <div className="w-full border-t-2 border-dotted border-wave" />
    </div>
  );
}
