import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { DraftTrack, DraftUpload } from '../contract.ts';
import { TRACKS } from '../limits.ts';
import { refuseTrack } from '../rules-form.ts';
import { TrackDrop } from './track-drop.tsx';
import { HalfRow, Place, TrackRow, UploadRow } from './track-rows.tsx';
import type { Upload } from './use-track-uploads.ts';

interface StepUploadProps {
  tracks: readonly DraftTrack[];
  /** Unfinished uploads of an earlier visit. */
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
  // They do not count: another file may be dropped instead.
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
          <TrackRow
            key={track.id}
            track={track}
            index={index}
            isLast={index === tracks.length - 1}
            onMove={props.onMove}
            onRemove={props.onRemove}
          />
        ))}
        {uploads.map((upload, index) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            place={tracks.length + index + 1}
            onRetry={props.onRetry}
            onDrop={props.onDrop}
          />
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
