/** How the books compare with the provider's: how far a comparison is while it goes on, and what the last ones found. */
import { sayMoment } from '#web/staff/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import type { ReconciliationRun } from '../../contract-staff.ts';

interface ReconciliationPanelProps {
  runs: readonly ReconciliationRun[] | undefined;
  /** One was started from this page and has not answered. */
  going: boolean;
}

export function ReconciliationPanel({ runs = [], going }: ReconciliationPanelProps) {
  const under = going ? runs.find(({ finishedAt }) => finishedAt === null) : undefined;
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null);
  return (
    <>
      {under && <UnderWay run={under} before={ended[0]} />}
      {ended.length > 0 && (
        <details className="rounded-md border border-line bg-panel">
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            Reconciliation
            <span className="text-muted">
              last {sayMoment(ended[0].startedAt)}: {sayCounts(ended[0])}
            </span>
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {ended.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The provider does not say how many there are: the last comparison is the best guess. */
function UnderWay({ run, before }: { run: ReconciliationRun; before: ReconciliationRun | undefined }) {
  const expected = before?.checked ?? 0;
  const value = expected > 0 ? Math.min(99, (run.checked / expected) * 100) : null;
  return (
    <Progress
      label="Comparing with the provider"
      value={value}
      figure={`${run.checked.toLocaleString()} compared${expected > 0 ? `, ${expected.toLocaleString()} last time` : ''}`}
    />
  );
}

const sayCounts = ({ checked, repaired, unknown, failed }: ReconciliationRun) =>
  `${checked.toLocaleString()} compared, ${repaired} repaired, ${unknown} not ours, ${failed} failed`;

function Run({ run }: { run: ReconciliationRun }) {
  const beyond = run.repaired + run.unknown + run.failed - run.findings.length;
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures text-muted">{sayMoment(run.startedAt)}</span> {sayCounts(run)}
        {run.unknown + run.failed > 0 ? (
          <Badge tone="hot">Look at it</Badge>
        ) : (
          run.repaired === 0 && <Badge tone="good">Agrees</Badge>
        )}
      </p>
      {run.findings.length > 0 && (
        <ul className="mt-2 max-h-64 overflow-y-auto border-l-2 border-edge pl-3">
          {run.findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report that does not change
            <li key={index} className="py-0.5 wrap-anywhere">
              {finding.what}{' '}
              <span className="figures text-muted">
                {[finding.paymentId && `payment ${finding.paymentId}`, finding.providerId]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
          {beyond > 0 && <li className="py-0.5 text-muted">and {beyond} more</li>}
        </ul>
      )}
    </li>
  );
}
