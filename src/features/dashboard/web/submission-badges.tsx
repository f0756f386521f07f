/** A track's score and state, as the staff lists show them. */
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { DashboardRow } from '../contract.ts';
import { type ScoreBand, scoreBand } from '../rules.ts';

const BANDS: Record<ScoreBand, string> = {
  '95': 'border-signal bg-signal text-ink',
  '90': 'border-good bg-good/15 text-good',
  '85': 'border-warm bg-warm/10 text-warm',
  '80': 'border-bone text-bone',
  below: 'border-edge text-muted',
};

export function ScoreBadge({ score }: { score: number | null }) {
  if (score === null) return <span className="text-sm text-muted">Pending</span>;
  return (
    <span
      data-band={scoreBand(score)}
      className={classNames(
        'figures inline-block min-w-10 rounded-sm border px-1.5 py-0.5 text-center text-sm font-bold',
        BANDS[scoreBand(score)],
      )}
    >
      {score}
    </span>
  );
}

export function StatusBadge({ row }: { row: DashboardRow }) {
  return (
    <span className="flex flex-wrap gap-0.5 max-md:gap-1">
      {row.hiddenReason !== null && <Badge tone="hot">Hidden</Badge>}
      {row.held && <Badge tone="hot">Held copy</Badge>}
      {row.analyzed ? (
        <Badge tone="good">Analyzed</Badge>
      ) : row.state === 'failed' ? (
        <span title={row.failureMessage ?? undefined}>
          <Badge tone="hot">Failed</Badge>
        </span>
      ) : (
        <Badge tone="warm">{row.state === 'running' ? 'Listening' : 'Pending'}</Badge>
      )}
      {row.demo && <HonestyBadge tag="Demo" />}
    </span>
  );
}
