/** What the total is made of, in one bar: always with number and word. */
import { useCampaign } from '#web/campaign.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { VoteCounts } from '../contract.ts';
import { sayNumber } from '../rules-effect.ts';
import { listParts } from './supporters.tsx';

export function VoteSplit({ counts }: { counts: VoteCounts | undefined }) {
  const parts = listParts(useCampaign().votes.proof);
  if (!counts) return <div className="h-11" />;
  if (counts.total === 0)
    return <p className="flex h-11 items-center text-sm text-muted">No votes yet. Be the first.</p>;
  const shown = parts.filter(({ key }) => key !== 'referred' || counts.referred > 0);
  return (
    <div>
      <div aria-hidden="true" className="flex h-2 gap-0.5">
        {shown.map(({ key, colour }) => (
          <span
            key={key}
            className={classNames(colour, counts[key] > 0 && 'min-w-1')}
            style={{ flexGrow: counts[key], flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        {shown.map(({ key, label, colour }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={classNames('h-2.5 w-3.5', colour)} />
            <span className="figures font-bold">{sayNumber(counts[key])}</span>
            <span className="text-muted lowercase">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
