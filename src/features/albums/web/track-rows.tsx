/** The rows of the upload step: a finished track, an upload under way, an unfinished one, an empty place. */
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useCampaign } from '#web/campaign.ts';
import { formatBytes } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import type { DraftTrack, DraftUpload } from '../contract.ts';
import type { Upload } from './use-track-uploads.ts';

export const Place = ({ number }: { number: number }) => (
  <span aria-hidden="true" className="figures w-8 text-2xl font-bold text-signal">
    {String(number).padStart(2, '0')}
  </span>
);

interface TrackRowProps {
  track: DraftTrack;
  index: number;
  isLast: boolean;
  onMove: (id: number, by: -1 | 1) => void;
  onRemove: (track: DraftTrack) => void;
}

export function TrackRow({ track, index, isLast, onMove, onRemove }: TrackRowProps) {
  return (
    <li className="flex items-center gap-5 rounded-md border border-line bg-panel px-5 py-3">
      <Place number={index + 1} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-all">{track.fileName}</span>
        <span className="figures text-sm text-muted">{formatBytes(track.bytes)} · on the desk</span>
      </span>
      <Button size="icon" variant="quiet" disabled={index === 0} onClick={() => onMove(track.id, -1)}>
        <ArrowUp aria-hidden="true" className="size-5" />
        <span className="sr-only">Move {track.fileName} up</span>
      </Button>
      <Button size="icon" variant="quiet" disabled={isLast} onClick={() => onMove(track.id, 1)}>
        <ArrowDown aria-hidden="true" className="size-5" />
        <span className="sr-only">Move {track.fileName} down</span>
      </Button>
      <Button size="icon" variant="quiet" onClick={() => onRemove(track)}>
        <X aria-hidden="true" className="size-5" />
        <span className="sr-only">Remove {track.fileName}</span>
      </Button>
    </li>
  );
}

interface HalfRowProps {
  half: DraftUpload;
  place: number;
  onGiveUp: (half: DraftUpload) => void;
}

/** After a reload the browser cannot reopen the file: the artist drops it again, and only the rest is sent. */
export function HalfRow({ half, place, onGiveUp }: HalfRowProps) {
  return (
    <li className="flex items-center gap-5 rounded-md border border-dashed border-edge px-5 py-3">
      <Place number={place} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-all">{half.fileName}</p>
        <p className="text-sm text-muted">
          <span className="figures">
            {formatBytes(half.received)} of {formatBytes(half.bytes)}
          </span>{' '}
          are here. Drop the same file again and the rest is sent.
        </p>
      </div>
      <Button size="icon" variant="quiet" onClick={() => onGiveUp(half)}>
        <X aria-hidden="true" className="size-5" />
        <span className="sr-only">Give up {half.fileName}</span>
      </Button>
    </li>
  );
}

interface UploadRowProps {
  upload: Upload;
  place: number;
  onRetry: (upload: Upload) => void;
  onDrop: (upload: Upload) => void;
}

export function UploadRow({ upload, place, onRetry, onDrop }: UploadRowProps) {
  const { product } = useCampaign();
  return (
    <li className="flex items-center gap-5 rounded-md border border-line bg-panel px-5 py-3">
      <Place number={place} />
      <div className="min-w-0 flex-1">
        {upload.failure ? (
          <>
            <p className="font-semibold break-all">{upload.file.name}</p>
            <p className="text-sm text-hot">{upload.failure}</p>
          </>
        ) : (
          <Progress
            label={<span className="font-semibold break-all">{upload.file.name}</span>}
            value={upload.fraction * 100}
            figure={upload.fraction >= 1 ? `${product} is checking it` : undefined}
          />
        )}
      </div>
      {upload.failure && <Button onClick={() => onRetry(upload)}>Try Again</Button>}
      <Button size="icon" variant="quiet" onClick={() => onDrop(upload)}>
        <X aria-hidden="true" className="size-5" />
        <span className="sr-only">Remove {upload.file.name}</span>
      </Button>
    </li>
  );
}
