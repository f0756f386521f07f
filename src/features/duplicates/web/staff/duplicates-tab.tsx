/** Entries held as copies: both tracks side by side, each playing at the moment they share; released or rejected here. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { listHeldTracks, rejectTrack, releaseTrack, upholdClaim } from '../../calls.ts';
import type { Claim, HeldTrack } from '../../contract.ts';
import { DuplicatePair, Side } from './duplicate-pair.tsx';

export default function DuplicatesTab() {
  const query = useQuery({ ...endpointQuery(listHeldTracks), refetchOnMount: 'always' });
  return (
    <ListFrame
      query={query}
      isEmpty={({ tracks }) => tracks.length === 0}
      empty="No entry is held as a copy"
      failed="Error loading held entries. Please try again."
    >
      {({ tracks, waiting }) => (
        <>
          <p className="mb-3 text-muted">
            {waiting} {waiting === 1 ? 'entry waits' : 'entries wait'} for a decision, oldest first.
          </p>
          <ul className="flex flex-col gap-5">
            {tracks.map((held) => (
              <HeldItem key={held.track.id} held={held} onDecided={() => void query.refetch()} />
            ))}
          </ul>
        </>
      )}
    </ListFrame>
  );
}

function HeldItem({ held, onDecided }: { held: HeldTrack; onDecided: () => void }) {
  const { track, duplicates, review } = held;
  return (
    <li
      aria-label={`${track.trackTitle} by ${track.artistName}`}
      className="rounded-md border border-line bg-panel p-4 md:p-5"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="plate text-lg">Entry {track.id}</span>
        <StateBadge state={review.state} />
        {held.claim && <Badge tone="warm">Claimed</Badge>}
        <span className="text-sm text-muted">held {sayMoment(review.heldAt)}</span>
      </p>
      {held.claim && <ClaimWords claim={held.claim} />}
      {duplicates.map((duplicate, index) => (
        <DuplicatePair
          key={duplicate.earlier?.id ?? `deleted ${index}`}
          track={track}
          duplicate={duplicate}
        />
      ))}
      {duplicates.length === 0 && <Side title="This entry" side={track} />}
      <Decide held={held} onDecided={onDecided} />
    </li>
  );
}

const ClaimWords = ({ claim: { statement, link, madeAt } }: { claim: Claim }) => (
  <blockquote className="mt-3 border-l-2 border-warm pl-4 wrap-anywhere">
    <p>{statement}</p>
    <p className="mt-1 text-sm text-muted">
      ‘This is my track’, {sayMoment(madeAt)}
      {link && (
        <>
          {' · '}
          <a href={link} target="_blank" rel="noreferrer nofollow" className="underline">
            {link}
          </a>
        </>
      )}
    </p>
  </blockquote>
);

function StateBadge({ state }: { state: HeldTrack['review']['state'] }) {
  if (state === 'held') return <Badge tone="warm">Waiting</Badge>;
  return state === 'released' ? <Badge tone="good">Released</Badge> : <Badge tone="hot">Rejected</Badge>;
}

const DEEDS = {
  release: { endpoint: releaseTrack, done: 'Entry released' },
  reject: { endpoint: rejectTrack, done: 'Entry rejected' },
  uphold: { endpoint: upholdClaim, done: 'Claim upheld: this entry is in, the earlier one out' },
};

function Decide({ held, onDecided }: { held: HeldTrack; onDecided: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const { track, review, decidedBy } = held;
  const decide = async (name: keyof typeof DEEDS) => {
    const call = { params: { id: String(track.id) }, body: { reason } };
    const { endpoint, done: words } = DEEDS[name];
    const done = await run(name, () => callEndpoint(endpoint, call), { done: words, failed: 'Error' });
    if (done) setReason('');
    onDecided();
  };
  const tooShort = reason.trim().length < 3;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {review.decidedAt && (
        <p className="mb-3 text-sm text-muted">
          {review.state} by {decidedBy ?? 'staff'}, {sayMoment(review.decidedAt)}: {review.reason}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Input
          aria-label={`Reason for the decision on entry ${track.id}, which its artist can read`}
          placeholder="Reason, which the artist can read"
          className="h-11 max-w-xl flex-1 basis-64"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {held.claim && review.state !== 'released' && (
          <Button
            variant="primary"
            disabled={tooShort}
            pending={busy === 'uphold'}
            onClick={() => decide('uphold')}
          >
            It is theirs: swap
          </Button>
        )}
        {review.state !== 'released' && (
          <Button disabled={tooShort} pending={busy === 'release'} onClick={() => decide('release')}>
            Release
          </Button>
        )}
        {review.state !== 'rejected' && (
          <Button
            variant="danger"
            disabled={tooShort}
            pending={busy === 'reject'}
            onClick={() => decide('reject')}
          >
            Reject
          </Button>
        )}
      </div>
    </div>
  );
}
