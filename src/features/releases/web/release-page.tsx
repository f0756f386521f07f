/** /release/:kind/:id: everything a distributor has to know, with what is missing where it stands. */
import { useState } from 'react';
import { HearBoth } from '#features/submissions/web/hear-both.tsx';
import { readableMessage } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { Master, Release } from '../contract.ts';
import type { Subject } from '../limits.ts';
import { problemsOf, progressOf } from '../rules.ts';
import { CoverField } from './cover-field.tsx';
import { MasterField } from './master-field.tsx';
import { DoneLine, PackageLine } from './package-line.tsx';
import { ProgressRing } from './progress-ring.tsx';
import { AiFields, ReleaseFields } from './release-fields.tsx';
import { ServiceLevels } from './service-levels.tsx';
import { goToField, StillToBring } from './still-to-bring.tsx';
import { TrackFields } from './track-fields.tsx';
import { type Saving, useRelease } from './use-release.ts';

const SAVING_WORDS: Record<Saving, string> = { saved: 'Kept', saving: 'Keeping…', unsaved: 'Not kept yet' };

export default function ReleasePage() {
  const kind: Subject = usePathParam('kind') === 'album' ? 'album' : 'track';
  const id = usePathParam('id');
  const release = useRelease(kind, id);
  const { query, draft } = release;
  usePageTitle(draft ? `Release of ${draft.title}` : 'Release');
  if (query.error && !draft)
    return (
      <div className="column max-w-5xl py-8">
        <ErrorState
          level={1}
          title="This release did not load"
          action={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {readableMessage(query.error, 'Check your connection and try again.')}
        </ErrorState>
      </div>
    );
  if (!draft)
    return (
      <div role="status" className="column max-w-5xl space-y-4 py-8">
        <span className="sr-only">Loading the release</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-96" />
      </div>
    );
  return <ReleaseForm release={release} kind={kind} id={id} />;
}

interface FormProps {
  release: ReturnType<typeof useRelease>;
  kind: Subject;
  id: string;
}

function ReleaseForm({ release, kind, id }: FormProps) {
  const { query, draft, change, take, askForIsrcs, checks, saving, failure } = release;
  /** What is missing is no fault before somebody wants to be done. */
  const [isTried, setTried] = useState(false);
  if (!draft) return null;
  const open = problemsOf(checks);
  const problemOf = (field: string) =>
    open.find((check) => check.field === field && (isTried || !check.missing))?.problem ?? null;
  const wrong = open.filter(({ missing }) => !missing).length;
  return (
    <div className="column max-w-5xl space-y-6 py-8 md:py-12">
      <header className="flex flex-wrap items-center justify-between gap-6">
        <div>
          <h1 className="poster text-4xl md:text-6xl">Release</h1>
          <p className="mt-3 max-w-prose text-muted">
            What stores need before they take your {kind}. Everything is kept as you type: come back whenever
            you like.
          </p>
        </div>
        <ProgressRing percent={progressOf(checks)} missing={open.length - wrong} wrong={wrong} />
      </header>
      <StillToBring open={open} />
      <p role="status" className="silk text-muted">
        {SAVING_WORDS[saving]}
      </p>
      <FieldError>{failure}</FieldError>
      <Card title="The release">
        <ReleaseFields draft={draft} change={change} problemOf={problemOf} />
      </Card>
      {draft.tracks.map((track, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks keep their places
        <Card key={at} title={draft.tracks.length > 1 ? `Track ${at + 1}` : 'The recording'}>
          <TrackFields
            at={at}
            track={track}
            problemOf={(field) => problemOf(`tracks.${at}.${field}`)}
            change={(next) =>
              change({ ...draft, tracks: draft.tracks.map((each, index) => (index === at ? next : each)) })
            }
          />
          <MasterField
            kind={kind}
            id={id}
            position={at + 1}
            master={query.data?.masters.find(({ position }) => position === at + 1)}
            problem={problemOf(`tracks.${at}.master`)}
          />
          <BesideEntry
            master={query.data?.masters.find(({ position }) => position === at + 1)}
            entry={query.data?.sounds[at] ?? null}
          />
          <Sound sound={query.data?.sounds[at] ?? null} title={track.title} />
        </Card>
      ))}
      {query.data?.givesIsrcs && draft.tracks.some(({ isrc }) => isrc.trim() === '') && (
        <p className="flex flex-wrap items-center gap-4">
          <Button disabled={saving !== 'saved'} onClick={() => void askForIsrcs()}>
            Give me ISRCs
          </Button>
          <span className="text-sm text-muted">
            For recordings that never had one. Each keeps its code for life.
          </span>
        </p>
      )}
      <Card title="Cover">
        <CoverField
          kind={kind}
          id={id}
          coverUrl={query.data?.coverUrl ?? null}
          print={query.data?.print}
          problem={problemOf('cover')}
          isOpen={open.some(({ field }) => field === 'cover')}
          onKept={take}
        />
      </Card>
      <Card title="How it was made">
        <AiFields draft={draft} change={change} problemOf={problemOf} />
      </Card>
      <Card title="The package">
        <PackageLine
          kind={kind}
          id={id}
          isPaid={query.data?.paid ?? false}
          isWhole={open.length === 0}
          state={query.data?.package ?? { state: 'missing', reason: null }}
        />
        {open.length > 0 && (
          <DoneLine
            first={open[0].field}
            isTried={isTried}
            onTry={() => {
              setTried(true);
              goToField(open[0].field);
            }}
          />
        )}
      </Card>
    </div>
  );
}

/** The contest's MP3 against the master, at the same loudness and the same second. */
function BesideEntry({ master, entry }: { master: Master | undefined; entry: Release['sounds'][number] }) {
  const sound = master?.sound;
  if (!sound || !entry) return null;
  const { integratedLufs: loudness, seconds: duration, audioUrl: address } = sound;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <p className="silk text-muted">Your entry and its master, as loud as each other</p>
      <HearBoth
        key={address}
        before={{
          label: 'Entry',
          audioUrl: audioUrl(entry.audioUrl),
          loudness: entry.integratedLufs,
          ...{ peaks: entry.peaks, duration: null },
        }}
        after={{ label: 'Master', audioUrl: address, loudness, duration, peaks: entry.peaks }}
        offset={-sound.offset}
      />
    </div>
  );
}

/** What was entered, as loud as each service would play it. */
function Sound({ sound, title }: { sound: Release['sounds'][number]; title: string }) {
  if (!sound) return null;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <p className="silk mb-3 text-muted">How loud each service plays it</p>
      <ServiceLevels src={audioUrl(sound.audioUrl)} label={title} loud={sound} />
    </div>
  );
}
