import { type Ref, useRef } from 'react';
import { sayMoment } from '#web/staff/moments.ts';
import { formatTime } from '#web/time-code.ts';
import { AudioPlayer, type AudioPlayerHandle } from '#web/ui/audio-player.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { DuplicateSide, HeldTrack, SharedPart } from '../../contract.ts';
import { sayShare } from '../../rules.ts';

type HeldDuplicate = HeldTrack['duplicates'][number];

export function DuplicatePair({ track, duplicate }: { track: DuplicateSide; duplicate: HeldDuplicate }) {
  const here = useRef<AudioPlayerHandle>(null);
  const there = useRef<AudioPlayerHandle>(null);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="text-sm">
        {sayShare(duplicate)} the same recording ({Math.round(100 * duplicate.confidence)}% of the points
        coincide)
        {duplicate.sameOwner && ', from the same artist'}.
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

export function Side({ title, side, player }: SideProps) {
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
        #{side.id} · {side.phoneNumber} · {sayMoment(side.createdAt)}
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
