/** The landing page: hero, prize and the form at once; what the campaign says about itself when the reader gets there. */
import { lazy, Suspense } from 'react';
import { orElse } from '#web/ui/lazy-part.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import { Hero } from './hero.tsx';
import { PrizeSection } from './prize-section.tsx';
import { UploadSection } from './upload-section.tsx';

const MarketingSections = lazy(orElse(() => import('./marketing-sections.tsx')));

export default function LandingPage() {
  const step = useSteps(5);
  return (
    <>
      <Hero hasTopThree={step > 1} />
      {step > 2 && <PrizeSection />}
      {step > 3 && <UploadSection />}
      {step > 4 && (
        // Below everything that has an address, so nothing in sight moves when it arrives.
        <Suspense fallback={<div className="min-h-[260rem] lg:min-h-[190rem]" />}>
          <MarketingSections />
        </Suspense>
      )}
    </>
  );
}
