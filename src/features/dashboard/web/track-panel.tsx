/** Listening inside the table: waveform with sections and moments, the scores with their evidence, a note, moderation. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { addUpdate } from '#features/follow-ups/calls.ts';
import { UPDATE_TEXT } from '#features/follow-ups/copy.ts';
import { HideTrack } from '#features/moderation/web/staff/hide-track.tsx';
import { ArtistData } from '#features/privacy/web/staff/artist-data.tsx';
import { listChannels, listSections } from '#features/scoring/rules-display.ts';
import { pickMoments } from '#features/scoring/rules-moments.ts';
import { getSubmission } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { audioUrl } from '#web/audio-url.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { DashboardRow } from '../contract.ts';
import type { PanelStart } from './use-row-keys.ts';

export interface TrackPanelHandle {
  toggle(): void;
  isPlaying(): boolean;
  focusNote(): void;
}

interface TrackPanelProps {
  row: DashboardRow;
  isOwner: boolean;
  /** Whether to play or to write a note as soon as it opens. */
  begin?: PanelStart;
  onChanged: () => void;
  /** Escape was pressed in the note. */
  onLeave: () => void;
  ref?: Ref<TrackPanelHandle>;
}

export function TrackPanel({ row, isOwner, begin, onChanged, onLeave, ref }: TrackPanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const { data, isError } = useQuery({
    ...endpointQuery(getSubmission, { params: { id: String(row.id) } }),
    refetchOnMount: 'always',
  });
  useImperativeHandle(
    ref,
    () => ({
      toggle: () => {
        const audio = frame.current?.querySelector('audio');
        if (!audio) return;
        if (audio.paused) void audio.play().catch(() => {});
        else audio.pause();
      },
      isPlaying: () => frame.current?.querySelector('audio')?.paused === false,
      focusNote: () => note.current?.focus(),
    }),
    [],
  );
  useEffect(() => {
    if (begin === 'note') note.current?.focus();
  }, [begin]);
  const isHere = data !== undefined;
  useEffect(() => {
    if (begin === 'play' && isHere)
      void frame.current
        ?.querySelector('audio')
        ?.play()
        .catch(() => {});
  }, [begin, isHere]);
  return (
    <div
      ref={frame}
      className="sticky left-0 grid max-w-[min(100%,calc(100vw-2rem))] gap-6 p-4 lg:grid-cols-[1.6fr_1fr]"
    >
      <div className="min-w-0">
        {data ? (
          <Listening submission={data} />
        ) : isError ? (
          <p role="alert">The track could not be read. Close the row and open it again.</p>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {row.failureMessage && <p className="border-l-2 border-hot pl-3 text-sm">{row.failureMessage}</p>}
        <NoteForm id={row.id} noteRef={note} onLeave={onLeave} />
        <div className="flex flex-wrap gap-2">
          <HideTrack track={row} onChanged={onChanged} />
          <ArtistData track={row} isOwner={isOwner} onChanged={onChanged} />
          {row.hiddenReason !== null && (
            <p className="w-full text-sm text-muted">Hidden: {row.hiddenReason}</p>
          )}
        </div>
      </div>
    </div>
  );
}

function Listening({ submission }: { submission: Submission }) {
  const { analysis } = submission;
  const sections = analysis ? listSections(analysis) : [];
  const moments = analysis ? pickMoments(analysis) : [];
  return (
    <>
      <AudioPlayer
        size="large"
        src={audioUrl(submission.audioUrl || submission.audioFilePath)}
        label={`${submission.trackTitle} by ${submission.artistName}`}
        peaks={submission.peaks}
        duration={submission.duration}
        sections={sections.length > 0 ? sections : undefined}
        markers={moments.length > 0 ? moments : undefined}
      />
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

interface NoteFormProps {
  id: number;
  noteRef: Ref<HTMLTextAreaElement>;
  onLeave: () => void;
}

function NoteForm({ id, noteRef, onLeave }: NoteFormProps) {
  const [text, setText] = useState('');
  const { busy, run } = useStaffCall();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { updateText: text, status: 'pending' as const };
    const done = await run('note', () => callEndpoint(addUpdate, { params: { id: String(id) }, body }), {
      done: 'Update added',
      failed: 'Error',
      fallback: 'Failed to create update',
    });
    if (done) setText('');
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-2">
      <label className="silk text-muted" htmlFor={`note-${id}`}>
        Note to the artist
      </label>
      <Textarea
        ref={noteRef}
        id={`note-${id}`}
        className="min-h-20"
        placeholder="They read it on their page"
        value={text}
        maxLength={5000}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      />
      <Button
        type="submit"
        className="self-start"
        disabled={text.trim().length < 5}
        title={text.trim().length < 5 ? UPDATE_TEXT : undefined}
        pending={busy === 'note'}
      >
        Add note
      </Button>
    </form>
  );
}
