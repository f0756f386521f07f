import { formatTime } from '#web/time-code.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Album } from '../contract.ts';

export function TrackList({ album }: { album: Album }) {
  return (
    <Card title="The album">
      <ol className="flex flex-col">
        {album.tracks.map((track, index) => (
          <li key={track.id} className="border-t border-line py-5 first:border-0 first:pt-0 last:pb-0">
            <div className="mb-3 flex items-baseline gap-4">
              <span className="figures font-bold text-signal">{index + 1}</span>
              <h3 className="plate min-w-0 flex-1 text-xl wrap-anywhere">{track.title}</h3>
              <span className="figures text-sm text-muted">{formatTime(track.duration)}</span>
            </div>
            {album.playable && (
              <AudioPlayer
                src={track.audioUrl}
                label={`${track.title} by ${album.artistName}`}
                peaks={track.peaks}
                duration={track.duration}
                preload="none"
              />
            )}
          </li>
        ))}
      </ol>
      {!album.playable && (
        <p className="mt-5 text-sm text-muted">
          Not released yet, so only its artist can listen. Yours? Open it in the browser you sent it with, or
          sign in with the number you sent it with.
        </p>
      )}
    </Card>
  );
}
