/** /results/:id as a story: verdict, best thing, three changes, share; then everything else, folded. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { DuplicatesNotice } from '#features/duplicates/web/duplicates-notice.tsx';
import { useMarkRead } from '#features/my-tracks/web/use-unread.ts';
import { STILL_COMING } from '#features/recordings/rules-transcript.ts';
import { AiLine } from '#features/releases/web/ai-line.tsx';
import { ServiceLevels } from '#features/releases/web/service-levels.tsx';
import type { Analysis } from '#features/scoring/contract.ts';
import { listSections, sayMeasures } from '#features/scoring/rules-display.ts';
import { type Change, listUntold, tellStory } from '#features/scoring/rules-story.ts';
import { CategoryNotes, Channels } from '#features/scoring/web/category-notes.tsx';
import { CampaignCard, LabelCard, SummaryCard } from '#features/scoring/web/results-words.tsx';
import { getSubmission } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { VersionsPanel } from '#features/submissions/web/versions-panel.tsx';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery, unlessJustOpened } from '#web/query-client.ts';
import { formatTime } from '#web/time-code.ts';
import { AudioPlayer, type AudioPlayerHandle } from '#web/ui/audio-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Playable, PlayableContext } from '#web/ui/playable.ts';
import { ShareRow } from '#web/ui/share-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import { LyricsPanel } from './lyrics-panel.tsx';
import { ResultsAside } from './results-aside.tsx';
import { ResultsHeader, ScoreDial } from './results-header.tsx';
import { BestThing, ChangeLine, Changes, Folded } from './results-story.tsx';

/** While words are still coming. */
const WORDS_POLL_MS = 15_000;

export default function ResultsPage() {
  const id = usePathParam('id');
  const {
    data: read,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...endpointQuery(getSubmission, { params: { id } }),
    refetchOnMount: unlessJustOpened,
    refetchInterval: ({ state }) => (state.data?.transcription === STILL_COMING ? WORDS_POLL_MS : false),
  });
  // A long page: worked out in slices, so that a slow phone answers meanwhile.
  const data = useDeferredValue(read);
  usePageTitle(data && `${data.trackTitle} by ${data.artistName}`);
  if (isError && !data) return <LoadFailed onReload={() => void refetch()} loading={isFetching} />;
  if (!data) return <ResultsSkeleton />;
  // What an earlier page left behind may be from before the analysis: only a fresh answer sends anybody away.
  if (!data.analyzed || !data.analysis) return isFetching ? <ResultsSkeleton /> : <InProgress id={id} />;
  return <Results submission={data} analysis={data.analysis} />;
}

function Results({ submission, analysis }: { submission: Submission; analysis: Analysis }) {
  const { id, mine } = submission;
  const { mutate: markRead } = useMarkRead();
  useEffect(() => {
    if (mine) markRead({ reportOf: id });
  }, [id, mine, markRead]);
  const player = useRef<AudioPlayerHandle>(null);
  const duration = submission.duration ?? analysis.measures.durationSeconds;
  const playable = useMemo<Playable>(
    () => ({
      duration,
      playFrom: (seconds) => player.current?.playFrom(seconds),
      audio: () => player.current?.audio() ?? null,
    }),
    [duration],
  );
  const channels = useMemo(() => listUntold(analysis), [analysis]);
  const sections = useMemo(() => listSections(analysis), [analysis]);
  const story = useMemo(() => tellStory(analysis, submission.score), [analysis, submission.score]);
  // The verdict first.
  const step = useSteps(8);
  return (
    <PlayableContext value={playable}>
      <Frame>
        <div className="grid items-end gap-x-14 gap-y-7 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <ResultsHeader submission={submission} verdict={story.verdict} />
          <ScoreDial score={submission.score} />
        </div>
        {(submission.mine || saysCopied(analysis)) && <DuplicatesNotice id={submission.id} />}
        <div className="mt-8 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-9">
            {story.best && <BestThing best={story.best} />}
            {step > 1 && (
              <AudioPlayer
                ref={player}
                size="large"
                src={audioUrl(submission.audioUrl || submission.audioFilePath)}
                label={`${submission.trackTitle} by ${submission.artistName}`}
                peaks={submission.peaks}
                duration={duration}
                sections={sections.length > 0 ? sections : undefined}
              />
            )}
            {step > 2 && (
              <>
                <AiLine id={submission.id} />
                <Changes story={story} score={submission.score} />
              </>
            )}
            {step > 3 && (
              <>
                <ShareTrack submission={submission} />
                <VersionsPanel submission={submission} />
              </>
            )}
            {step > 4 && (
              <div className="max-lg:hidden">
                <Channels channels={channels} />
              </div>
            )}
            {step > 5 && <CategoryNotes channels={channels} />}
            {step > 6 && <Rest submission={submission} analysis={analysis} later={story.later} />}
          </div>
          <aside aria-label="About this track" className="flex min-w-0 flex-col gap-5">
            {step > 7 && <ResultsAside submission={submission} />}
          </aside>
        </div>
      </Frame>
    </PlayableContext>
  );
}

/** A track nobody else can see has nothing to pass on. */
function ShareTrack({ submission }: { submission: Submission }) {
  const { id, trackTitle, artistName, listed } = submission;
  if (!listed) return null;
  return (
    <section aria-labelledby="share-track">
      <h2 id="share-track" className="poster mb-4 text-[clamp(1.5rem,5.5vw,2.25rem)]">
        Get votes for it
      </h2>
      <ShareRow
        path={`/artist-vote/${id}`}
        title={`${trackTitle} by ${artistName}`}
        text={`Hear “${trackTitle}” by ${artistName}. One vote is free.`}
        card={String(id)}
        film={submission}
      />
    </section>
  );
}

interface RestProps {
  submission: Submission;
  analysis: Analysis;
  later: readonly Change[];
}

/** What is not the story: folded, and all of it there. */
function Rest({ submission, analysis, later }: RestProps) {
  return (
    <div className="border-t border-line">
      {later.length > 0 && (
        <Folded title="Smaller changes">
          <ol className="border-t border-line">
            {later.map((change) => (
              <ChangeLine key={change.title} change={change} />
            ))}
          </ol>
        </Folded>
      )}
      <Folded title="Lyrics">
        <LyricsPanel submission={submission} sheet={analysis.words} />
      </Folded>
      <Folded title="In other words">
        <SummaryCard summary={analysis.summary} />
        {analysis.labelSummary && <LabelCard labelSummary={analysis.labelSummary} />}
        {analysis.campaign && <CampaignCard campaign={analysis.campaign} />}
      </Folded>
      <Levels submission={submission} analysis={analysis} />
      <Folded title="What was measured">
        <ul className="figures flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {sayMeasures(analysis, formatTime).map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </Folded>
    </div>
  );
}

/** Nothing for tracks that an older engine measured without a level. */
function Levels({ submission, analysis: { measures } }: Omit<RestProps, 'later'>) {
  const { integratedLufs, truePeakDb } = measures;
  if (integratedLufs === null || truePeakDb === null) return null;
  return (
    <Folded title="How loud each service plays it">
      <ServiceLevels
        src={audioUrl(submission.audioUrl || submission.audioFilePath)}
        label={submission.trackTitle}
        loud={{ integratedLufs, truePeakDb }}
      />
    </Folded>
  );
}

const saysCopied = ({ originality }: Analysis) =>
  originality?.evidence?.some(({ id }) => id === 'copied') ?? false;

/** Long enough to be read, short enough not to be waited for. */
const REDIRECT_MS = 1200;

function InProgress({ id }: { id: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: `/submission/${id}`, replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [id, navigate]);
  return (
    <Frame>
      <div role="status" className="rounded-md border border-line bg-panel px-6 py-10 md:px-8">
        <h1 className="poster text-[clamp(2rem,5vw,4rem)]">Analysis In Progress</h1>
        <p className="mt-4 text-muted">We are still listening to this one. Taking you to its progress.</p>
        <Button asChild variant="primary" className="mt-6">
          <Link to={`/submission/${id}`} replace>
            View Progress
          </Link>
        </Button>
      </div>
    </Frame>
  );
}

function LoadFailed({ onReload, loading }: { onReload: () => void; loading: boolean }) {
  return (
    <Frame>
      <ErrorState
        level={1}
        title="Error Loading Analysis"
        action={
          <>
            <Button variant="primary" onClick={onReload} pending={loading}>
              Reload Results
            </Button>
            <Button asChild>
              <Link to="/leaderboard">See the leaderboard</Link>
            </Button>
          </>
        }
      >
        We had trouble loading your results. Please try again.
      </ErrorState>
    </Frame>
  );
}

function ResultsSkeleton() {
  return (
    <Frame>
      <div role="status">
        <span className="sr-only">Loading the results</span>
        <div className="grid items-end gap-8 md:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="space-y-5">
            <Skeleton className="h-4 w-2/3 max-w-md" />
            <Skeleton className="h-16 w-5/6 max-w-2xl md:h-24" />
            <Skeleton className="h-7 w-1/2 max-w-xs" />
          </div>
          <Skeleton className="h-52" />
        </div>
        <Skeleton className="mt-8 h-64" />
        <Skeleton className="mt-5 h-80" />
        <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      </div>
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="column py-6 md:py-12">{children}</div>
);
