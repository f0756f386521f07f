/** The landing page: hero, prize, the form, and what the campaign says about itself. */
import { Hero } from './hero.tsx';
import { Audiences, ClosingCall, Quality, WhyJoin } from './marketing-sections.tsx';
import { PrizeSection } from './prize-section.tsx';
import { UploadSection } from './upload-section.tsx';

export default function LandingPage() {
  return (
    <>
      <Hero />
      <PrizeSection />
      <UploadSection />
      <Audiences />
      <WhyJoin />
      <Quality />
      <ClosingCall />
    </>
  );
}
