/** Entries held as copies: both tracks side by side, each playing at the moment they share; released or rejected here. */
import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { formatTime } from '#web/time-code.ts';
import { AudioPlayer, type AudioPlayerHandle } from '#web/ui/audio-player.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import {
  type DuplicateSide,
  type HeldTrack,
  listHeldTracks,
  rejectTrack,
  releaseTrack,
  type SharedPart,
} from '../../contract.ts';
import { sayShare } from '../../rules.ts';

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

type HeldDuplicate = HeldTrack['duplicates'][number];

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
        <span className="text-sm text-muted">held {new Date(review.heldAt).toLocaleString()}</span>
      </p>
      {duplicates.map((duplicate, index) => (
        <Pair key={duplicate.earlier?.id ?? `deleted ${index}`} track={track} duplicate={duplicate} />
      ))}
      {duplicates.length === 0 && <Side title="This entry" side={track} />}
      <Decide held={held} onDecided={onDecided} />
    </li>
  );
}

function StateBadge({ state }: { state: HeldTrack['review']['state'] }) {
  if (state === 'held') return <Badge tone="warm">Waiting</Badge>;
  return state === 'released' ? <Badge tone="good">Released</Badge> : <Badge tone="hot">Rejected</Badge>;
}

function Pair({ track, duplicate }: { track: DuplicateSide; duplicate: HeldDuplicate }) {
  const here = useRef<AudioPlayerHandle>(null);
  const there = useRef<AudioPlayerHandle>(null);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="text-sm">
        {sayShare(duplicate)} the same recording ({Math.round(100 * duplicate.confidence)}% of the points
        coincide)
        {duplicate.samePhone && ', from the same phone number'}.
      </p>
      <div className="mt-3 grid gap-5 lg:grid-cols-2">
        <Side title="This entry" side={track} player={here} />
        {duplicate.earlier ? (
          <Side title="Earlier entry" side={duplicate.earlier} player={there} />
        ) : (
          <p className="text-muted">The earlier entry was deleted since.</p>
        )}
      </div>
      <ul className="mt-2">
        {duplicate.parts.map((part) => (
          <PartLine
            key={part.here.start}
            part={part}
            onHere={() => here.current?.playFrom(part.here.start)}
            onThere={duplicate.earlier ? () => there.current?.playFrom(part.there.start) : undefined}
          />
        ))}
      </ul>
    </div>
  );
}

interface PartLineProps {
  part: SharedPart;
  onHere: () => void;
  onThere?: () => void;
}

function PartLine({ part: { here, there }, onHere, onThere }: PartLineProps) {
  const say = ({ start, end }: { start: number; end: number }) =>
    `${formatTime(start)} to ${formatTime(end)}`;
  return (
    <li className="grid gap-x-5 gap-y-2 py-1 lg:grid-cols-2">
      <Button variant="quiet" className="justify-start" onClick={onHere}>
        ▶ {say(here)} here
      </Button>
      {onThere && (
        <Button variant="quiet" className="justify-start" onClick={onThere}>
          ▶ {say(there)} in the earlier entry
        </Button>
      )}
    </li>
  );
}

interface SideProps {
  title: string;
  side: DuplicateSide;
  player?: Ref<AudioPlayerHandle>;
}

function Side({ title, side, player }: SideProps) {
  const name = `${side.trackTitle} by ${side.artistName}`;
  return (
    <div className="min-w-0">
      <p className="silk text-muted">{title}</p>
      <p className="mt-1 font-semibold wrap-anywhere">
        <a href={`/results/${side.id}`} target="_blank" rel="noreferrer" className="underline">
          {name}
        </a>{' '}
        {!side.listed && <Badge tone="hot">Not public</Badge>}
      </p>
      <p className="figures text-sm text-muted">
        #{side.id} · {side.phoneNumber} · {new Date(side.createdAt).toLocaleString()}
        {side.score !== null && ` · score ${side.score}`}
      </p>
      <AudioPlayer
        ref={player}
        className="mt-2"
        preload="none"
        src={side.audioUrl}
        label={`${title}: ${name}`}
        duration={side.duration}
      />
    </div>
  );
}

function Decide({ held, onDecided }: { held: HeldTrack; onDecided: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const { track, review, decidedBy } = held;
  const decide = async (name: 'release' | 'reject') => {
    const call = { params: { id: String(track.id) }, body: { reason } };
    const done = await run(name, () => callEndpoint(name === 'release' ? releaseTrack : rejectTrack, call), {
      done: name === 'release' ? 'Entry released' : 'Entry rejected',
      failed: 'Error',
    });
    if (done) setReason('');
    onDecided();
  };
  const tooShort = reason.trim().length < 3;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {review.decidedAt && (
        <p className="mb-3 text-sm text-muted">
          {review.state} by {decidedBy ?? 'staff'}, {new Date(review.decidedAt).toLocaleString()}:{' '}
          {review.reason}
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
