/** The marketing page: how it works, impact figures and testimonials, each with its basis or its tag. */
import { Link } from '@tanstack/react-router';
import { showableClaims } from '#campaign/claims.ts';
import type { Campaign } from '#campaign/document.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Claim } from '#web/ui/claim.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { useBoard } from './use-board.ts';

export default function AboutPage() {
  const { product, label, celebrity, copy } = useCampaign();
  return (
    <>
      <div className="column pt-12 md:pt-16">
        <p className="silk mb-5 text-muted">About {product}</p>
        <PosterTitle level={1} largest={7.5} lines={3}>
          A contest you can check
        </PosterTitle>
        <p className="mt-7 max-w-[44rem] text-xl text-pretty">
          {product} is run by {label} with {celebrity}. You send one track. A machine listens to it and shows
          its work; people pick from what rises. {copy.whyJoin.lead}
        </p>
        <SubmitLink className="mt-8" />
      </div>
      <HowItWorks steps={copy.howItWorks} />
      <Impact />
      <Testimonials />
      <div className="column mt-24 border-t border-line pt-12 md:mt-32">
        <PosterTitle largest={5} lines={3}>
          Your turn on the desk
        </PosterTitle>
        <p className="mt-5 max-w-prose text-lg text-muted">
          Free to send. One MP3, a name, a title, and a phone number only staff can see.
        </p>
        <SubmitLink className="mt-7" />
      </div>
    </>
  );
}

function SubmitLink({ className }: { className: string }) {
  return (
    <p className={className}>
      <Button asChild variant="primary" size="large">
        <Link to="/" hash="upload">
          Submit your track <span aria-hidden="true">▲</span>
        </Link>
      </Button>
    </p>
  );
}

/** The steps along the waveform of a real track: left to right, as it is heard. */
function HowItWorks({ steps }: { steps: Campaign['copy']['howItWorks'] }) {
  const first = useBoard().data?.rows[0];
  return (
    <section aria-labelledby="how" className="mt-20 md:mt-28">
      <h2 id="how" className="column silk mb-6 text-muted">
        How it works
      </h2>
      <MiniWaveform peaks={first?.peaks} progress={1} bars={220} className="h-24 w-full opacity-90 md:h-32" />
      <ol className="column grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-8">
        {steps.map((step, index) => (
          <li key={step.title} className="border-l border-line py-6 pl-5">
            <span aria-hidden="true" className="poster block text-6xl text-signal">
              {index + 1}
            </span>
            <h3 className="plate mt-4 text-2xl">{step.title}</h3>
            <p className="mt-2 text-pretty text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Impact() {
  const campaign = useCampaign();
  const claims = showableClaims(campaign, campaign.impact);
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="impact" className="mt-20 bg-bone py-14 text-ink md:mt-28 md:py-20">
      <div className="column">
        <h2 id="impact" className="silk">
          Impact
        </h2>
        <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-10">
          {claims.map((claim) => (
            <Claim
              key={claim.text}
              basis={claim.basis}
              className="border-t-4 border-ink pt-5 [&_.text-muted]:text-ink/75 [&_.text-bone]:text-ink [&_.border-muted]:border-ink"
            >
              <p className="poster text-[clamp(3rem,7vw,6rem)]">{claim.figure}</p>
              <p className="mt-3 max-w-xs text-lg text-pretty">{claim.text}</p>
            </Claim>
          ))}
        </div>
      </div>
    </section>
  );
}

function Testimonials() {
  const campaign = useCampaign();
  const voices = showableClaims(campaign, campaign.testimonials);
  if (voices.length === 0) return null;
  return (
    <section aria-labelledby="voices" className="column mt-20 md:mt-28">
      <h2 id="voices" className="silk mb-2 text-muted">
        What artists say
      </h2>
      {voices.map((voice) => (
        <Claim key={voice.quote} basis={voice.basis} className="border-t border-line py-9">
          <figure className="grid gap-x-14 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] lg:items-end">
            <blockquote className="plate max-w-[34ch] text-2xl leading-snug text-balance md:text-[2.25rem]">
              “{voice.quote}”
            </blockquote>
            <figcaption>
              <span className="block font-semibold">{voice.name}</span>
              <span className="text-muted">{voice.role}</span>
            </figcaption>
          </figure>
        </Claim>
      ))}
    </section>
  );
}
