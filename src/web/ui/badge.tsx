/** Small tags. The four honest ones say what is not real, where it stands; a plain one is for states and counts. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type HonestyTag = 'Sample' | 'Simulation' | 'Demo' | 'Automated';
export type BadgeTone = 'plain' | 'good' | 'warm' | 'hot' | 'signal';

const SHAPE =
  'silk inline-flex items-center gap-1.5 rounded-sm border px-1.5 py-0.5 text-[0.6875rem] whitespace-nowrap';

const MEANINGS: Record<HonestyTag, string> = {
  Sample: 'An example, not a measured or earned figure',
  Simulation: 'An illustration: these are not real artists or events',
  Demo: 'Made up for the demonstration',
  Automated: 'Written by a machine from the measurements',
};

/** Tags something that is not what it may look like. */
export function HonestyBadge({ tag, className }: { tag: HonestyTag; className?: string }) {
  return (
    <span
      title={MEANINGS[tag]}
      className={classNames(SHAPE, 'border-dashed border-muted text-bone', className)}
    >
      {tag}
      <span className="sr-only">: {MEANINGS[tag]}</span>
    </span>
  );
}

const TONES: Record<BadgeTone, string> = {
  plain: 'border-edge text-muted',
  good: 'border-good/60 text-good',
  warm: 'border-warm/60 text-warm',
  hot: 'border-hot/70 text-hot',
  signal: 'border-signal bg-signal text-ink',
};

export function Badge({
  tone = 'plain',
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return <span className={classNames(SHAPE, TONES[tone], className)}>{children}</span>;
}
