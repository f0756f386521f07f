/**
 * What both vote pages are: the track is loaded, or said to be missing; then the song, where it stands and the free vote,
 * before any price; then what can be bought, and the two dialogs a package leads through. What comes last is the page's own.
 */
import { type ReactNode, useDeferredValue, useState } from 'react';
import { findHook } from '#features/scoring/rules-display.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import type { PackageId } from '../contract.ts';
import type { VotePage } from '../rules-packages.ts';
import { FreeVote } from './free-vote.tsx';
import { Packages } from './package-rows.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { ThroneDialog } from './throne-dialog.tsx';
import { type Casting, useCasting } from './use-casting.ts';
import { type FreeVoting, useFreeVote } from './use-free-vote.ts';
import { useVoteData, type VoteData } from './use-vote-data.ts';
import { type Buyer, useVotePurchase } from './use-vote-purchase.ts';
import { useWaitingVotes } from './use-waiting-votes.ts';
import { VoteHeader, VoteStanding } from './vote-header.tsx';
import { VoteMoment } from './vote-moment.tsx';
import { VoteColumn, VoteFailure, VoteSkeleton } from './vote-states.tsx';
import { sayClosing, VotingNotice } from './voting-notice.tsx';

/** What a page knows once its track is loaded. */
export interface VoteContent
  extends Pick<VoteData, 'voting' | 'rank' | 'neighbours' | 'votes' | 'bio' | 'refresh'> {
  id: string;
  submission: Submission;
  /** Voting is closed. */
  closed: boolean;
}

interface VoteLoaderProps {
  /** The words for a missing track; without them it is an error like any other. */
  missing?: { title: string; text: string };
  children: (content: VoteContent) => ReactNode;
}

const FAILED = { title: 'Error Loading Data', text: 'Failed to load artist information' };

export function VoteLoader({ missing = FAILED, children }: VoteLoaderProps) {
  const id = usePathParam('id');
  const { submission: read, failure, reload, reloading, ...data } = useVoteData(id);
  // A long page: worked out in slices, so that a slow phone answers meanwhile.
  const submission = useDeferredValue(read);
  usePageTitle(submission && `Vote for ${submission.trackTitle} by ${submission.artistName}`);
  if (failure) {
    const { title, text } = failure === 'missing' ? missing : FAILED;
    return (
      <VoteFailure title={title} onReload={reload} reloading={reloading}>
        {text}
      </VoteFailure>
    );
  }
  if (!submission) return <VoteSkeleton />;
  return children({ ...data, id, submission, closed: data.voting?.open === false });
}

interface VotingOptions {
  page: VotePage;
  /** Who buys: whoever typed a name and number, or nobody. */
  buyer: (free: FreeVoting) => Buyer;
  /** Where the bank's page leads back to. */
  returnPath: string;
}

/** Everything one can do here: the free vote, and a package; the throne asks for its comment first. */
export function useVoting(content: VoteContent, { page, buyer, returnPath }: VotingOptions) {
  const [cast, show] = useCasting();
  const free = useFreeVote(content, show);
  const purchase = useVotePurchase({ content, page, buyer: buyer(free), returnPath, show });
  const [throne, setThrone] = useState(false);
  const choose = (votePackage: PackageId) =>
    votePackage === 'throne' ? setThrone(true) : void purchase.begin({ votePackage });
  return {
    page,
    cast,
    show,
    free,
    purchase,
    starting: purchase.wanted?.votePackage ?? null,
    throne,
    setThrone,
    choose,
  };
}

type Voting = ReturnType<typeof useVoting>;

interface VoteFrameProps {
  content: VoteContent;
  voting: Voting;
  kicker: string;
  /** Why packages wait, if they do. */
  packagesHint?: string;
  children: ReactNode;
}

export function VoteFrame({ content, voting, kicker, packagesHint, children }: VoteFrameProps) {
  const { submission, voting: taken, rank, closed } = content;
  const trackName = `${submission.trackTitle} by ${submission.artistName}`;
  // The song and the free vote first.
  const step = useSteps(6);
  useWaitingVotes(content.refresh);
  const notice = step > 4 && (
    <div className="mt-8">
      <VotingNotice id={submission.id} voting={taken} />
    </div>
  );
  return (
    <VoteColumn>
      <div className="grid items-start gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <VoteHeader submission={submission} kicker={kicker} />
          {step > 1 && (
            <AudioPlayer
              size="large"
              className="mt-5 md:mt-8"
              src={audioUrl(submission.audioUrl || submission.audioFilePath)}
              label={trackName}
              peaks={submission.peaks}
              duration={submission.duration}
              hook={submission.analysis && findHook(submission.analysis)}
            />
          )}
        </div>
        {step > 1 && (
          <div className="flex min-w-0 flex-col gap-6">
            <VoteStanding content={content} />
            {step > 2 && <FreeOrMoment content={content} voting={voting} />}
          </div>
        )}
      </div>
      {closed && notice}
      {step > 3 && packagesHint && <p className="mt-8 text-sm text-muted">{packagesHint}</p>}
      {step > 3 && !taken?.over && (
        <Packages
          page={voting.page}
          rank={rank}
          starting={voting.starting}
          disabled={closed || packagesHint !== undefined}
          onChoose={voting.choose}
        />
      )}
      {!closed && notice}
      {step > 5 && children}
      <ThroneStep voting={voting} artistName={submission.artistName} />
      <PaymentDialog purchase={voting.purchase} trackName={trackName} closing={sayClosing(taken)} />
    </VoteColumn>
  );
}

function FreeOrMoment({ content, voting: { cast, show, free } }: Pick<VoteFrameProps, 'content' | 'voting'>) {
  if (!cast) return <FreeVote content={content} free={free} />;
  const name = (shown: string) => {
    show({ ...cast, name: shown } satisfies Casting);
    void content.refresh();
  };
  return (
    <VoteMoment
      key={cast.receiptCode}
      content={content}
      cast={cast}
      onName={name}
      onAgain={() => show(null)}
    />
  );
}

function ThroneStep({ voting, artistName }: Pick<VoteFrameProps, 'voting'> & { artistName: string }) {
  const { purchase, starting, throne, setThrone } = voting;
  if (!throne) return null;
  return (
    <ThroneDialog
      artistName={artistName}
      pending={starting === 'throne'}
      onClose={() => setThrone(false)}
      onComment={async (comment) => {
        if (await purchase.begin({ votePackage: 'throne', comment })) setThrone(false);
      }}
    />
  );
}
