/** /artist-vote/:id, the Winners Circle: hear the track, see where it stands, and lift it. */
import { useState } from 'react';
import type { Submission } from '#features/submissions/contract.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import type { PackageId } from '../contract.ts';
import { PLACEHOLDER_VOTER } from '../rules.ts';
import { BioCard } from './bio-card.tsx';
import { ImpactPreview } from './impact-preview.tsx';
import { Packages } from './package-cards.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { ReferralDialog } from './referral-dialog.tsx';
import { Composition, Supporters } from './supporters.tsx';
import { ThroneDialog } from './throne-dialog.tsx';
import { useLinkedPackage } from './use-linked-package.ts';
import { useVoteData, type VoteData } from './use-vote-data.ts';
import { useVotePurchase } from './use-vote-purchase.ts';
import { VoteHeader } from './vote-header.tsx';
import { VoteFailure, VoteFrame, VoteSkeleton } from './vote-states.tsx';
import { useClosingLine, VotingNotice } from './voting-notice.tsx';

/** Fans pay here without an account: the server knows this name as nobody's. */
const BUYER = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };

export default function VotePage() {
  const id = usePathParam('id');
  const data = useVoteData(id);
  const { submission, failure } = data;
  usePageTitle(submission && `Vote for ${submission.trackTitle} by ${submission.artistName}`);
  if (failure)
    return (
      <VoteFailure title="Error Loading Data" onReload={data.reload} reloading={data.reloading}>
        Failed to load artist information
      </VoteFailure>
    );
  if (!submission) return <VoteSkeleton />;
  return <WinnersCircle id={id} submission={submission} data={data} />;
}

interface WinnersCircleProps {
  id: string;
  submission: Submission;
  data: VoteData;
}

function WinnersCircle({ id, submission, data }: WinnersCircleProps) {
  const { voting, rank, votes, bio, refresh } = data;
  const flow = useVotePurchase({ id, page: 'main', buyer: BUYER, refresh });
  const [throne, setThrone] = useState(false);
  const choose = (votePackage: PackageId) =>
    votePackage === 'throne' ? setThrone(true) : void flow.begin(votePackage);
  useLinkedPackage(choose, true);
  const trackName = `${submission.trackTitle} by ${submission.artistName}`;
  const closing = useClosingLine(voting);
  return (
    <VoteFrame>
      <VoteHeader
        submission={submission}
        kicker="Winners Circle"
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
      <div className="mt-8">
        <VotingNotice id={submission.id} voting={voting} />
      </div>
      <div className="mt-8">
        <Packages
          page="main"
          rank={rank}
          starting={flow.starting}
          disabled={voting?.open === false}
          onChoose={choose}
        />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <ImpactPreview rank={rank} />
          <Composition counts={voting?.counts} />
          <BioCard submission={submission} bio={bio} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <FreeVotes id={id} submission={submission} closed={voting?.open === false} refresh={refresh} />
          <Supporters id={Number(id)} votes={votes} />
        </div>
      </div>
      {throne && (
        <ThroneDialog
          artistName={submission.artistName}
          pending={flow.starting === 'throne'}
          onClose={() => setThrone(false)}
          onComment={async (comment) => {
            if (await flow.begin('throne', comment)) setThrone(false);
          }}
        />
      )}
      <PaymentDialog flow={flow} trackName={trackName} returnPath={`/artist-vote/${id}`} closing={closing} />
    </VoteFrame>
  );
}

interface FreeVotesProps {
  id: string;
  submission: Submission;
  closed: boolean;
  refresh: () => Promise<void>;
}

function FreeVotes({ id, submission, closed, refresh }: FreeVotesProps) {
  const [open, setOpen] = useState(false);
  const [receipt, setReceipt] = useState<{ code: string; held: boolean } | null>(null);
  return (
    <section
      aria-labelledby="free-votes"
      className="rounded-md border border-line bg-bone p-5 text-ink md:p-6"
    >
      <h2 id="free-votes" className="poster text-3xl">
        Five votes, no money
      </h2>
      <p className="mt-3 text-sm">
        Bring three artists who agreed to be contacted. When their messages are out, five votes are yours.
      </p>
      <button
        type="button"
        disabled={closed}
        onClick={() => setOpen(true)}
        className="mt-5 min-h-13 rounded-md bg-ink px-6 font-semibold text-bone transition-colors hover:bg-raised focus-visible:outline-ink disabled:bg-muted disabled:text-ink"
      >
        Get 5 Free Votes
      </button>
      {receipt && <ReceiptLine {...receipt} className="mt-4 text-ink" />}
      <ReferralDialog
        id={id}
        artistName={submission.artistName}
        open={open}
        onOpenChange={setOpen}
        onReferred={({ receiptCode, state }) => {
          setReceipt({ code: receiptCode, held: state === 'held' });
          void refresh();
        }}
      />
    </section>
  );
}
