/** /album-mode: three tracks, their details, the analysis, the fee, the confirmation. A reload resumes where it was. */
import { Link } from '@tanstack/react-router';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AlbumFields } from '../contract.ts';
import { AlbumReport } from './album-report.tsx';
import { AlbumSteps } from './album-steps.tsx';
import { StepAnalysis } from './step-analysis.tsx';
import { StepDetails } from './step-details.tsx';
import { StepPayment } from './step-payment.tsx';
import { StepUpload } from './step-upload.tsx';
import { type AlbumMode, useAlbumMode } from './use-album-mode.ts';
import type { Step } from './use-album-state.ts';

export default function AlbumModePage() {
  const mode = useAlbumMode();
  const { step } = mode;
  return (
    <div className="column py-10 md:py-14">
      <PosterTitle level={1} largest={6}>
        {TITLES[step]}
      </PosterTitle>
      <p className="mt-5 mb-8 max-w-2xl text-lg text-muted">{LEADS[step]}</p>
      <AlbumSteps current={step} />
      <div className="mt-8">
        <StepContent mode={mode} />
      </div>
    </div>
  );
}

const TITLES: Record<Step, string> = {
  upload: 'Three tracks. One verdict.',
  details: 'Put names on it.',
  analysis: 'On the desk.',
  payment: 'In front of people.',
  confirmed: 'It is in.',
};
const LEADS: Record<Step, string> = {
  upload: 'Drop three tracks from your album or EP. Each is heard as it arrives. Put them in order here.',
  details: 'Who it is by, what it is called, and the title of each track.',
  analysis: 'Every second of the three tracks is measured, then how they work together.',
  payment: 'The analysis is yours. The fee puts the album before our A&R people.',
  confirmed: 'Your submission is confirmed.',
};

function StepContent({ mode }: { mode: AlbumMode }) {
  const { change, draft, sent, purchase } = mode;
  switch (mode.step) {
    case 'upload':
      if (draft.loading) return <Skeleton className="h-72" />;
      return (
        <StepUpload
          tracks={draft.tracks}
          halves={draft.halves}
          onGiveUp={draft.giveUp}
          uploads={draft.uploads.uploads}
          onAdd={draft.uploads.add}
          onRetry={draft.uploads.retry}
          onDrop={draft.uploads.drop}
          onRemove={draft.remove}
          onMove={draft.move}
          onContinue={() => change({ step: 'details' })}
        />
      );
    case 'details':
      return <Details mode={mode} />;
    case 'payment':
      return (
        <StepPayment album={sent.album!} purchase={purchase} onBack={() => change({ step: 'analysis' })} />
      );
    case 'confirmed':
      return <Confirmed mode={mode} />;
    default:
      return <Analysis mode={mode} />;
  }
}

function Details({ mode: { state, change, draft, fields, submit } }: { mode: AlbumMode }) {
  const setField = (name: keyof AlbumFields, value: string) => {
    const place = /^track(\d)Title$/.exec(name)?.[1];
    if (place) draft.setTitle(Number(place), value);
    else change({ [name]: value });
  };
  if (draft.loading) return <Skeleton className="h-96" />;
  return (
    <StepDetails
      fields={fields}
      tracks={draft.tracks}
      onChange={setField}
      texts={state.texts}
      onTexts={(texts) => change({ texts })}
      onBack={() => change({ step: 'upload', stayed: true })}
      submit={submit}
    />
  );
}

function Analysis({ mode: { state, change, sent, reset } }: { mode: AlbumMode }) {
  const { album, status, silent, retry } = sent;
  if (!album?.analysis)
    return (
      <StepAnalysis
        status={status}
        silent={silent}
        titles={state.order.map((id) => state.titles[id] ?? '')}
        onRetry={retry}
        onRestart={reset}
      />
    );
  return (
    <div className="flex flex-col gap-8">
      <AlbumReport album={album} analysis={album.analysis} />
      <div>
        <Button variant="primary" size="large" onClick={() => change({ step: 'payment' })}>
          Continue to payment
        </Button>
      </div>
    </div>
  );
}

function Confirmed({ mode: { sent, reset } }: { mode: AlbumMode }) {
  const { label } = useCampaign();
  const album = sent.album!;
  return (
    <div className="flex flex-col gap-8">
      <div className="rounded-md border border-good/60 bg-panel p-6 md:p-8">
        <p className="silk text-good">Confirmed</p>
        <h2 className="plate mt-3 text-3xl wrap-anywhere">
          “{album.albumName}” by {album.artistName}
        </h2>
        <p className="mt-4 max-w-prose text-lg">
          The A&R people of {label} listen to it and answer within 30 days. If it is selected, we text you a
          link.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button asChild>
            <Link to={`/album-selected/${album.id}`}>The page of this album</Link>
          </Button>
          <Button variant="quiet" onClick={reset}>
            Send another album
          </Button>
        </div>
      </div>
      {album.analysis && <AlbumReport album={album} analysis={album.analysis} />}
    </div>
  );
}
