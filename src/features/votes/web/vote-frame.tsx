/**
 * What both vote pages are: the track is loaded, or said to be missing; its bill, its player and whether votes are
 * taken; and the two dialogs a package leads through. What stands between is the page's own.
 */
import { type ReactNode, useState } from 'react';
import type { Submission } from '#features/submissions/contract.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import type { PackageId } from '../contract.ts';
import type { VotePage } from '../rules-packages.ts';
import { Packages } from './package-cards.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { ThroneDialog } from './throne-dialog.tsx';
import { useVoteData, type VoteData } from './use-vote-data.ts';
import { type Buyer, useVotePurchase } from './use-vote-purchase.ts';
import { useWaitingVotes } from './use-waiting-votes.ts';
import { VoteHeader } from './vote-header.tsx';
import { VoteColumn, VoteFailure, VoteSkeleton } from './vote-states.tsx';
import { useClosingLine, VotingNotice } from './voting-notice.tsx';

/** What a page knows once its track is loaded. */
export interface VoteContent extends Pick<VoteData, 'voting' | 'rank' | 'votes' | 'bio' | 'refresh'> {
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
  const { submission, failure, reload, reloading, ...data } = useVoteData(id);
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

interface ChoiceOptions {
  page: VotePage;
  buyer: Buyer;
  /** Where the bank's page leads back to. */
  returnPath: string;
}

/** Choosing a package: the throne asks for its comment first, the others go straight to the payment. */
export function usePackageChoice({ id, refresh }: VoteContent, options: ChoiceOptions) {
  const { purchase, receipt } = useVotePurchase({ id, refresh, ...options });
  const [throne, setThrone] = useState(false);
  const choose = (votePackage: PackageId) =>
    votePackage === 'throne' ? setThrone(true) : void purchase.begin({ votePackage });
  return { purchase, receipt, starting: purchase.wanted?.votePackage ?? null, throne, setThrone, choose };
}

type PackageChoice = ReturnType<typeof usePackageChoice>;

interface PackageOfferProps extends Pick<VoteContent, 'rank'> {
  page: VotePage;
  choice: PackageChoice;
  disabled: boolean;
}

/** The packages, and the receipt of the one just paid. */
export function PackageOffer({ page, rank, choice, disabled }: PackageOfferProps) {
  const { starting, receipt, choose } = choice;
  return (
    <>
      <Packages page={page} rank={rank} starting={starting} disabled={disabled} onChoose={choose} />
      {receipt && <ReceiptLine {...receipt} className="mt-4 text-muted" />}
    </>
  );
}

interface VoteFrameProps {
  content: VoteContent;
  choice: PackageChoice;
  kicker: string;
  children: ReactNode;
}

export function VoteFrame({ content, choice, kicker, children }: VoteFrameProps) {
  const { submission, voting, rank } = content;
  const trackName = `${submission.trackTitle} by ${submission.artistName}`;
  const closing = useClosingLine(voting);
  useWaitingVotes(content.refresh);
  return (
    <VoteColumn>
      <VoteHeader
        submission={submission}
        kicker={kicker}
        total={voting?.counts.total ?? submission.voteCount}
        rank={rank}
      />
      <AudioPlayer
        size="large"
        className="mt-10"
        src={audioUrl(submission.audioUrl || submission.audioFilePath)}
        label={trackName}
        peaks={submission.peaks}
        duration={submission.duration}
      />
      <div className="my-8">
        <VotingNotice id={submission.id} voting={voting} />
      </div>
      {children}
      <ThroneStep choice={choice} artistName={submission.artistName} />
      <PaymentDialog purchase={choice.purchase} trackName={trackName} closing={closing} />
    </VoteColumn>
  );
}

function ThroneStep({ choice, artistName }: Pick<VoteFrameProps, 'choice'> & { artistName: string }) {
  const { purchase, starting, throne, setThrone } = choice;
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
