/** The way in: the form beside the tour poster. The form's code is fetched when the section nears the screen. */
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { orElse } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNearness } from './use-nearness.ts';
import { useTicket } from './use-ticket.ts';

const importForm = () =>
  import('#features/submissions/web/upload-form.tsx').then(({ UploadForm }) => ({ default: UploadForm }));
const UploadForm = lazy(orElse(importForm, FormMissing));
const TourBill = lazy(orElse(() => import('./tour-bill.tsx')));

export function UploadSection() {
  const { copy } = useCampaign();
  const [typed, setTyped] = useState({ artistName: '', trackTitle: '' });
  const section = useRef<HTMLElement>(null);
  const near = useNearness(section, location.hash === '#upload');
  const follow = (event: FormEvent) => {
    const { name, value } = event.target as HTMLInputElement;
    if (name === 'artistName' || name === 'trackTitle') setTyped((was) => ({ ...was, [name]: value }));
  };
  return (
    <section
      ref={section}
      id="upload"
      aria-labelledby="upload-title"
      className="mt-20 scroll-mt-4 border-y border-line bg-panel py-14 outline-none md:mt-28 md:py-20"
    >
      <div className="column grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-start">
        <div className="lg:order-last" onInput={follow}>
          <h2 id="upload-title" className="poster text-[clamp(2.25rem,6vw,4.5rem)]">
            Plug in.
          </h2>
          <p className="mt-4 mb-8 max-w-prose text-lg text-pretty text-muted">{copy.pitch}</p>
          <LaneNote />
          <div className="min-h-[37rem] rounded-md border border-line bg-ink p-5 sm:min-h-[30rem] md:p-7">
            {near && (
              <Suspense fallback={<FormPending />}>
                <UploadForm />
              </Suspense>
            )}
          </div>
        </div>
        <div className="mx-auto w-full max-w-md lg:max-w-none lg:pt-4">
          {near && (
            <Suspense fallback={null}>
              <TourBill {...typed} />
            </Suspense>
          )}
        </div>
      </div>
    </section>
  );
}

/** Which lane a track sent now will take; the same ticket as the hero's counter. */
function LaneNote() {
  const { state } = useTicket();
  const front = state === 'live';
  const known = front || state === 'closed' || state === 'none';
  return (
    <p className="silk mb-3 flex min-h-5 items-center gap-2 text-muted">
      {known && (
        <>
          <span aria-hidden="true" className={classNames('size-2.5', front ? 'bg-good' : 'bg-edge')} />
          {front ? 'Front lane open: heard next' : 'Normal lane: heard in order'}
        </>
      )}
    </p>
  );
}

function FormMissing() {
  return (
    <ErrorState
      level={3}
      title="The form did not load"
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      The connection may have dropped. The rest of the page is all right.
    </ErrorState>
  );
}

function FormPending() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading the form</span>
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="h-19" />
        <Skeleton className="h-19" />
      </div>
      <Skeleton className="h-19" />
      <Skeleton className="h-38" />
      <Skeleton className="h-13 w-64" />
    </div>
  );
}
