/** Listening inside the table: waveform with sections and moments, the scores with their evidence, ratings, notes, moderation. */
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { getRoom } from '#features/listening/calls.ts';
import type { QueueTrack } from '#features/listening/contract.ts';
import { Notes } from '#features/listening/web/staff/notes.tsx';
import { openTrack, readPlayer, togglePlay } from '#features/listening/web/staff/player.ts';
import { Ratings } from '#features/listening/web/staff/ratings.tsx';
import { StaffPlayer } from '#features/listening/web/staff/staff-player.tsx';
import { HideTrack } from '#features/moderation/web/staff/hide-track.tsx';
import { ArtistData } from '#features/privacy/web/staff/artist-data.tsx';
import { AiLine } from '#features/releases/web/ai-line.tsx';
import { listChannels, listSections } from '#features/scoring/rules-display.ts';
import { pickMoments } from '#features/scoring/rules-moments.ts';
import { getSubmission } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DashboardRow } from '../contract.ts';
import { CopyBar } from './triage-track.tsx';
import type { PanelStart } from './use-row-keys.ts';

export interface TrackPanelHandle {
  toggle(): void;
  isPlaying(): boolean;
  focusNote(): void;
}

interface TrackPanelProps {
  row: DashboardRow;
  staff: Staff;
  /** Whether to play or to write a note as soon as it opens. */
  begin?: PanelStart;
  onChanged: () => void;
  /** Escape was pressed in the note. */
  onLeave: () => void;
  ref?: Ref<TrackPanelHandle>;
}

export function TrackPanel({ row, staff, begin, onChanged, onLeave, ref }: TrackPanelProps) {
  const note = useRef<HTMLTextAreaElement>(null);
  const { data, isError } = useQuery({
    ...endpointQuery(getSubmission, { params: { id: String(row.id) } }),
    refetchOnMount: 'always',
  });
  const room = useQuery({
    ...endpointQuery(getRoom, { params: { id: String(row.id) } }),
    refetchOnMount: 'always',
  });
  const track = room.data?.track;
  useImperativeHandle(
    ref,
    () => ({
      toggle: () => {
        if (!track) return;
        if (readPlayer().track?.id === track.id) togglePlay();
        else openTrack(track, { play: true });
      },
      isPlaying: () => readPlayer().playing,
      focusNote: () => note.current?.focus(),
    }),
    [track],
  );
  const isHere = track !== undefined;
  useEffect(() => {
    if (begin === 'note' && isHere) note.current?.focus();
    if (begin === 'play' && track) openTrack(track, { play: true });
  }, [begin, isHere, track]);
  return (
    <div className="sticky left-0 grid max-w-[min(100%,calc(100vw-2rem))] gap-6 p-4 lg:grid-cols-[1.6fr_1fr]">
      <div className="min-w-0">
        {data && track ? (
          <Listening submission={data} track={track} />
        ) : isError || room.isError ? (
          <p role="alert">The track could not be read. Close the row and open it again.</p>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {row.failureMessage && <p className="border-l-2 border-hot pl-3 text-sm">{row.failureMessage}</p>}
        {room.data && (
          <>
            {room.data.copyOf && <CopyBar original={room.data.copyOf} />}
            <Ratings room={room.data} self={staff.id} onChanged={() => void room.refetch()} />
            <Notes
              ref={note}
              room={room.data}
              self={staff.id}
              onChanged={() => void room.refetch()}
              onLeave={onLeave}
            />
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {staff.role !== 'reviewer' && <HideTrack track={row} onChanged={onChanged} />}
          {staff.role === 'owner' && <ArtistData track={row} onChanged={onChanged} />}
          {row.hiddenReason !== null && (
            <p className="w-full text-sm text-muted">Hidden: {row.hiddenReason}</p>
          )}
        </div>
      </div>
    </div>
  );
}

function Listening({ submission, track }: { submission: Submission; track: QueueTrack }) {
  const { analysis } = submission;
  const sections = analysis ? listSections(analysis) : [];
  const moments = analysis ? pickMoments(analysis) : [];
  return (
    <>
      <StaffPlayer track={track} sections={sections} markers={moments} />
      <AiLine id={submission.id} />
      {analysis && (
        <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {listChannels(analysis).map((channel) => (
            <div key={channel.id} className="border-t border-line pt-2">
              <dt className="flex justify-between gap-3 text-sm font-semibold">
                {channel.label}
                <span className="figures">{channel.category.score ?? '–'}</span>
              </dt>
              <dd className="line-clamp-3 text-sm text-muted">{channel.category.notes}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
