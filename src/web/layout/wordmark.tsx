/** The name of the product with its four level bars. */
import { useCampaign } from '../campaign.ts';

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
  return (
    <span className="flex items-center gap-2.5">
      <LevelBars className="h-[1.125rem] w-[1.375rem] shrink-0 text-signal" />
      <span className="poster truncate text-xl leading-none tracking-[-0.01em]">{product}</span>
    </span>
  );
}
