/** The partner platform: figures as claims, four contests with their deadlines, brand partners, and the way to join them. */
import { Link } from '@tanstack/react-router';
import { showableClaims } from '#campaign/claims.ts';
import type { Campaign, Claim as ClaimOfCampaign } from '#campaign/document.ts';
import { useCampaign } from '#web/campaign.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Claim } from '#web/ui/claim.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { isContestOpen } from '../rules.ts';
import { PartnerDialog } from './partner-dialog.tsx';

export default function PartnerPage() {
  const campaign = useCampaign();
  const { partner, product, label, claims, contests, brandPartners } = campaign;
  const figures = showableClaims(campaign, [claims.rating, claims.reviews, claims.songs, claims.partners]);
  return (
    <>
      <header className="column pt-12 md:pt-16">
        <p className="silk mb-5 text-muted">
          {partner.name} × {product}
        </p>
        <PosterTitle level={1} largest={7.5}>
          {`The ${partner.name} platform`}
        </PosterTitle>
        <p className="mt-7 max-w-[44rem] text-xl text-pretty">
          Four contests, one desk. {label} and {partner.name} run them together; every track is heard by the
          same published method.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild variant="primary" size="large">
            <Link to="/" hash="upload">
              Enter a contest <span aria-hidden="true">▲</span>
            </Link>
          </Button>
          <PartnerDialog />
        </div>
      </header>
      {figures.length > 0 && <Figures figures={figures} />}
      <section aria-labelledby="contests" className="column mt-16 md:mt-24">
        <h2 id="contests" className="silk mb-4 text-muted">
          Contests
        </h2>
        <ol>
          {contests.map((contest, index) => (
            <ContestLine key={contest.name} contest={contest} number={index + 1} />
          ))}
        </ol>
      </section>
      <section aria-labelledby="brands" className="column mt-16 md:mt-24">
        <h2 id="brands" className="silk mb-6 text-muted">
          Brand partners
        </h2>
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-px overflow-hidden rounded-md border border-line bg-line">
          {brandPartners.map(({ name, line }) => (
            <li key={name} className="bg-panel p-6">
              <p className="plate text-2xl">{name}</p>
              <p className="mt-2 text-muted">{line}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** As many columns as there are figures with a basis: none is left empty. */
function Figures({ figures }: { figures: readonly ClaimOfCampaign[] }) {
  return (
    <section aria-label="In figures" className="mt-16 bg-bone py-12 text-ink md:mt-24 md:py-16">
      <div className="column grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-8 gap-y-10">
        {figures.map((claim) => (
          <Claim
            key={claim.text}
            basis={claim.basis}
            className="border-t-4 border-ink pt-4 [&_.text-muted]:text-ink/75 [&_.text-bone]:text-ink [&_.border-muted]:border-ink"
          >
            <p className="poster text-[clamp(2rem,5vw,4.5rem)]">{claim.figure}</p>
            <p className="mt-2 text-lg">{claim.text}</p>
          </Claim>
        ))}
      </div>
    </section>
  );
}

function ContestLine({ contest, number }: { contest: Campaign['contests'][number]; number: number }) {
  const { timeZone } = useCampaign();
  const open = isContestOpen(contest.deadline, Date.now());
  const deadline = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(
    new Date(contest.deadline),
  );
  return (
    <li className="grid gap-x-8 gap-y-3 border-t border-line py-7 md:grid-cols-[4rem_minmax(0,2fr)_minmax(0,2fr)_15.5rem] md:items-baseline">
      <span aria-hidden="true" className={classNames('poster text-4xl', open ? 'text-signal' : 'text-edge')}>
        {number}
      </span>
      <div>
        <h3 className={classNames('plate text-3xl', !open && 'text-muted')}>{contest.name}</h3>
        <p className="mt-1 text-pretty text-muted">{contest.description}</p>
      </div>
      <p className="text-lg text-pretty">{contest.prize}</p>
      <p className="flex flex-wrap items-center gap-3 md:justify-end">
        <Badge tone={open ? 'good' : 'plain'}>{open ? 'Open' : 'Closed'}</Badge>
        <span className="text-sm text-muted">
          {open ? 'Until' : 'Ended'} <time dateTime={contest.deadline}>{deadline}</time>
        </span>
      </p>
    </li>
  );
}
