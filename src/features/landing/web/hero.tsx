/** The first screen: what this is, the number one as a wall of sound, the way in, the clock, and the top three. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { audioUrl } from '#web/audio-url.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { orElse } from '#web/ui/lazy-part.tsx';
import { useAudio } from '#web/ui/use-audio.ts';
import { HeroType } from './hero-type.tsx';
import { HeroWave } from './hero-wave.tsx';
import { PriorityCounter } from './priority-counter.tsx';
import { TopThree } from './top-three.tsx';
import { useBoard } from './use-board.ts';
import { useNearness } from './use-nearness.ts';

/** After the words: its poster stands in its place until then. */
const HeroVideo = lazy(orElse(() => import('./hero-video.tsx'), HeroPoster));

const NO_PEAKS: readonly number[] = [];

export function Hero({ hasTopThree }: { hasTopThree: boolean }) {
  const { copy } = useCampaign();
  const { data: board } = useBoard();
  const first = board?.rows[0];
  const src = first ? audioUrl(first.audioFilePath) : '';
  const audio = useAudio(src, first?.duration);
  const progress = audio.playing && audio.duration > 0 ? audio.time / audio.duration : null;
  return (
    // On a wide screen the monitor stands beside the type; on a narrow one it comes after what matters more.
    <section aria-label="Welcome" className="flex flex-col overflow-x-clip pt-8 md:pt-7">
      <Billing />
      <div className="max-lg:contents lg:column lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-end lg:gap-10">
        <div className="max-lg:column">
          <HeroType lines={copy.heroLines} peaks={first?.peaks ?? NO_PEAKS} progress={progress} />
        </div>
        <div className="max-lg:order-last max-lg:column max-lg:mt-10 lg:pb-1">
          <Monitor />
        </div>
      </div>
      <div className="mt-4">
        <HeroWave row={first} audio={audio} src={src} nobody={board?.rows.length === 0} />
      </div>
      <div className="column grid gap-x-12 gap-y-10 pt-5 md:grid-cols-2 lg:grid-cols-[5fr_4fr_5fr]">
        <div>
          <p className="max-w-[26rem] text-lg leading-snug text-pretty md:text-xl">{copy.heroLead}</p>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-4">
            <Button asChild variant="primary" size="large">
              <Link to="/" hash="upload">
                Submit your track <span aria-hidden="true">▲</span>
              </Link>
            </Button>
            <Button asChild size="large">
              <Link to="/leaderboard">See the board</Link>
            </Button>
          </div>
          <p className="mt-3">
            <Link
              to="/about"
              className="inline-flex min-h-11 items-center text-muted underline decoration-edge underline-offset-4 hover:text-bone hover:decoration-signal"
            >
              How it works
            </Link>
          </p>
        </div>
        <PriorityCounter />
        <div className="min-h-55 md:col-span-2 lg:col-span-1">{hasTopThree && <TopThree />}</div>
      </div>
    </section>
  );
}

/** Who stands behind it, and what it leads to: all words of the campaign file. */
function Billing() {
  const { celebrity, label, album, tour } = useCampaign();
  return (
    <p className="column silk mb-5 text-pretty text-muted md:mb-6 md:text-[0.8125rem]">
      {celebrity} × {label} — {album.releasing} — {tour.start}
    </p>
  );
}

/** On a narrow screen it is two screens down: nobody's data is spent on a film they do not see. */
function Monitor() {
  const place = useRef<HTMLDivElement>(null);
  const near = useNearness(place);
  return (
    <div ref={place}>
      <Suspense fallback={<HeroPoster />}>{near ? <HeroVideo /> : <HeroPoster />}</Suspense>
    </div>
  );
}

/** As large as the video with its switches, so that nothing moves when it comes. */
function HeroPoster() {
  const { media } = useCampaign();
  return (
    <img
      src={media.heroPoster}
      alt=""
      width={1280}
      height={720}
      className="mb-[2.8125rem] aspect-video rounded-md border border-line bg-pit object-cover"
    />
  );
}
