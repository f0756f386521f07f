/** Views kept under a name, each with how many tracks it has now; the present question can be kept as one. */
import { Users, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { deleteView, saveView } from '../../calls.ts';
import type { SavedView } from '../../contract.ts';
import { type Filter, keepFilter } from '../../rules.ts';
import { useViews } from './use-find.ts';

interface SavedViewsProps {
  filter: Filter;
  onOpen: (filter: Filter) => void;
}

const spell = (filter: Filter) => JSON.stringify(Object.entries(filter).sort());

export function SavedViews({ filter, onOpen }: SavedViewsProps) {
  const { views, refresh } = useViews();
  const isNarrowed = Object.keys(filter).length > 0;
  const isKept = views.some((view) => spell(keepFilter(view.filter)) === spell(filter));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label="Saved views" className="flex flex-wrap gap-2">
        <li>
          <ViewButton label="All tracks" pressed={!isNarrowed} onClick={() => onOpen({})} />
        </li>
        {views.map((view) => (
          <SavedViewItem
            key={view.id}
            view={view}
            pressed={spell(keepFilter(view.filter)) === spell(filter)}
            onOpen={() => onOpen(keepFilter(view.filter))}
            onDeleted={refresh}
          />
        ))}
      </ul>
      {isNarrowed && !isKept && <SaveDialog filter={filter} onSaved={refresh} />}
    </div>
  );
}

interface ViewButtonProps {
  label: string;
  count?: number;
  shared?: boolean;
  pressed: boolean;
  onClick: () => void;
}

function ViewButton({ label, count, shared, pressed, onClick }: ViewButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames(
        'flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-semibold hover:bg-raised',
        pressed ? 'border-signal text-bone' : 'border-line text-muted',
      )}
    >
      {shared && <Users aria-label="Shared" className="size-3.5" />}
      {label}
      {count !== undefined && (
        <span className="figures font-normal text-muted">{count.toLocaleString()}</span>
      )}
    </button>
  );
}

interface SavedViewItemProps {
  view: SavedView;
  pressed: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

function SavedViewItem({ view, pressed, onOpen, onDeleted }: SavedViewItemProps) {
  const { run } = useStaffCall();
  const remove = async () => {
    const call = { params: { id: String(view.id) } };
    await run('delete', () => callEndpoint(deleteView, call), {
      done: 'View deleted',
      failed: 'Not deleted',
    });
    onDeleted();
  };
  return (
    <li className="flex">
      <ViewButton
        label={view.name}
        count={view.count}
        shared={view.shared}
        pressed={pressed}
        onClick={onOpen}
      />
      {view.mine && pressed && (
        <button
          type="button"
          onClick={remove}
          className="grid size-11 place-items-center text-muted hover:text-bone"
        >
          <X aria-hidden="true" className="size-4" />
          <span className="sr-only">Delete the view {view.name}</span>
        </button>
      )}
    </li>
  );
}

function SaveDialog({ filter, onSaved }: { filter: Filter; onSaved: () => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const { busy, run } = useStaffCall();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name, filter, shared };
    const done = await run('save', () => callEndpoint(saveView, { body }), {
      done: 'View saved',
      failed: 'Not saved',
    });
    if (!done) return;
    setOpen(false);
    setName('');
    onSaved();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="quiet">Save this view</Button>}
      title="Save this view"
      description="Its count is kept up to date. The same name again replaces the view."
    >
      <form onSubmit={save} className="flex flex-col gap-4">
        <Field label="Name">
          <Input
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Checkbox label="Colleagues see it too" checked={shared} onCheckedChange={setShared} />
        <Button type="submit" variant="primary" disabled={!name.trim()} pending={busy === 'save'}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
