/** /results/:id: what the ear heard in a track, every sentence of it a click away from the sound. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { DuplicatesNotice } from '#features/duplicates/web/duplicates-notice.tsx';
import { useMarkRead } from '#features/my-tracks/web/use-unread.ts';
import type { Analysis } from '#features/scoring/contract.ts';
import { listChannels, listSections } from '#features/scoring/rules-display.ts';
import { pickMoments } from '#features/scoring/rules-moments.ts';
import { CategoryNotes, Channels } from '#features/scoring/web/category-notes.tsx';
import { AdviceCard, CampaignCard, LabelCard, SummaryCard } from '#features/scoring/web/results-words.tsx';
import { getSubmission } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { AudioPlayer, type AudioPlayerHandle } from '#web/ui/audio-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Playable, PlayableContext } from '#web/ui/playable.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { LyricsPanel } from './lyrics-panel.tsx';
import { ResultsAside } from './results-aside.tsx';
import { ResultsHeader } from './results-header.tsx';

export default function ResultsPage() {
  const id = usePathParam('id');
  const { data, isError, isFetching, refetch } = useQuery({
    ...endpointQuery(getSubmission, { params: { id } }),
    refetchOnMount: 'always',
  });
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
  const channels = useMemo(() => listChannels(analysis), [analysis]);
  const sections = useMemo(() => listSections(analysis), [analysis]);
  const moments = useMemo(() => pickMoments(analysis), [analysis]);
  return (
    <PlayableContext value={playable}>
      <Frame>
        <ResultsHeader submission={submission} analysis={analysis} />
        {(submission.mine || saysCopied(analysis)) && <DuplicatesNotice id={submission.id} />}
        <Card className="mt-8">
          <AudioPlayer
            ref={player}
            size="large"
            src={audioUrl(submission.audioUrl || submission.audioFilePath)}
            label={`${submission.trackTitle} by ${submission.artistName}`}
            peaks={submission.peaks}
            duration={duration}
            sections={sections.length > 0 ? sections : undefined}
            markers={moments.length > 0 ? moments : undefined}
          />
        </Card>
        <div className="mt-5">
          <Channels channels={channels} />
        </div>
        <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
          <AdviceCard recommendations={analysis.recommendations} />
          <aside
            aria-label="About this track"
            className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1"
          >
            <ResultsAside submission={submission} />
            <SummaryCard summary={analysis.summary} />
            {analysis.labelSummary && <LabelCard labelSummary={analysis.labelSummary} />}
            {analysis.campaign && <CampaignCard campaign={analysis.campaign} />}
          </aside>
          <div className="flex min-w-0 flex-col gap-5">
            <CategoryNotes channels={channels} />
            <LyricsPanel submission={submission} sheet={analysis.words} />
          </div>
        </div>
      </Frame>
    </PlayableContext>
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
        <p className="mt-4 text-muted">This track is still being listened to. We take you to its progress.</p>
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
  <div className="column py-10 md:py-14">{children}</div>
);
