/** Volume as a small fader with a mute button that remembers. */
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useRef } from 'react';

interface VolumeControlProps {
  /** 0 to 1. */
  volume: number;
  onVolume: (volume: number) => void;
}

export function VolumeControl({ volume, onVolume }: VolumeControlProps) {
  const before = useRef(volume);
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  const toggleMute = () => {
    if (volume > 0) before.current = volume;
    onVolume(volume > 0 ? 0 : before.current || 0.5);
  };
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        onClick={toggleMute}
        aria-label={volume > 0 ? 'Mute' : 'Unmute'}
        className="grid size-11 place-items-center text-muted hover:text-bone"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(volume * 100)}
        onChange={(event) => onVolume(Number(event.target.value) / 100)}
        aria-label="Volume"
        className="fader h-11 w-18 sm:w-24"
      />
    </div>
  );
}
