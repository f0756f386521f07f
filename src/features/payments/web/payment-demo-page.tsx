/** /payment-success-demo/:id: what success looks like, tagged as a demonstration. */
import { Link } from '@tanstack/react-router';
import { useCampaign } from '#web/campaign.ts';
import { usePathParam } from '#web/page-navigation.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { formatCents } from '../rules-catalogue.ts';

/** The track shown when the address names none. */
const DEFAULT_ID = '5';

export default function PaymentDemoPage() {
  const id = usePathParam('id') || DEFAULT_ID;
  const { prices } = useCampaign();
  const votePage = `/artist-vote/${id}`;
  const upsells = [
    { votes: 60, cents: prices.votesLarge, name: 'large' },
    { votes: 85, cents: prices.votesBoost, name: 'boost' },
  ];
  return (
    <div className="column max-w-3xl py-12 md:py-16">
      <HonestyBadge tag="Demo" className="mb-5" />
      <PosterTitle level={1} largest={4.5}>
        Payment Successful!
      </PosterTitle>
      <p className="mt-6 max-w-prose text-lg text-muted">
        This is how the page after a payment looks. Nothing was paid and no vote was counted.
      </p>
      <div className="mt-8 grid gap-5 sm:grid-cols-2">
        {upsells.map(({ votes, cents, name }) => (
          <Card key={name} title="Push it further" level={2}>
            <p className="figures text-4xl font-bold">+{votes}</p>
            <p className="mt-1 text-muted">more votes</p>
            <Button asChild variant="primary" className="mt-5 w-full">
              <Link to={votePage} search={{ package: name }}>
                {votes} more votes for {formatCents(cents)}
              </Link>
            </Button>
          </Card>
        ))}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link to="/leaderboard">View Updated Rankings</Link>
        </Button>
        <Button asChild>
          <Link to={votePage}>Return to Vote Options</Link>
        </Button>
      </div>
    </div>
  );
}
