/** What an artist says on their own page, as staff see it, and taking it off. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { clearWords } from '../../calls.ts';
import { CLEARABLE } from '../../limits.ts';

interface PageWordsProps {
  page: { id: number; name: string; bio: string; links: string[] };
  onChanged: () => void;
}

export function PageWords({ page, onChanged }: PageWordsProps) {
  const { id, name, bio, links } = page;
  return (
    <div className="w-full">
      <a
        href={`/artist/${id}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-semibold underline decoration-edge underline-offset-4"
      >
        {name}
      </a>
      <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
        {bio || <span className="text-muted">No words.</span>}
      </p>
      {/* Not links here: nobody of the staff should land on one by a slip. */}
      {links.map((link) => (
        <p key={link} className="figures text-sm wrap-anywhere text-muted">
          {link}
        </p>
      ))}
      {(bio || links.length > 0) && <ClearDialog page={page} onChanged={onChanged} />}
    </div>
  );
}

const LABELS = { bio: 'The words', links: 'The links' };

function ClearDialog({ page, onChanged }: PageWordsProps) {
  const there = CLEARABLE.filter((part) => page[part].length > 0);
  const [open, setOpen] = useState(false);
  const [parts, setParts] = useState(there);
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(page.id) }, body: { parts, reason } };
    const done = await run('clear', () => callEndpoint(clearWords, call), {
      done: 'Taken off, and the artist is told',
      failed: 'Not taken off',
    });
    if (!done) return;
    setOpen(false);
    onChanged();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" className="-ml-4">
          Take off the page
        </Button>
      }
      title={`Clear the page of ${page.name}`}
      description="It is gone at once. The artist reads your reason and may write something else."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {there.map((part) => (
          <Checkbox
            key={part}
            label={LABELS[part]}
            checked={parts.includes(part)}
            onCheckedChange={(on) =>
              setParts(there.filter((one) => (one === part ? on : parts.includes(one))))
            }
          />
        ))}
        <Field label="Reason" hint="The artist reads it.">
          <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="danger"
          disabled={parts.length === 0 || reason.trim().length < 3}
          pending={busy === 'clear'}
        >
          Take off
        </Button>
      </form>
    </Dialog>
  );
}
