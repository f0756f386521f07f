/** Private notes on a track: who wrote what and when, times one can play, one's own to change, and a draft that is kept. */
import { Lock, Pencil, Play, Trash2 } from 'lucide-react';
import { type FormEvent, type Ref, useState } from 'react';
import { splitTimes } from '#features/scoring/rules-moments.ts';
import { callEndpoint } from '#web/api-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { addNote, deleteNote, editNote } from '../../calls.ts';
import type { Room, StaffNote } from '../../contract.ts';
import { NOTE_LENGTH } from '../../limits.ts';
import { openTrack, seekTo } from './player.ts';
import { useDraft } from './use-draft.ts';

interface NotesProps {
  room: Room;
  /** The account that looks. */
  self: number;
  onChanged: () => void;
  /** Escape was pressed while writing. */
  onLeave?: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

export function Notes({ room, self, onChanged, onLeave, ref }: NotesProps) {
  return (
    <section aria-label="Private notes" className="flex min-h-0 flex-col gap-4">
      {room.notes.length > 0 && (
        <ol className="flex flex-col gap-4">
          {room.notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              room={room}
              own={note.author.id === self}
              onChanged={onChanged}
            />
          ))}
        </ol>
      )}
      <NoteForm room={room} onChanged={onChanged} onLeave={onLeave} ref={ref} />
    </section>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

interface NoteItemProps {
  note: StaffNote;
  room: Room;
  own: boolean;
  onChanged: () => void;
}

function NoteItem({ note, room, own, onChanged }: NoteItemProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, run } = useStaffCall();
  const params = { id: String(note.id) };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run('edit', () => callEndpoint(editNote, { params, body: { body: typed ?? '' } }), {
      failed: 'Error',
    });
    if (!done) return;
    setTyped(null);
    onChanged();
  };
  const remove = async () => {
    await run('delete', () => callEndpoint(deleteNote, { params }), {
      done: 'Note deleted',
      failed: 'Error',
    });
    onChanged();
  };
  return (
    <li className="group flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center bg-bone text-xs font-bold text-ink"
      >
        {initials(note.author.name)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-sm">
          <span className="font-semibold">{note.author.name}</span>
          <span className="figures text-xs text-muted">
            {sayMoment(note.createdAt)}
            {note.editedAt && ', edited'}
          </span>
        </p>
        {typed === null ? (
          <p className="text-[0.9375rem] whitespace-pre-line wrap-anywhere">
            <NoteText body={note.body} room={room} />
          </p>
        ) : (
          <form onSubmit={save} className="flex flex-col gap-2">
            <Textarea
              aria-label="Edit note"
              value={typed}
              maxLength={NOTE_LENGTH}
              onChange={(event) => setTyped(event.target.value)}
            />
            <span className="flex gap-2">
              <Button type="submit" disabled={!typed.trim()} pending={busy === 'edit'}>
                Save
              </Button>
              <Button variant="quiet" onClick={() => setTyped(null)}>
                Cancel
              </Button>
            </span>
          </form>
        )}
        {own && typed === null && (
          <p className="-ml-2.5 flex">
            <Button variant="quiet" size="icon" onClick={() => setTyped(note.body)}>
              <Pencil aria-hidden="true" className="size-3.5" />
              <span className="sr-only">Edit your note</span>
            </Button>
            <Button variant="quiet" size="icon" pending={busy === 'delete'} onClick={remove}>
              <Trash2 aria-hidden="true" className="size-3.5" />
              <span className="sr-only">Delete your note</span>
            </Button>
          </p>
        )}
      </div>
    </li>
  );
}

/** Times are places one can play from, and names are marked. */
function NoteText({ body, room }: { body: string; room: Room }) {
  const playFrom = (seconds: number) => {
    openTrack(room.track, { play: true });
    seekTo(seconds);
  };
  return splitTimes(body, room.track.duration ?? Number.POSITIVE_INFINITY).map((part, index) =>
    part.seconds === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
      <MarkedNames key={index} text={part.text} />
    ) : (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
        key={index}
        type="button"
        onClick={() => playFrom(part.seconds ?? 0)}
        className="figures mx-0.5 inline-flex items-center gap-1 rounded-full border border-edge px-2 text-xs hover:border-signal"
      >
        <Play aria-hidden="true" className="size-2.5 fill-signal text-signal" />
        <span className="sr-only">Play from </span>
        {part.text}
      </button>
    ),
  );
}

const MarkedNames = ({ text }: { text: string }) =>
  text.split(/(@[\p{L}\p{N}]+)/u).map((part, index) =>
    part.startsWith('@') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
      <span key={index} className="text-signal">
        {part}
      </span>
    ) : (
      part
    ),
  );

function NoteForm({ room, onChanged, onLeave, ref }: Omit<NotesProps, 'self'>) {
  const { id } = room.track;
  const [text, setText] = useDraft(`note ${id}`);
  const { busy, run } = useStaffCall();
  const save = async () => {
    if (!text.trim()) return;
    const call = { params: { id: String(id) }, body: { body: text } };
    const done = await run('note', () => callEndpoint(addNote, call), {
      done: 'Note added',
      failed: 'Error',
    });
    if (!done) return;
    setText('');
    onChanged();
    onLeave?.();
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-md border border-edge p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="silk flex items-center gap-2 text-muted" htmlFor={`note-${id}`}>
        <Lock aria-hidden="true" className="size-3.5" />
        Private note
      </label>
      <textarea
        ref={ref}
        id={`note-${id}`}
        className="min-h-16 w-full resize-y bg-transparent outline-none"
        placeholder="Only staff read it. @Name calls a colleague, 1:40 plays from there."
        value={text}
        maxLength={NOTE_LENGTH}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave?.();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <span className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <span>{text ? 'Draft saved' : 'Ctrl Enter adds it'}</span>
        <Button type="submit" disabled={!text.trim()} pending={busy === 'note'}>
          Add note
        </Button>
      </span>
    </form>
  );
}
