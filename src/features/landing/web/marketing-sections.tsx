/** The campaign's copy as a bill: one line an audience, then why it matters, then one idea on paper. */
import { Link } from '@tanstack/react-router';
import type { Campaign } from '#campaign/document.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import { PriorityCounter } from './priority-counter.tsx';

export default function MarketingSections() {
  const step = useSteps(4);
  return (
    <>
      <Audiences />
      {step > 1 && <WhyJoin />}
      {step > 2 && <Quality />}
      {step > 3 && <ClosingCall />}
    </>
  );
}

type Section = Campaign['copy']['artists'];

/** Three audiences, set like the acts of a night: large, ruled, one below the other. */
function Audiences() {
  const { copy } = useCampaign();
  const sections = [copy.artists, copy.producers, copy.allTalent];
  const titles = sections.map(({ title }) => title).join(' ');
  return (
    <section aria-label="Who it is for" className="column mt-24 md:mt-32">
      {sections.map((section, index) => (
        <Act key={section.title} section={section} channel={index + 1} like={titles} />
      ))}
    </section>
  );
}

function Act({ section, channel, like }: { section: Section; channel: number; like: string }) {
  return (
    <div className="group grid gap-x-14 gap-y-5 border-t border-line py-9 last:border-b lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        <p className="silk mb-3 text-muted">Channel {channel}</p>
        <PosterTitle largest={5} like={like} className="transition-colors group-hover:text-signal">
          {section.title}
        </PosterTitle>
      </div>
      <div className="lg:pt-7">
        <p className="text-lg text-pretty">{section.lead}</p>
        <Points points={section.points} />
      </div>
    </div>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="mt-4 grid gap-2.5">
      {points.map((point) => (
        <li key={point} className="grid grid-cols-[0.625rem_1fr] items-baseline gap-3 text-muted">
          <span aria-hidden="true" className="h-2.5 bg-good" />
          {point}
        </li>
      ))}
    </ul>
  );
}

const PROOFS = [
  { label: 'The method', to: '/method' },
  { label: 'The rules', to: '/rules' },
  { label: 'The board', to: '/leaderboard' },
];

function WhyJoin() {
  const { whyJoin } = useCampaign().copy;
  return (
    <section aria-labelledby="why-join" className="column mt-24 md:mt-32">
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <PosterTitle id="why-join" largest={4}>
            {whyJoin.title}
          </PosterTitle>
          <p className="mt-5 max-w-sm text-lg text-pretty text-muted">{whyJoin.lead}</p>
        </div>
        <div>
          <ol className="border-t border-line">
            {whyJoin.points.map((point, index) => (
              <li
                key={point}
                className="grid grid-cols-[4.5rem_1fr] items-baseline border-b border-line py-5"
              >
                <span aria-hidden="true" className="poster text-4xl text-signal">
                  {index + 1}
                </span>
                <span className="plate text-xl font-semibold text-pretty md:text-2xl">{point}</span>
              </li>
            ))}
          </ol>
          <p className="mt-5 flex flex-wrap items-center gap-x-6">
            <span className="silk text-muted max-sm:w-full">Check us</span>
            {PROOFS.map(({ label, to }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex min-h-11 items-center font-semibold underline decoration-edge underline-offset-4 hover:decoration-signal"
              >
                {label}
              </Link>
            ))}
          </p>
        </div>
      </div>
    </section>
  );
}

/** One idea on paper: the only light band of the page. */
function Quality() {
  const { quality } = useCampaign().copy;
  return (
    <section
      aria-labelledby="quality"
      className="mt-24 overflow-hidden bg-bone py-16 text-ink md:mt-32 md:py-24"
    >
      <div className="column">
        <PosterTitle id="quality" largest={11.5} className="leading-[0.84]">
          {quality.title}
        </PosterTitle>
        <div className="mt-10 grid gap-x-10 gap-y-6 border-t-4 border-ink pt-6 md:grid-cols-4">
          <p className="plate text-xl">{quality.lead}</p>
          {quality.points.map((point) => (
            <p key={point} className="text-pretty md:border-l md:border-ink/30 md:pl-5">
              {point}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

function ClosingCall() {
  const { tagline } = useCampaign();
  return (
    <section
      aria-labelledby="closing"
      className="column mt-20 grid gap-10 md:mt-28 lg:grid-cols-[1fr_auto] lg:items-end"
    >
      <div>
        <h2 id="closing" className="poster max-w-[14ch] text-[clamp(2.25rem,7vw,6rem)]">
          {tagline}
        </h2>
        <div className="mt-8 flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-4">
          <Button asChild variant="primary" size="large">
            <Link to="/" hash="upload">
              Submit your track <span aria-hidden="true">▲</span>
            </Link>
          </Button>
          <Button asChild size="large">
            <Link to="/about">About the contest</Link>
          </Button>
          <Button asChild size="large">
            <Link to="/album-mode">Send a whole album</Link>
          </Button>
        </div>
      </div>
      <PriorityCounter size="medium" />
    </section>
  );
}
