/** /artist-throne-vote/:id, the simple vote page: your name, your number, one free vote, or a package. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMe } from '#features/people/web/use-me.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { castFreeVote } from '../calls.ts';
import { COPY } from '../copy.ts';
import { PLACEHOLDER_VOTER } from '../rules.ts';
import { ImpactPreview } from './impact-preview.tsx';
import { ReceiptLine, type VoteReceiptRef } from './receipt-line.tsx';
import { Composition } from './supporters.tsx';
import type { Buyer } from './use-vote-purchase.ts';
import { PackageOffer, usePackageChoice, type VoteContent, VoteFrame, VoteLoader } from './vote-frame.tsx';

/** A person buys without typing: the server knows the number. */
const NOBODY = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };

const MISSING = {
  title: 'Track not found',
  text: 'There is no track with this address. It may have been deleted.',
};

export default function ThroneVotePage() {
  return <VoteLoader missing={MISSING}>{(content) => <SimpleVote {...content} />}</VoteLoader>;
}

function SimpleVote(content: VoteContent) {
  const { id, voting, rank, closed } = content;
  const me = useMe();
  const [voter, setVoter] = useState<Buyer>({ voterName: '', voterPhone: '' });
  const isTyped = voter.voterName.trim() !== '' && voter.voterPhone.trim() !== '';
  const complete = isTyped || !!me;
  const choice = usePackageChoice(content, {
    page: 'simple',
    buyer: isTyped ? voter : NOBODY,
    returnPath: `/artist-throne-vote/${id}`,
  });
  return (
    <VoteFrame content={content} choice={choice} kicker="Vote">
      <div className="mb-5 grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <FreeVoteForm content={content} person={me ?? null} voter={voter} onVoter={setVoter} />
        <div className="flex min-w-0 flex-col gap-5">
          <ImpactPreview rank={rank} over={voting?.over ?? false} />
          <Composition voting={voting} />
        </div>
      </div>
      {!complete && (
        <p id="packages-hint" className="mb-3 text-sm text-muted">
          Packages open once your name and phone number are filled in above.
        </p>
      )}
      <PackageOffer page="simple" rank={rank} choice={choice} disabled={!complete || closed} />
    </VoteFrame>
  );
}

interface FreeVoteFormProps {
  content: Pick<VoteContent, 'id' | 'closed' | 'refresh'>;
  /** Whoever is signed in votes with one touch. */
  person: { phone: string } | null;
  voter: Buyer;
  onVoter: (voter: Buyer) => void;
}

function FreeVoteForm({ content: { id, closed, refresh }, person, voter, onVoter }: FreeVoteFormProps) {
  const { proof } = useCampaign().votes;
  const [receipt, setReceipt] = useState<VoteReceiptRef | null>(null);
  const cast = useMutation({
    mutationFn: () => callEndpoint(castFreeVote, { params: { id }, body: person ? {} : voter }),
    onSuccess: ({ receiptCode, state, message }) => {
      setReceipt({ code: receiptCode, state });
      toast({ title: 'Vote Submitted!', description: message });
      return refresh();
    },
    onError: (error) => {
      const description = readableMessage(error, 'Failed to submit vote. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (person || (voter.voterName.trim() && voter.voterPhone.trim())) cast.mutate();
    else toast({ title: 'Missing Information', description: COPY.missing, variant: 'destructive' });
  };
  return (
    <Card title="One free vote a day">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {person ? (
          <p>You vote with your own number, ending in {person.phone.slice(-4)}. No typing.</p>
        ) : (
          <VoterFields voter={voter} onVoter={onVoter} />
        )}
        <Button type="submit" variant="primary" size="large" pending={cast.isPending} disabled={closed}>
          {cast.isPending ? 'Submitting…' : 'Vote for free'}
        </Button>
        {receipt && <ReceiptLine {...receipt} className="text-muted" />}
        {!person && proof !== 'off' && (
          <p className="text-sm text-muted">
            {proof === 'required'
              ? 'Only votes of proven numbers count. '
              : 'A proven vote cannot be used up by others. '}
            <a href={`/sign-in?then=/artist-throne-vote/${id}`} className="underline underline-offset-4">
              Prove your number
            </a>
          </p>
        )}
      </form>
    </Card>
  );
}

function VoterFields({ voter, onVoter }: Pick<FreeVoteFormProps, 'voter' | 'onVoter'>) {
  return (
    <>
      <Field label="Your name" required>
        <Input
          autoComplete="name"
          maxLength={255}
          value={voter.voterName}
          onChange={(event) => onVoter({ ...voter, voterName: event.target.value })}
        />
      </Field>
      <Field label="Phone number" required hint="Never shown. It counts one free vote a day for this track.">
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          value={voter.voterPhone}
          onChange={(event) => onVoter({ ...voter, voterPhone: event.target.value })}
        />
      </Field>
    </>
  );
}
