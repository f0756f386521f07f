/** Where an invitation's link leads: who invited you, join, stop further texts, or have the number erased. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getSubmission } from '#features/submissions/calls.ts';
import { followReferral } from '#features/votes/calls.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { answerInvitation, getInvitation } from '../calls.ts';
import type { Invitation } from '../contract.ts';

export default function InvitePage() {
  const code = usePathParam('code');
  const { data, isError } = useQuery(endpointQuery(getInvitation, { params: { code } }));
  if (isError)
    return (
      <ErrorState
        level={1}
        title="This invitation was not found"
        action={
          <Button asChild>
            <Link to="/">Return to Home Page</Link>
          </Button>
        }
      >
        Check that the whole link was opened.
      </ErrorState>
    );
  if (!data)
    return (
      <div className="column pt-16">
        <Skeleton className="h-64" />
      </div>
    );
  return <Invited code={code} invitation={data} />;
}

function Invited({ code, invitation }: { code: string; invitation: Invitation }) {
  const { product, copy } = useCampaign();
  const { isPending, mutate: answer } = useAnswer(code);
  const isReferral = invitation.track !== null;
  useEffect(() => {
    // Their friend's votes count from now on. If the call is lost, the next look at the page makes it again.
    if (isReferral) callEndpoint(followReferral, { params: { code } }).catch(() => {});
  }, [code, isReferral]);
  return (
    <div className="column max-w-4xl pt-12 md:pt-16">
      <p className="silk mb-5 text-muted">An invitation from {invitation.invitedBy}</p>
      <PosterTitle level={1} largest={6}>
        Your turn on the desk
      </PosterTitle>
      <p className="mt-6 max-w-prose text-xl text-pretty">
        {invitation.invitedBy} invites you to {product}. {copy.heroLead}
      </p>
      {invitation.track && <ReferredTrack track={invitation.track} />}
      <Button asChild variant="primary" size="large" className="mt-8">
        <Link to="/" hash="upload" onClick={() => answer('join')}>
          Join with your track
        </Link>
      </Button>
      <Card title="Your number" className="mt-14">
        <p className="text-pretty">
          {invitation.phone
            ? `We texted you at ${invitation.phone}. ${invitation.joined ? 'You joined, so the number is kept until you erase it.' : 'Without an answer the number is erased after 30 days.'}`
            : 'Your number is erased. Only a fingerprint of it is kept, so that we never text you again.'}
        </p>
        {invitation.stopped && (
          <p role="status" className="mt-3 text-good">
            You get no further texts from {product}, whoever asks for them.
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {!invitation.stopped && (
            <Button disabled={isPending} onClick={() => answer('stop')}>
              Stop further texts
            </Button>
          )}
          {invitation.phone && (
            <Button variant="danger" disabled={isPending} onClick={() => answer('erase')}>
              Erase my number
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

/** What a referral was about, to listen to before anything is decided. */
function ReferredTrack({ track }: { track: NonNullable<Invitation['track']> }) {
  const params = { id: String(track.id) };
  const { data } = useQuery(endpointQuery(getSubmission, { params }));
  return (
    <section aria-label="The track" className="mt-9 border-y border-line py-6">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="plate text-2xl">
          {track.trackTitle} <span className="text-muted">by {track.artistName}</span>
        </h2>
        <Link to="/artist-vote/$id" params={params} className="underline">
          Vote for it
        </Link>
      </div>
      {data ? (
        <AudioPlayer
          src={audioUrl(data.audioUrl || data.audioFilePath)}
          label={`${track.trackTitle} by ${track.artistName}`}
          peaks={data.peaks}
          duration={data.duration}
          preload="none"
        />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  );
}

function useAnswer(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: 'join' | 'stop' | 'erase') =>
      callEndpoint(answerInvitation, { params: { code }, body: { answer } }),
    onSuccess: (invitation) =>
      queries.setQueryData(endpointQuery(getInvitation, { params: { code } }).queryKey, invitation),
    onError: (error) => {
      const description = readableMessage(error, 'Please try again in a minute.');
      toast({ title: 'That did not work', description, variant: 'destructive' });
    },
  });
}
