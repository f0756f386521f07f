/** /artist-update/:id: the pitch to one artist, opened with a signed link. Every figure on it is the server's. */
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { LINK_REFUSED } from '#features/submissions/rules-links.ts';
import { ApiError } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { localLetter, sayFinalRound } from '../copy-pitch.ts';
import { DiscountBanner, LetterCard, NewsCard, RankingCard, UpdatesCard } from './pitch-parts.tsx';
import { PAYMENT_ID, PitchPayment } from './pitch-payment.tsx';
import { useConfetti } from './use-confetti.ts';
import { type TimedOffer, useOfferSeconds, usePitch } from './use-pitch.ts';

export default function PitchPage() {
  const id = usePathParam('id');
  const pitch = usePitch(id);
  const { offer, track } = pitch;
  usePageTitle(track.data && `${track.data.trackTitle}: final round`);
  const failed = [offer, track].find(({ isError, data }) => isError && !data);
  if (failed) return <PitchFailed error={failed.error} />;
  if (!offer.data || !track.data) return <PitchLoading />;
  return <Pitch pitch={pitch} offer={offer.data} track={track.data} />;
}

interface PitchProps {
  pitch: ReturnType<typeof usePitch>;
  offer: TimedOffer;
  track: Submission;
}

function Pitch({ pitch, offer, track }: PitchProps) {
  const { label, celebrity, media } = useCampaign();
  const refresh = () => void pitch.offer.refetch();
  const seconds = useOfferSeconds(offer, refresh);
  useConfetti(true);
  const letter = pitch.letter.data?.message;
  return (
    <div className="column py-10 md:py-14">
      <p className="silk text-muted">{track.artistName}</p>
      <PosterTitle level={1} largest={6} className="mt-2">
        {track.trackTitle}
      </PosterTitle>
      <MiniWaveform peaks={track.peaks} className="mt-6 h-16 w-full text-wave" />
      <div className="mt-8">
        <DiscountBanner offer={offer} seconds={seconds} />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {pitch.ranking.data && <RankingCard ranking={pitch.ranking.data} />}
          {(letter || pitch.letter.isError) && (
            <LetterCard automated text={letter ?? localLetter(track, label, formatCents(offer.priceCents))} />
          )}
          <Card title="The final round">
            <p className="mb-4 text-pretty text-muted">
              Entered tracks are heard by the staff of {label}. What they decide, about the album and the tour
              with {celebrity}, is written to you here.
            </p>
            {/* biome-ignore lint/a11y/useMediaCaption: the film has no spoken words */}
            <video
              controls
              preload="none"
              poster={media.promoPoster}
              src={media.promoVideo}
              aria-label="Film about the final round"
              className="w-full rounded-md border border-line"
            />
          </Card>
          <UpdatesCard updates={pitch.updates.data ?? []} access={pitch.access} />
          <NewsCard />
        </div>
        <PitchPayment track={track} offer={offer} access={pitch.access} refresh={refresh} />
      </div>
      {offer.state !== 'entered' && <Popup track={track} />}
    </div>
  );
}

const POPUP_MS = 15_000;

/** Once a visit, after fifteen seconds: an invitation, not a threat. */
function Popup({ track }: { track: Submission }) {
  const { celebrity, label, startsAt, endsAt, timeZone } = useCampaign();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), POPUP_MS);
    return () => clearTimeout(timer);
  }, []);
  const goToPayment = () => {
    setOpen(false);
    // After the dialog has returned the focus.
    setTimeout(() => {
      const target = document.getElementById(PAYMENT_ID);
      target?.scrollIntoView({ block: 'start' });
      target?.focus({ preventScroll: true });
    }, 50);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={sayFinalRound({ startsAt, endsAt, timeZone }, track.trackTitle, new Date())}
      footer={
        <>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            I'll check back later
          </Button>
          <Button variant="primary" onClick={goToPayment}>
            Submit to {celebrity} Now
          </Button>
        </>
      }
    >
      <article className="space-y-3 text-muted">
        <p>
          Entered tracks are heard one by one by the people at {label}. Your score, your rank and your notes
          stay yours whether you enter or not.
        </p>
        <p>Entering costs a fee. It buys a hearing, not a deal: no outcome is promised to anybody.</p>
      </article>
    </Dialog>
  );
}

function PitchLoading() {
  return (
    <div role="status" className="column py-14">
      <span className="sr-only">Loading your page</span>
      <Skeleton className="h-24 w-2/3" />
      <Skeleton className="mt-8 h-24" />
      <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

function PitchFailed({ error }: { error: Error | null }) {
  const status = error instanceof ApiError ? error.status : 0;
  const missing = status === 404 || status === 403;
  return (
    <div className="column py-14">
      <ErrorState
        level={1}
        title={missing ? 'Submission Not Found' : 'Error Loading Submission'}
        action={
          missing ? (
            <Button asChild variant="primary">
              <Link to="/">Return to Home</Link>
            </Button>
          ) : (
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload Page
            </Button>
          )
        }
      >
        {status === 403
          ? `${LINK_REFUSED.access} Ask the person who sent it to you for a new one.`
          : missing
            ? 'There is no such submission, or it was taken down.'
            : 'Something went wrong while we loaded this page. Please try again.'}
      </ErrorState>
    </div>
  );
}
