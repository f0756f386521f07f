/** The tracks that were found: each with its waveform, what was measured, and a way to others like it. */
import { AudioWaveform } from 'lucide-react';
import { audioUrl } from '#web/audio-url.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { DENSE } from '#web/staff/list-frame.tsx';
import { SortHead, type SortHeader } from '#web/staff/sort-order.tsx';
import type { Order } from '#web/staff/view.ts';
import { formatTime } from '#web/time-code.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { TrackStrip } from '#web/ui/track-strip.tsx';
import type { FoundTrack } from '../../contract.ts';
import { sayBpm, sayState, sayWheelKey } from '../../rules.ts';
import type { FindSort } from './use-find.ts';

const HEADERS: SortHeader<FindSort>[] = [
  { label: 'Track', sort: 'artist' },
  { label: 'Listen', className: 'w-52' },
  { label: 'Score', sort: 'score' },
  { label: 'BPM', sort: 'bpm' },
  { label: 'Key' },
  { label: 'Length', sort: 'length' },
  { label: 'Genre' },
  { label: 'Sent', sort: 'date' },
  { label: '' },
];

interface FoundTableProps {
  tracks: readonly FoundTrack[];
  order: Order<FindSort>;
  onSort: (order: Order<FindSort>) => void;
  onAlike: (track: FoundTrack) => void;
}

export function FoundTable({ tracks, order, onSort, onAlike }: FoundTableProps) {
  return (
    <Table caption="Tracks found" stacked>
      <SortHead headers={HEADERS} view={order} onSort={onSort} />
      <tbody>
        {tracks.map((track) => (
          <Row key={track.id}>
            <Cell className={`${DENSE} max-w-60`}>
              <TrackName track={track} />
            </Cell>
            <Cell className={DENSE}>
              <FoundStrip track={track} />
            </Cell>
            <Cell label="Score" numeric className={DENSE}>
              {track.score ?? '–'}
            </Cell>
            <Cell label="BPM" numeric className={`${DENSE} whitespace-nowrap`}>
              {sayBpm(track)}
            </Cell>
            <Cell label="Key" className={`${DENSE} whitespace-nowrap`}>
              {track.key ? sayWheelKey(track.key) : '–'}
            </Cell>
            <Cell label="Length" numeric className={DENSE}>
              {formatTime(track.seconds)}
            </Cell>
            <Cell label="Genre" className={DENSE}>
              {track.genre ?? '–'}
            </Cell>
            <Cell label="Sent" className={`${DENSE} figures text-muted`}>
              {new Date(track.createdAt).toLocaleDateString()}
            </Cell>
            <Cell className={DENSE}>
              <button
                type="button"
                onClick={() => onAlike(track)}
                title="More like this"
                className="inline-flex min-h-11 min-w-9 items-center justify-center gap-2 whitespace-nowrap text-muted hover:text-bone"
              >
                <AudioWaveform aria-hidden="true" className="size-4" />
                <span className="md:sr-only">More like this</span>
                <span className="sr-only">: {track.trackTitle}</span>
              </button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function TrackName({
  track,
}: {
  track: Pick<FoundTrack, 'id' | 'artistName' | 'trackTitle'> & Partial<FoundTrack>;
}) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="truncate font-semibold" title={track.trackTitle}>
        {track.trackTitle} <span className="figures font-normal text-muted">#{track.id}</span>
      </p>
      <p dir="auto" className="truncate text-muted" title={track.artistName}>
        <ArtistLink track={track.id} name={track.artistName} />
      </p>
      {(track.held || track.hidden || (track.state && track.state !== 'done')) && (
        <p className="mt-1 flex flex-wrap gap-1">
          {track.held && <Badge tone="hot">Held as a copy</Badge>}
          {track.hidden && <Badge tone="warm">Hidden</Badge>}
          {track.state && track.state !== 'done' && (
            <Badge tone={track.state === 'failed' ? 'hot' : 'plain'}>{sayState(track.state)}</Badge>
          )}
        </p>
      )}
    </div>
  );
}

export function FoundStrip({ track }: { track: FoundTrack }) {
  return (
    <TrackStrip
      src={audioUrl(track.audioFilePath)}
      label={`${track.trackTitle} by ${track.artistName}`}
      peaks={track.peaks}
      duration={track.seconds}
      from={track.hookAt}
      className="md:min-w-36"
    />
  );
}
