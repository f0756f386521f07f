/** What can be bought: the throne, and four packages. Prices come from the campaign. */
import { useId } from 'react';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { PackageId, RankSimulation } from '../contract.ts';
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
  const throne = packages.find(({ id }) => id === 'throne')!;
  return (
    <section aria-labelledby="packages" className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <h2 id="packages" className="sr-only">
        Vote packages
      </h2>
      <ThroneCard offered={throne} {...props} />
      <ul className="grid grid-cols-2 gap-3 sm:gap-5">
        {packages
          .filter(({ id }) => id !== 'throne')
          .map((offered) => (
            <li key={offered.id} className="flex">
              <PackageCard offered={offered} {...props} />
            </li>
          ))}
      </ul>
    </section>
  );
}

type CardProps = PackagesProps & { offered: OfferedPackage };

function PackageCard({ offered, rank, starting, disabled, onChoose }: CardProps) {
  const { id, name, votes, cents, perVote } = offered;
  const title = useId();
  return (
    <article
      aria-labelledby={title}
      className="flex min-w-0 flex-1 flex-col rounded-md border border-line bg-panel p-4 transition-colors hover:border-edge sm:p-5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={title} className="silk text-muted">
          {name}
        </h3>
        <Lift rank={rank} votes={votes} />
      </div>
      <p className="mt-4 flex items-baseline gap-2">
        <span className="poster text-[3.25rem] leading-none">{votes}</span>
        <span className="text-muted">votes</span>
      </p>
      <p className="mt-3 mb-5 flex flex-wrap items-baseline gap-x-3">
        <span className="figures text-lg font-bold">{formatCents(cents)}</span>
        <span className="figures text-sm text-muted">{perVote}</span>
      </p>
      <Button
        className="mt-auto px-2"
        pending={starting === id}
        disabled={disabled || starting !== null}
        onClick={() => onChoose(id)}
      >
        {starting === id ? 'Starting…' : `Buy ${votes} votes`}
      </Button>
    </article>
  );
}

function ThroneCard({ offered, rank, starting, disabled, onChoose }: CardProps) {
  const { celebrity, label } = useCampaign();
  const { votes, cents, perVote } = offered;
  return (
    <article
      aria-labelledby="throne"
      className="relative flex flex-col overflow-hidden rounded-md border border-signal bg-panel p-6 md:p-8"
    >
      <span aria-hidden="true" className="gaffer absolute inset-x-0 top-0 h-1.5" />
      <div className="flex items-baseline justify-between gap-3">
        <p className="silk text-signal">With your words beside it</p>
        <Lift rank={rank} votes={votes} />
      </div>
      <h3 id="throne" className="poster mt-5 text-[clamp(2rem,4.2vw,3.5rem)]">
        THE THRONE VOTE
      </h3>
      <p className="mt-5 text-muted">
        Say why this artist deserves to be signed by {celebrity} and {label}. Your sentence stands on this
        page beside the votes.
      </p>
      <p className="mt-auto flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-6">
        <span className="poster text-[4rem] leading-none text-signal">{votes}</span>
        <span className="text-muted">votes</span>
        <span className="figures ml-auto text-2xl font-bold">{formatCents(cents)}</span>
        <span className="figures text-sm text-muted">{perVote}</span>
      </p>
      <Button
        variant="primary"
        size="large"
        className="mt-5"
        pending={starting === 'throne'}
        disabled={disabled || starting !== null}
        onClick={() => onChoose('throne')}
      >
        {starting === 'throne' ? 'Starting…' : 'Cast the Throne Vote'}
      </Button>
    </article>
  );
}

/** Where this many votes would lead, when the rank is known. */
function Lift({ rank, votes }: { rank: RankSimulation | undefined; votes: number }) {
  const step = rank?.simulations.find(({ voteCount }) => voteCount === votes);
  if (!step) return null;
  return (
    <span
      className={classNames(
        'figures text-xs whitespace-nowrap',
        step.positionsGained > 0 ? 'text-good' : 'text-muted',
      )}
    >
      {step.positionsGained > 0 ? `▲ to #${step.newRank.toLocaleString('en-US')}` : `stays #${step.newRank}`}
    </span>
  );
}
