/** Where a track stood, as steps; the words beside it say the same. */
import { addPresent, drawSteps, type Point, sayHistory, sayStart } from '../rules-history.ts';

const today = () => new Date().toISOString().slice(0, 10);

interface RankHistoryProps {
  kept: readonly Point[];
  /** Where it stands now, if it is ranked. */
  rank: number | undefined;
}

export function RankHistory({ kept, rank }: RankHistoryProps) {
  const history = addPresent(kept, today(), rank);
  const steps = drawSteps(history, today());
  // The first day: the rank alone says it all.
  if (!steps) return null;
  return (
    <figure className="mt-4">
      <div className="relative mx-1.5 h-16">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          {[0, 50, 100].map((y) => (
            <Line key={y} d={`M0 ${y}H100`} width={1} className="text-line" />
          ))}
          <path d={`${steps.line}V108H0Z`} className="fill-signal/10" />
          <Line d={steps.line} width={2} className="text-muted" />
          {steps.lost && <Line d={steps.lost} width={2} className="text-hot" />}
        </svg>
        <span
          aria-hidden="true"
          className="absolute right-0 size-3 translate-x-1/2 -translate-y-1/2 rounded-full bg-signal"
          style={{ top: `${steps.end}%` }}
        />
      </div>
      <figcaption className="figures mt-3 flex justify-between gap-4 text-xs text-muted uppercase">
        <span>
          <span className="sr-only">{sayHistory(history)}. </span>
          <span aria-hidden="true">{sayStart(history)}</span>
        </span>
        <span aria-hidden="true">Today</span>
      </figcaption>
    </figure>
  );
}

/** A hairline stays one, however wide the picture is. */
const Line = ({ d, width, className }: { d: string; width: number; className: string }) => (
  <path
    d={d}
    fill="none"
    stroke="currentColor"
    strokeWidth={width}
    vectorEffect="non-scaling-stroke"
    className={className}
  />
);
