/** Step 1: three tracks, uploaded as they are dropped, in the order the artist wants them heard. */
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useCampaign } from '#web/campaign.ts';
import { formatBytes } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type DraftTrack, type DraftUpload, TRACKS } from '../contract.ts';
import { refuseTrack } from '../rules-form.ts';
import { TrackDrop } from './track-drop.tsx';
import type { Upload } from './use-track-uploads.ts';

interface StepUploadProps {
  tracks: readonly DraftTrack[];
  /** Files of an earlier visit that have only partly arrived. */
  halves: readonly DraftUpload[];
  uploads: readonly Upload[];
  onAdd: (file: File) => void;
  onRetry: (upload: Upload) => void;
  onDrop: (upload: Upload) => void;
  onRemove: (track: DraftTrack) => void;
  onGiveUp: (upload: DraftUpload) => void;
  onMove: (id: number, by: -1 | 1) => void;
  onContinue: () => void;
}

export function StepUpload(props: StepUploadProps) {
  const { tracks, uploads, onAdd } = props;
  const present = tracks.length + uploads.length;
  // They take no place: another file may be dropped instead.
  const halves = props.halves.slice(0, Math.max(0, TRACKS - present));
  const take = (files: File[]) => {
    let count = present;
    for (const file of files) {
      const refusal = refuseTrack(file, count);
      if (refusal) {
        toast({ ...refusal, variant: 'destructive' });
        continue;
      }
      count += 1;
      onAdd(file);
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <TrackDrop missing={Math.max(0, TRACKS - present)} onFiles={take} />
      <ol aria-label="Tracks" className="flex flex-col gap-3">
        {tracks.map((track, index) => (
          <TrackRow key={track.id} track={track} index={index} {...props} />
        ))}
        {uploads.map((upload, index) => (
          <UploadRow key={upload.key} upload={upload} place={tracks.length + index + 1} {...props} />
        ))}
        {halves.map((half, index) => (
          <HalfRow
            key={`half-${half.id}`}
            half={half}
            place={present + index + 1}
            onGiveUp={props.onGiveUp}
          />
        ))}
        {PLACES.filter((place) => place > present + halves.length).map((place) => (
          <li
            key={`empty-${place}`}
            className="flex items-center gap-5 rounded-md border border-line px-5 py-4 text-muted"
          >
            <Place number={place} />
            <span>Empty</span>
          </li>
        ))}
      </ol>
      {tracks.length === TRACKS && (
        <div>
          <Button variant="primary" size="large" onClick={props.onContinue}>
            Continue to details
          </Button>
        </div>
      )}
    </div>
  );
}

const PLACES = [1, 2, 3];

const Place = ({ number }: { number: number }) => (
  <span aria-hidden="true" className="figures w-8 text-2xl font-bold text-signal">
    {String(number).padStart(2, '0')}
  </span>
);

function TrackRow({
  track,
  index,
  tracks,
  onMove,
  onRemove,
}: StepUploadProps & { track: DraftTrack; index: number }) {
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
      <Button
        size="icon"
        variant="quiet"
        disabled={index === tracks.length - 1}
        onClick={() => onMove(track.id, 1)}
      >
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

/** A browser may not open a file again by itself after a reload: the artist drops it, and only the rest is sent. */
function HalfRow({
  half,
  place,
  onGiveUp,
}: {
  half: DraftUpload;
  place: number;
  onGiveUp: (half: DraftUpload) => void;
}) {
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

function UploadRow({ upload, place, onRetry, onDrop }: StepUploadProps & { upload: Upload; place: number }) {
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
