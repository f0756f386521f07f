/** /artist-throne-vote/:id, the simple vote page: your name, your number, one free vote, or a package. */
import { type FormEvent, useState } from 'react';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { castFreeVote, TEXTS } from '../contract.ts';
import { ImpactPreview } from './impact-preview.tsx';
import { Packages } from './package-cards.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { ReceiptLine } from './receipt-line.tsx';
import { Composition } from './supporters.tsx';
import { ThroneDialog } from './throne-dialog.tsx';
import { useVoteData, type VoteData } from './use-vote-data.ts';
import { useVotePurchase } from './use-vote-purchase.ts';
import { VoteHeader } from './vote-header.tsx';
import { VoteFailure, VoteFrame, VoteSkeleton } from './vote-states.tsx';
import { useClosingLine, VotingNotice } from './voting-notice.tsx';

export default function ThroneVotePage() {
  const id = usePathParam('id');
  const data = useVoteData(id);
  const { submission, failure } = data;
  usePageTitle(submission && `Vote for ${submission.trackTitle} by ${submission.artistName}`);
  if (failure)
    return (
      <VoteFailure
        title={failure === 'missing' ? 'Track not found' : 'Error Loading Data'}
        onReload={data.reload}
        reloading={data.reloading}
      >
        {failure === 'missing'
          ? 'There is no track with this address. It may have been deleted.'
          : 'Failed to load artist information'}
      </VoteFailure>
    );
  if (!submission) return <VoteSkeleton />;
  return <SimpleVote id={id} submission={submission} data={data} />;
}

interface SimpleVoteProps {
  id: string;
  submission: Submission;
  data: VoteData;
}

function SimpleVote({ id, submission, data }: SimpleVoteProps) {
  const { voting, rank, refresh } = data;
  const [voter, setVoter] = useState({ voterName: '', voterPhone: '' });
  const [throne, setThrone] = useState(false);
  const complete = voter.voterName.trim() !== '' && voter.voterPhone.trim() !== '';
  const closed = voting?.open === false;
  const flow = useVotePurchase({ id, page: 'simple', buyer: voter, refresh });
  const trackName = `${submission.trackTitle} by ${submission.artistName}`;
  const closing = useClosingLine(voting);
  return (
    <VoteFrame>
      <VoteHeader
        submission={submission}
        kicker="Vote"
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
      <div className="mb-5 grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <FreeVoteForm id={id} voter={voter} onVoter={setVoter} closed={closed} refresh={refresh} />
        <div className="flex min-w-0 flex-col gap-5">
          <ImpactPreview rank={rank} />
          <Composition counts={voting?.counts} />
        </div>
      </div>
      {!complete && (
        <p id="packages-hint" className="mb-3 text-sm text-muted">
          Packages open once your name and phone number are filled in above.
        </p>
      )}
      <Packages
        page="simple"
        rank={rank}
        starting={flow.starting}
        disabled={!complete || closed}
        onChoose={(votePackage) =>
          votePackage === 'throne' ? setThrone(true) : void flow.begin(votePackage)
        }
      />
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
      <PaymentDialog
        flow={flow}
        trackName={trackName}
        returnPath={`/artist-throne-vote/${id}`}
        closing={closing}
      />
    </VoteFrame>
  );
}

interface FreeVoteFormProps {
  id: string;
  voter: { voterName: string; voterPhone: string };
  onVoter: (voter: { voterName: string; voterPhone: string }) => void;
  closed: boolean;
  refresh: () => Promise<void>;
}

function FreeVoteForm({ id, voter, onVoter, closed, refresh }: FreeVoteFormProps) {
  const [sending, setSending] = useState(false);
  const [receipt, setReceipt] = useState<{ code: string; held: boolean } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!voter.voterName.trim() || !voter.voterPhone.trim()) {
      toast({ title: 'Missing Information', description: TEXTS.missing, variant: 'destructive' });
      return;
    }
    setSending(true);
    try {
      const { receiptCode, state, message } = await callEndpoint(castFreeVote, {
        params: { id },
        body: voter,
      });
      setReceipt({ code: receiptCode, held: state === 'held' });
      toast({ title: 'Vote Submitted!', description: message });
      await refresh();
    } catch (error) {
      const description = readableMessage(error, 'Failed to submit vote. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    } finally {
      setSending(false);
    }
  };
  return (
    <Card title="One free vote a day">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label="Your name" required>
          <Input
            autoComplete="name"
            maxLength={255}
            value={voter.voterName}
            onChange={(event) => onVoter({ ...voter, voterName: event.target.value })}
          />
        </Field>
        <Field
          label="Phone number"
          required
          hint="Never shown. It counts one free vote a day for this track."
        >
          <Input
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={voter.voterPhone}
            onChange={(event) => onVoter({ ...voter, voterPhone: event.target.value })}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" pending={sending} disabled={closed}>
          {sending ? 'Submitting…' : 'Vote for free'}
        </Button>
        {receipt && <ReceiptLine {...receipt} className="text-muted" />}
      </form>
    </Card>
  );
}
