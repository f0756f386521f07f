/** Takes up to three MP3s by drop, click or keyboard, one or all at once. */
import { Disc3 } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface TrackDropProps {
  /** How many are still missing. */
  missing: number;
  onFiles: (files: File[]) => void;
}

export function TrackDrop({ missing, onFiles }: TrackDropProps) {
  const id = useId();
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const take = (event: DragEvent) => {
    event.preventDefault();
    enter(-depth.current);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same
    <div
      onDragEnter={(event) => {
        event.preventDefault();
        enter(1);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => enter(-1)}
      onDrop={take}
      className={classNames(
        'relative rounded-md border border-dashed bg-pit transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-signal',
        over ? 'border-signal bg-raised' : 'border-edge hover:border-muted',
      )}
    >
      <input
        id={id}
        type="file"
        accept=".mp3"
        multiple
        aria-label="Add tracks"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <div id={`${id}-hint`} className="pointer-events-none relative flex min-h-36 items-center gap-6 p-6">
        <Disc3
          aria-hidden="true"
          className={classNames('size-10 shrink-0', over ? 'text-signal' : 'text-muted')}
        />
        <span>
          <span className="block text-lg font-semibold">
            {over
              ? 'Let go to add them'
              : missing > 0
                ? 'Drop your MP3s here, or click to choose'
                : 'All three are here'}
          </span>
          <span className="mt-1 block text-sm text-muted">
            {missing > 0
              ? `${missing} of 3 to go. MP3s, less than 10MB each.`
              : 'Remove one to swap it for another.'}
          </span>
        </span>
      </div>
    </div>
  );
}
