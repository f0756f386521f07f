/** Giving what nobody has yet to colleagues: evenly, of one genre or of all, to one pair of ears or to several. */
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { assignTracks, listColleagues } from '#features/listening/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';

export function AssignDialog({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet">
          <Users aria-hidden="true" className="size-4" />
          Assign
        </Button>
      }
      title="Assign tracks"
      description="Tracks that nobody has and nobody decided go to whoever has least to hear. Conflicts of interest are kept."
    >
      {open && (
        <AssignForm
          onDone={() => {
            setOpen(false);
            onDone();
          }}
        />
      )}
    </Dialog>
  );
}

function AssignForm({ onDone }: { onDone: () => void }) {
  const { data: colleagues = [] } = useQuery({ ...endpointQuery(listColleagues), refetchOnMount: 'always' });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [genre, setGenre] = useState('');
  const [ears, setEars] = useState('1');
  const [ids, setIds] = useState('');
  const { busy, run } = useStaffCall();
  const submissionIds = [...ids.matchAll(/\d+/g)].map(([id]) => Number(id));
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const assign = async () => {
    const body = {
      staffIds: [...chosen],
      ears: Number(ears) || 1,
      ...(submissionIds.length > 0 ? { submissionIds } : genre.trim() ? { genre: genre.trim() } : {}),
    };
    const done = await run('assign', () => callEndpoint(assignTracks, { body }), {
      done: ({ assigned }) => (assigned === 1 ? '1 track assigned' : `${assigned} tracks assigned`),
      failed: 'Error',
    });
    if (done) onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="silk mb-1 text-muted">To</legend>
        {colleagues.map(({ id, name, waiting }) => (
          <Checkbox
            key={id}
            label={`${name}, ${waiting} waiting`}
            checked={chosen.has(id)}
            onCheckedChange={() => toggle(id)}
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Genre" hint="Empty: all of them.">
          <Input value={genre} maxLength={100} onChange={(event) => setGenre(event.target.value)} />
        </Field>
        <Field label="Ears a track">
          <Input
            inputMode="numeric"
            value={ears}
            maxLength={2}
            onChange={(event) => setEars(event.target.value)}
          />
        </Field>
      </div>
      <Field label="Or these tracks, by id" hint="Each of them goes to everybody chosen.">
        <Input value={ids} maxLength={2000} onChange={(event) => setIds(event.target.value)} />
      </Field>
      <Button variant="primary" disabled={chosen.size === 0} pending={busy === 'assign'} onClick={assign}>
        Assign
      </Button>
    </div>
  );
}
