/** The landing page: hero, prize and the form at once; what the campaign says about itself when the reader gets there. */
import { lazy, Suspense, useDeferredValue } from 'react';
import { Hero } from './hero.tsx';
import { PrizeSection } from './prize-section.tsx';
import { UploadSection } from './upload-section.tsx';

const MarketingSections = lazy(() => import('./marketing-sections.tsx'));

export default function LandingPage() {
  // First what a first screen shows, at once after it the rest; unless the address names a part of it.
  const whole = useDeferredValue(true, location.hash !== '');
  return (
    <>
      <Hero />
      {whole && <Rest />}
    </>
  );
}

function Rest() {
  return (
    <>
      <PrizeSection />
      <UploadSection />
      {/* Below everything that has an address, so nothing in sight moves when it arrives. */}
      <Suspense fallback={<div className="min-h-[260rem] lg:min-h-[190rem]" />}>
        <MarketingSections />
      </Suspense>
    </>
  );
}
