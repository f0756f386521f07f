/** Tracks like one: the nearest by what was measured, each with what the two have in common. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { findAlike } from '../../calls.ts';
import type { FoundTrack } from '../../contract.ts';
import { sayAlike, sayBpm, sayWheelKey } from '../../rules.ts';
import { FoundStrip, TrackName } from './found-table.tsx';

interface AlikeSheetProps {
  /** Null: closed. */
  track: FoundTrack | null;
  onTrack: (track: FoundTrack | null) => void;
}

export function AlikeSheet({ track, onTrack }: AlikeSheetProps) {
  return (
    <Sheet
      open={track !== null}
      onOpenChange={(open) => !open && onTrack(null)}
      title={track ? `Like ${track.trackTitle}` : ''}
      description="By pace, key, brightness, density, voice and attack. Names, votes and scores play no part."
    >
      {track && <Alike id={track.id} onTrack={onTrack} />}
    </Sheet>
  );
}

function Alike({ id, onTrack }: { id: number; onTrack: (track: FoundTrack) => void }) {
  const query = useQuery({
    ...endpointQuery(findAlike, { params: { id: String(id) } }),
    refetchOnMount: 'always',
  });
  return (
    <ListFrame
      query={query}
      isEmpty={({ tracks }) => tracks.length === 0}
      empty="Nothing to compare it with"
      hint="A track has to be measured first, and so have others."
      failed="Could not be read. Please try again."
    >
      {({ of, tracks }) => (
        <ol className="flex flex-col">
          {tracks.map((track) => (
            <li key={track.id} className="flex flex-col gap-2 border-b border-line py-3 last:border-0">
              <div className="flex items-start justify-between gap-3">
                <TrackName track={track} />
                <Button variant="quiet" className="shrink-0" onClick={() => onTrack(track)}>
                  Go on from here
                </Button>
              </div>
              <FoundStrip track={track} />
              <p className="text-sm text-muted">
                {sayAlike(of, track)}
                <span className="figures">
                  {' '}
                  · {sayBpm(track)} BPM · {track.key ? sayWheelKey(track.key) : 'no key'}
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </ListFrame>
  );
}
