/**
 * Two to four tracks side by side: all run together from their hooks, one is heard, and a touch switches. Each is turned
 * down to the quietest, so that louder is not taken for better.
 */
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { claimPlayback, releasePlayback } from '#web/ui/playing-now.ts';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { equalVolumes } from '../rules.ts';

interface ComparedTrack {
  id: number;
  artistName: string;
  trackTitle: string;
  src: string;
  hookAt: number | null;
  lufs: number | null;
  peaks: readonly number[];
}

export function CompareTracks({ tracks }: { tracks: readonly ComparedTrack[] }) {
  const players = useRef(new Map<number, HTMLAudioElement>());
  const [heard, setHeard] = useState(tracks[0].id);
  const [playing, setPlaying] = useState(false);
  const volumes = equalVolumes(tracks.map(({ lufs }) => lufs));
  const now = tracks.some(({ id }) => id === heard) ? heard : tracks[0].id;
  useEffect(() => {
    tracks.forEach(({ id }, place) => {
      const player = players.current.get(id);
      if (!player) return;
      player.volume = volumes[place];
      player.muted = id !== now;
    });
  });
  useEffect(() => {
    const all = { pause: () => setPlaying(false) };
    const running = [...players.current.values()];
    if (playing) {
      claimPlayback(all);
      for (const player of running) void player.play().catch(() => setPlaying(false));
    } else for (const player of running) player.pause();
    return () => releasePlayback(all);
  }, [playing]);
  const restart = () => {
    for (const { id, hookAt } of tracks) {
      const player = players.current.get(id);
      if (player) player.currentTime = hookAt ?? 0;
    }
    setPlaying(true);
  };
  return (
    <section aria-label="Compare" className="rounded-md border border-signal/60 bg-panel p-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => setPlaying(!playing)}>
          {playing ? 'Pause' : 'Play all'}
        </Button>
        <Button variant="quiet" onClick={restart}>
          From the hooks
        </Button>
        <p className="text-sm text-muted">Equally loud. Touch a track to hear it.</p>
      </div>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {tracks.map((track, place) => (
          <button
            key={track.id}
            type="button"
            aria-pressed={track.id === now}
            onClick={() => setHeard(track.id)}
            className={classNames(
              'flex min-h-24 flex-col gap-2 rounded-md border p-3 text-left',
              track.id === now ? 'border-signal bg-raised' : 'border-line hover:bg-raised',
            )}
          >
            {/* biome-ignore lint/a11y/useMediaCaption: music */}
            <audio
              src={track.src}
              preload="metadata"
              loop
              ref={(player) => {
                if (player) players.current.set(track.id, player);
                else players.current.delete(track.id);
              }}
              onLoadedMetadata={(event) => {
                event.currentTarget.currentTime = track.hookAt ?? 0;
              }}
            />
            <span className="truncate font-semibold">{track.trackTitle}</span>
            <span className="truncate text-sm text-muted">{track.artistName}</span>
            <MiniWaveform
              peaks={track.peaks}
              bars={60}
              progress={track.id === now ? 1 : 0}
              className="h-8 w-full"
            />
            <span className="figures text-xs text-muted">
              {track.lufs === null ? 'loudness unknown' : `${track.lufs} LUFS`}, played at{' '}
              {Math.round(20 * Math.log10(volumes[place]) * 10) / 10} dB
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
