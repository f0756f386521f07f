/** The tour entry on the results page: the held place with its countdown, the fee, and the card form. */
import { useState } from 'react';
import { createIntent } from '#features/payments/calls.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { useSuccessPage } from '#features/payments/web/use-success-page.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { holdText } from '../copy-pitch.ts';
import { type HoldView, useHold } from './use-hold.ts';

export function TourPanel({ submission }: { submission: Submission }) {
  const id = String(submission.id);
  const view = useHold(id, submission.mine);
  const { tour } = useCampaign();
  const taken = view.hold?.state === 'taken';
  return (
    <Card
      title={tour.name}
      aside={view.hold && !taken && <Badge>{`${view.hold.placesLeft} of ${view.hold.places} free`}</Badge>}
    >
      <HoldState view={view} mine={submission.mine} />
      {view.hold &&
        !taken &&
        (submission.mine ? (
          <Fee submission={submission} view={view} />
        ) : (
          <Gift submission={submission} view={view} />
        ))}
    </Card>
  );
}

function HoldState({ view, mine }: { view: HoldView; mine: boolean }) {
  const { hold, seconds, isError, refresh } = view;
  // Only the artist holds a place; anybody else may give one.
  const take = mine ? view.take : null;
  const { holdSeconds } = useCampaign();
  if (isError)
    return (
      <p className="text-muted">
        We couldn't load the places.{' '}
        <button type="button" className="min-h-11 underline" onClick={refresh}>
          Ask again
        </button>
      </p>
    );
  if (!hold) return <Skeleton className="h-20" />;
  const full = hold.state === 'full' || hold.placesLeft === 0;
  const everyPlace = 'Every place is held or taken right now. One may come free.';
  switch (hold.state) {
    case 'taken':
      return <p className="text-lg">This track has its place on the tour list. Staff will be in touch.</p>;
    case 'held':
    case 'paying':
      return <Countdown seconds={seconds} paying={hold.state === 'paying'} />;
    case 'expired':
      return (
        <Offer
          text={`The hold is over, and the place was released.${full ? ` ${everyPlace}` : ''}`}
          button="Hold again"
          take={take}
        />
      );
    default:
      return full ? (
        <Offer text={everyPlace} button="Try again" take={take} />
      ) : (
        <Offer
          text={`The server can hold one of the places for ${holdSeconds} seconds while you decide.`}
          button="Hold a place"
          take={take}
        />
      );
  }
}

function Countdown({ seconds, paying }: { seconds: number | null; paying: boolean }) {
  const { payingHoldMinutes } = useCampaign();
  return (
    <div>
      <p className="silk text-muted">{paying ? 'Held while you pay' : 'Your place is reserved'}</p>
      <p role="timer" className="figures mt-2 text-4xl font-bold text-signal">
        {seconds === null ? '–' : holdText(seconds)}
      </p>
      <p className="mt-2 text-sm text-muted">
        {paying
          ? `Starting to pay made the hold ${payingHoldMinutes} minutes long. If it ends before you pay, the place is released.`
          : `A place is held for this track until the time is over. Starting to pay makes it ${payingHoldMinutes} minutes.`}
      </p>
    </div>
  );
}

function Offer({ text, button, take }: { text: string; button: string; take: HoldView['take'] | null }) {
  if (!take)
    return <p className="text-muted">The artist holds a place here. It is theirs once the entry is paid.</p>;
  return (
    <div>
      <p className="text-muted">{text}</p>
      <Button className="mt-4" pending={take.isPending} onClick={() => take.mutate()}>
        {button}
      </Button>
    </div>
  );
}

/** Somebody else's track: what it is and whose to pay, and no card form before a stranger says it is a gift. */
function Gift({ submission, view }: { submission: Submission; view: HoldView }) {
  const [giving, setGiving] = useState(false);
  const { prices } = useCampaign();
  if (giving) return <Fee submission={submission} view={view} />;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p>
        <span className="figures font-bold">{formatCents(prices.tourEntry)}</span>{' '}
        <span className="text-muted">The artist pays this.</span>
      </p>
      <Button onClick={() => setGiving(true)}>Pay as a gift</Button>
    </div>
  );
}

/** The payment begins with the first key typed, because that starts the longer hold. */
function Fee({ submission, view: { refresh } }: { submission: Submission; view: HoldView }) {
  const id = String(submission.id);
  const { prices } = useCampaign();
  const price = formatCents(prices.tourEntry);
  const purchase = usePurchase({
    ...useSuccessPage(id),
    start: () =>
      callEndpoint(createIntent, {
        body: { submissionId: Number(id), product: 'tourEntry', amount: prices.tourEntry },
      }),
    when: 'type',
    cents: prices.tourEntry,
    giftTo: submission.mine ? null : submission.artistName,
    onChange: refresh,
    onCancelled: refresh,
  });
  return (
    <div className="mt-6 border-t border-line pt-6">
      <p className="silk text-muted">Tour entry fee</p>
      <p className="mt-1 mb-5 flex items-baseline gap-3">
        <span className="figures text-4xl font-bold">{price}</span>
        <span className="text-muted">one-time</span>
      </p>
      <p role="alert" className="mb-4 text-sm text-hot empty:hidden">
        {purchase.error}
      </p>
      <CardForm purchase={purchase} label={`Pay ${price}`} />
    </div>
  );
}
