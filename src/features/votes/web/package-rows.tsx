/** What can be bought, after the free vote: four packages and the throne, each with the rank it would reach. */
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import type { PackageId, RankSimulation } from '../contract.ts';
import { sayNumber } from '../rules-effect.ts';
import { listPackages, type OfferedPackage, type VotePage } from '../rules-packages.ts';

interface PackagesProps {
  page: VotePage;
  rank: RankSimulation | undefined;
  /** The package whose payment is beginning. */
  starting: PackageId | null;
  disabled: boolean;
  onChoose: (id: PackageId) => void;
}

export function Packages(props: PackagesProps) {
  const { prices } = useCampaign();
  const packages = listPackages(prices, props.page);
  return (
    <section aria-labelledby="packages" className="mt-10">
      <h2 id="packages" className="poster text-[clamp(1.5rem,5vw,2.25rem)]">
        Want to do more?
      </h2>
      <ul className="mt-4 gap-x-14 border-line max-lg:border-t lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {packages.map((offered) =>
          offered.id === 'throne' ? (
            <ThroneRow key={offered.id} offered={offered} {...props} />
          ) : (
            <PackageRow key={offered.id} offered={offered} {...props} />
          ),
        )}
      </ul>
      <p className="mt-3 text-sm text-muted">Paid votes are counted apart and never touch the score.</p>
    </section>
  );
}

type RowProps = PackagesProps & { offered: OfferedPackage };

const ROW =
  'grid min-h-15 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto]';

function PackageRow({ offered, rank, starting, disabled, onChoose }: RowProps) {
  const { id, votes, cents, perVote } = offered;
  return (
    <li className={ROW}>
      <span className="figures text-xl font-bold">{votes}</span>
      <span>
        <Reach rank={rank} votes={votes} />
        <span className="block text-sm text-muted">{perVote}</span>
      </span>
      <Button
        className="min-w-24"
        pending={starting === id}
        disabled={disabled || starting !== null}
        onClick={() => onChoose(id)}
      >
        <span className="sr-only">Buy {votes} votes for </span>
        <span className="figures">{starting === id ? 'Starting…' : formatCents(cents)}</span>
      </Button>
    </li>
  );
}

function ThroneRow({ offered, rank, starting, disabled, onChoose }: RowProps) {
  const { celebrity, label } = useCampaign();
  const { votes, cents } = offered;
  return (
    <li className="flex flex-col border-l-4 border-signal bg-panel p-4 max-lg:mt-4 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="poster text-xl">THE THRONE VOTE</h3>
        <span className="figures text-xl font-bold">{formatCents(cents)}</span>
      </div>
      <p className="mt-2 text-muted">
        <span className="text-bone">{votes} votes and your words.</span> Say why this artist deserves to be
        signed by {celebrity} and {label}. Your sentence goes up on this page at once.
      </p>
      <p className="mt-2">
        <Reach rank={rank} votes={votes} />
      </p>
      <Button
        className="mt-3 w-full lg:mt-auto"
        pending={starting === 'throne'}
        disabled={disabled || starting !== null}
        onClick={() => onChoose('throne')}
      >
        {starting === 'throne' ? 'Starting…' : 'Cast the Throne Vote'}
      </Button>
    </li>
  );
}

/** Where this many votes would lead, when the rank is known. */
function Reach({ rank, votes }: { rank: RankSimulation | undefined; votes: number }) {
  const step = rank?.simulations.find(({ voteCount }) => voteCount === votes);
  if (!rank || !step) return <span className="font-semibold">{votes} votes</span>;
  const name = (place: number) => `#${sayNumber(place)}`;
  return (
    <span className="figures text-[0.9375rem] font-semibold">
      {step.positionsGained > 0
        ? `${name(rank.currentRank)} → ${name(step.newRank)}`
        : `keeps ${name(step.newRank)}`}
    </span>
  );
}
