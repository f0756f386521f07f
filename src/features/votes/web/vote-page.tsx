/** /artist-vote/:id, the Winners Circle: listen to the track, see its rank, and vote for it. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPanel } from '#web/ui/lazy-part.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import { PLACEHOLDER_VOTER } from '../rules.ts';
import { BioCard } from './bio-card.tsx';
import { ImpactPreview } from './impact-preview.tsx';
import { ReceiptLine, type VoteReceiptRef } from './receipt-line.tsx';
import { Composition, Supporters } from './supporters.tsx';
import { useLinkedPackage } from './use-linked-package.ts';
import { useVoting, type VoteContent, VoteFrame, VoteLoader } from './vote-frame.tsx';

const ReferralDialog = lazyPanel(
  () => import('./referral-dialog.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
);

/** Fans pay here anonymously: the server knows this name as a placeholder. */
const NOBODY = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };

export default function VotePage() {
  return <VoteLoader>{(content) => <WinnersCircle {...content} />}</VoteLoader>;
}

function WinnersCircle(content: VoteContent) {
  const casting = useVoting(content, {
    page: 'main',
    buyer: () => NOBODY,
    returnPath: `/artist-vote/${content.id}`,
  });
  useLinkedPackage(casting.choose, true);
  return (
    <VoteFrame content={content} voting={casting} kicker="Winners Circle">
      <About {...content} />
    </VoteFrame>
  );
}

function About(content: VoteContent) {
  const { id, submission, voting, rank, votes, bio } = content;
  const step = useSteps(3);
  return (
    <div className="mt-10 grid items-start gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <ImpactPreview rank={rank} over={voting?.over ?? false} />
        {step > 1 && (
          <>
            <Composition voting={voting} />
            <BioCard submission={submission} bio={bio} />
          </>
        )}
      </div>
      {step > 2 && (
        <div className="flex min-w-0 flex-col gap-5">
          <FreeVotes {...content} />
          <Supporters id={Number(id)} votes={votes} />
          <Link
            to={`/artist-throne-vote/${id}`}
            className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-bone"
          >
            Just the vote: the short voting page
          </Link>
        </div>
      )}
    </div>
  );
}

function FreeVotes({ id, submission, closed, refresh }: VoteContent) {
  const [open, setOpen] = useState(false);
  // Closed, it keeps what was typed.
  const [wanted, setWanted] = useState(false);
  const [receipt, setReceipt] = useState<VoteReceiptRef | null>(null);
  return (
    <section
      aria-labelledby="free-votes"
      className="rounded-md border border-line bg-bone p-5 text-ink md:p-6"
    >
      <h2 id="free-votes" className="poster text-3xl">
        Five votes, no money
      </h2>
      <p className="mt-3 text-sm">
        Invite three artists who said yes to being texted. Your five votes count as soon as one of them
        follows the link.
      </p>
      <button
        type="button"
        disabled={closed}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="mt-5 min-h-13 rounded-md bg-ink px-6 font-semibold text-bone transition-colors hover:bg-raised focus-visible:outline-ink disabled:bg-muted disabled:text-ink"
      >
        Get 5 Free Votes
      </button>
      {receipt && <ReceiptLine {...receipt} className="mt-4 text-ink" />}
      {wanted && (
        <ReferralDialog
          id={id}
          artistName={submission.artistName}
          open={open}
          onOpenChange={setOpen}
          onReferred={({ receiptCode, state }) => {
            setReceipt({ code: receiptCode, state });
            void refresh();
          }}
        />
      )}
    </section>
  );
}
