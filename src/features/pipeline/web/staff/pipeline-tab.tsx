/** The pipeline: a column a stage, what is late marked, and half a year in pictures below. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { listDeals } from '../../calls.ts';
import type { Deal } from '../../contract.ts';
import { STAGES } from '../../limits.ts';
import { STAGE_WORDS } from '../../rules.ts';
import { PipelinePictures } from './pipeline-pictures.tsx';

export default function PipelineTab() {
  const query = useQuery({ ...endpointQuery(listDeals), refetchOnMount: 'always' });
  return (
    <div className="flex flex-col gap-8">
      <ListFrame
        query={query}
        isEmpty={(deals) => deals.length === 0}
        empty="Nobody is in the pipeline yet"
        hint="Open an artist’s page from any list and take the first step there."
        failed="The pipeline could not be read. Please try again."
      >
        {(deals) => (
          <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-6">
            {STAGES.map((stage) => (
              <StageColumn
                key={stage}
                title={STAGE_WORDS[stage]}
                deals={deals.filter((deal) => deal.stage === stage)}
              />
            ))}
          </div>
        )}
      </ListFrame>
      <PipelinePictures />
    </div>
  );
}

function StageColumn({ title, deals }: { title: string; deals: readonly Deal[] }) {
  return (
    <section aria-label={title} className="rounded-md border border-line bg-panel p-3">
      <h3 className="silk flex justify-between text-muted">
        {title} <span className="figures">{deals.length}</span>
      </h3>
      <ul className="mt-2 flex flex-col gap-2">
        {deals.map((deal) => (
          <li key={deal.id} className="border-t border-line pt-2">
            <ArtistLink
              track={deal.submissionId}
              name={deal.artistName}
              className="inline-flex min-h-11 items-center font-semibold"
            />
            {deal.nextStep && <p className="text-sm">{deal.nextStep}</p>}
            <p className="figures flex flex-wrap items-center gap-2 text-xs text-muted">
              {deal.nextOn && <span>by {deal.nextOn}</span>}
              {deal.overdue && <Badge tone="hot">late</Badge>}
              <span>{deal.staffName}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
