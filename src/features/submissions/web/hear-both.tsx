/** Before and after at equal loudness: one play button, one switch, the same second of both. */
import { formatTime } from '#web/time-code.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PlayButton } from '#web/ui/play-button.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { type Heard, useBothVersions } from './use-both-versions.ts';

interface HearBothProps {
  before: Heard;
  after: Heard;
  offset: number;
}

export function HearBoth({ before, after, offset }: HearBothProps) {
  const both = useBothVersions(before, after, offset);
  const length = after.duration ?? 0;
  const versions = { before, after };
  return (
    <div className="mt-5 rounded-md border border-line bg-pit p-4">
      <div className="flex items-center gap-4">
        <PlayButton playing={both.playing} label="both versions" onClick={both.toggle} />
        <fieldset className="grid flex-1 grid-cols-2 gap-2">
          <legend className="sr-only">Which version is heard</legend>
          {(['before', 'after'] as const).map((side) => (
            <SideKey
              key={side}
              label={versions[side].label}
              isHeard={both.heard === side}
              onHear={() => both.hear(side)}
            />
          ))}
        </fieldset>
      </div>
      <div className="relative mt-4">
        <MiniWaveform
          peaks={versions[both.heard].peaks}
          progress={length ? both.time / length : 0}
          className="h-14"
        />
        <input
          type="range"
          aria-label="Where both versions play"
          aria-valuetext={formatTime(both.time)}
          min={0}
          max={length}
          step={0.1}
          value={both.time}
          onChange={(event) => both.seek(Number(event.target.value))}
          className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-30"
        />
      </div>
      <p className="mt-2 flex justify-between gap-4 text-sm text-muted">
        <span>
          Switch while it plays. The louder one is turned down, so that louder does not sound better.
        </span>
        <span className="figures">{formatTime(both.time)}</span>
      </p>
      <p role="alert" className="text-sm text-hot empty:hidden">
        {both.error}
      </p>
    </div>
  );
}

interface SideKeyProps {
  label: string;
  isHeard: boolean;
  onHear: () => void;
}

function SideKey({ label, isHeard, onHear }: SideKeyProps) {
  return (
    <button
      type="button"
      aria-pressed={isHeard}
      onClick={onHear}
      className={classNames(
        'plate min-h-13 rounded-md border px-3 transition-colors',
        isHeard ? 'border-signal bg-signal text-ink' : 'border-edge text-bone hover:bg-raised',
      )}
    >
      {label}
    </button>
  );
}
