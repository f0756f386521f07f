/** /release/:kind/:id: everything a distributor has to know, with what is missing where it stands. */

import { HearBoth } from '#features/submissions/web/hear-both.tsx';
import { endpointUrl, readableMessage } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getPackage } from '../calls.ts';
import type { Master, Release } from '../contract.ts';
import { PACKAGE_WORDS } from '../copy.ts';
import type { Subject } from '../limits.ts';
import { problemsOf, progressOf } from '../rules.ts';
import { CoverField } from './cover-field.tsx';
import { MasterField } from './master-field.tsx';
import { ProgressRing } from './progress-ring.tsx';
import { AiFields, ReleaseFields } from './release-fields.tsx';
import { ServiceLevels } from './service-levels.tsx';
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
  if (!draft) return null;
  const problems = new Map(checks.map(({ field, problem }) => [field, problem]));
  const problemOf = (field: string) => problems.get(field) ?? null;
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
        <ProgressRing percent={progressOf(checks)} open={problemsOf(checks).length} />
      </header>
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
          problem={problemOf('cover')}
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
          isWhole={problemsOf(checks).length === 0}
          state={query.data?.package ?? { state: 'missing', reason: null }}
        />
      </Card>
    </div>
  );
}

function PackageLine({
  kind,
  id,
  isPaid,
  isWhole,
  state,
}: Omit<FormProps, 'release'> & Record<'isPaid' | 'isWhole', boolean> & { state: Release['package'] }) {
  if (!isPaid)
    return (
      <p className="text-muted">
        The package is made once distribution has been paid. You can write everything before: it is kept.
      </p>
    );
  const shown = state.state === 'missing' || state.state === 'ready' ? nameReady(isWhole) : state.state;
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-3">
        <Badge tone={shown === 'refused' || shown === 'missing' ? 'hot' : 'good'}>
          {PACKAGE_WORDS[shown]}
        </Badge>
        {state.reason && <span className="text-sm wrap-anywhere text-hot">{state.reason}</span>}
      </p>
      <Button asChild variant="primary">
        <a href={endpointUrl(getPackage, { params: { kind, id } })} download>
          Download the package
        </a>
      </Button>
      <p className="mt-2 text-sm text-muted">
        {isWhole
          ? 'Message, masters and cover in one batch, as distributors take it; beside it a one-sheet, JSON-LD and a form for MusicBrainz.'
          : 'Something is missing still: the package holds your files and a list of it.'}
      </p>
    </>
  );
}

const nameReady = (isWhole: boolean) => (isWhole ? 'ready' : 'missing');

/** What was entered, as loud as each service would play it. */
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

function Sound({ sound, title }: { sound: Release['sounds'][number]; title: string }) {
  if (!sound) return null;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <p className="silk mb-3 text-muted">How loud each service plays it</p>
      <ServiceLevels src={audioUrl(sound.audioUrl)} label={title} loud={sound} />
    </div>
  );
}
