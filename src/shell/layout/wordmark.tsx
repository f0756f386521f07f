/** The name of the product with its four level bars. */

import type { CSSProperties } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { wordmarkRem } from '#web/poster-type.ts';
import { classNames } from '#web/ui/class-names.ts';

const BARS = [9, 18, 12, 15];

export function LevelBars({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 22 18" className={className} aria-hidden="true">
      {BARS.map((height, index) => (
        <rect key={height} x={index * 6} y={18 - height} width={4} height={height} fill="currentColor" />
      ))}
    </svg>
  );
}

export function Wordmark() {
  const { product } = useCampaign();
  const rem = wordmarkRem(product);
  return (
    <span className="flex items-center gap-2.5">
      <LevelBars className="h-[1.125rem] w-[1.375rem] shrink-0 text-signal" />
      {/* A long name takes two smaller lines rather than losing its end; a short one is as wide before its face is there. */}
      <span
        style={{ '--name': `${rem?.toFixed(3)}rem` } as CSSProperties}
        className={classNames(
          'poster leading-none tracking-[-0.01em]',
          rem === null ? 'text-sm' : 'text-xl md:w-(--name) md:whitespace-nowrap',
        )}
      >
        {product}
      </span>
    </span>
  );
}
