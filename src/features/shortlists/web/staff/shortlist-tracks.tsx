/** The tracks of a shortlist in order: moved up and down, taken off, ticked to be compared. */
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import type { FoundTrack } from '#features/catalogue/contract.ts';
import { sayBpm, sayWheelKey } from '#features/catalogue/rules.ts';
import { callEndpoint } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TrackStrip } from '#web/ui/track-strip.tsx';
import { orderShortlist } from '../../calls.ts';
import type { Shortlist } from '../../contract.ts';
import { COMPARED } from '../../limits.ts';
import { moveTrack } from '../../rules.ts';
import { CompareTracks } from '../compare-tracks.tsx';

interface ShortlistTracksProps {
  list: Shortlist;
  mayChange: boolean;
  onChanged: () => void;
}

export function ShortlistTracks({ list, mayChange, onChanged }: ShortlistTracksProps) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const { busy, run } = useStaffCall();
  const ids = list.tracks.map(({ id }) => id);
  const set = async (submissionIds: number[]) => {
    const call = { params: { id: String(list.id) }, body: { version: list.version, submissionIds } };
    await run('order', () => callEndpoint(orderShortlist, call), { failed: 'Not changed' });
    onChanged();
  };
  const tick = (id: number, on: boolean) =>
    setTicked((before) => (on ? [...before, id] : before.filter((one) => one !== id)).slice(-COMPARED.most));
  const compared = list.tracks.filter(({ id }) => ticked.includes(id));
  if (list.tracks.length === 0)
    return (
      <EmptyState title="Nothing on this list yet">
        {mayChange ? 'Search below and add what you want to hear again.' : 'A&R will put tracks on it.'}
      </EmptyState>
    );
  return (
    <>
      {compared.length >= COMPARED.least && (
        <CompareTracks tracks={compared.map((track) => ({ ...track, src: audioUrl(track.audioFilePath) }))} />
      )}
      <ol className="rounded-md border border-line bg-panel" aria-busy={busy !== null}>
        {list.tracks.map((track, place) => (
          <li
            key={track.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-0"
          >
            <span className="figures w-6 text-right text-lg">{place + 1}</span>
            <TrackWords track={track} />
            <TrackStrip
              src={audioUrl(track.audioFilePath)}
              label={`${track.trackTitle} by ${track.artistName}`}
              peaks={track.peaks}
              duration={track.seconds}
              from={track.hookAt}
              className="w-full md:w-40"
            />
            <div className="ml-auto flex max-md:w-full max-md:justify-between md:flex-col md:items-end">
              <Checkbox
                label={<span className="text-sm text-muted">Compare</span>}
                checked={ticked.includes(track.id)}
                onCheckedChange={(on) => tick(track.id, on)}
              />
              {mayChange && (
                <div className="flex">
                  <IconButton
                    label={`Move ${track.trackTitle} up`}
                    disabled={place === 0}
                    onClick={() => set(moveTrack(ids, track.id, -1))}
                  >
                    <ArrowUp aria-hidden="true" className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Move ${track.trackTitle} down`}
                    disabled={place === ids.length - 1}
                    onClick={() => set(moveTrack(ids, track.id, 1))}
                  >
                    <ArrowDown aria-hidden="true" className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Take ${track.trackTitle} off the list`}
                    onClick={() => set(ids.filter((id) => id !== track.id))}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </IconButton>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function TrackWords({ track }: { track: FoundTrack }) {
  return (
    <div className="min-w-40 flex-1">
      <p dir="auto" className="truncate font-semibold">
        {track.trackTitle}
      </p>
      <p dir="auto" className="truncate text-sm text-muted">
        <ArtistLink track={track.id} name={track.artistName} />
      </p>
      <p className="figures text-xs text-muted">
        {[
          track.score !== null && `score ${track.score}`,
          track.bpm && `${sayBpm(track)} BPM`,
          track.key && sayWheelKey(track.key),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-bone disabled:text-line"
    >
      {children}
    </button>
  );
}
