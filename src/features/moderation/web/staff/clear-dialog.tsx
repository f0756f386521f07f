/** Clear all: asks for the count, keeps everything for 30 days, and restores what was cleared before. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ConfirmButton } from '#web/staff/confirm-button.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { clearAll, listArchives, purgeArchive, restoreArchive } from '../../calls.ts';
import type { Archive } from '../../contract.ts';

interface ClearDialogProps {
  /** How many would be cleared, and how many of them the table shows. Undefined while loading. */
  counts: { clearable: number; total: number } | undefined;
  isOwner: boolean;
  /** Only what was cleared before, to bring it back. */
  restoring?: boolean;
  onChanged: () => void;
  onClose: () => void;
}

export function ClearDialog({ restoring = false, ...props }: ClearDialogProps) {
  return restoring ? <RestoreDialog {...props} /> : <ClearingDialog {...props} />;
}

function RestoreDialog({ isOwner, onChanged, onClose }: ClearDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Restore what was cleared"
      description="For 30 days everything comes back exactly as it was."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Archives isOwner={isOwner} onChanged={onChanged} empty="Nothing was cleared." />
    </Dialog>
  );
}

function ClearingDialog({ counts, isOwner, onChanged, onClose }: ClearDialogProps) {
  const [typed, setTyped] = useState('');
  const { busy, run } = useStaffCall();
  const count = counts?.clearable;
  const older = counts ? counts.clearable - counts.total : 0;
  const nothing = count === 0;
  const right = count !== undefined && count > 0 && typed.trim() === String(count);
  const clear = async () => {
    const done = await run('clear', () => callEndpoint(clearAll, { body: { count } }), {
      done: 'Cleared',
      description: (answer) => `${answer.message} For 30 days ‘Restore cleared’ brings them back.`,
      failed: 'Error',
    });
    if (!done) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Clear all submissions"
      description={
        nothing
          ? 'There is nothing to clear.'
          : 'Every submission leaves the site, with its votes and payments kept behind it. For 30 days it can be restored exactly as it was.'
      }
      footer={
        <>
          <Button onClick={onClose}>{nothing ? 'Done' : 'Keep them'}</Button>
          {!nothing && (
            <Button variant="danger" disabled={!right} pending={busy === 'clear'} onClick={clear}>
              {busy === 'clear' ? 'Clearing…' : `Clear ${count ?? ''} submissions`}
            </Button>
          )}
        </>
      }
    >
      {!nothing && (
        <Field label={`Type ${count ?? '…'} to confirm`}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {older > 0 && (
        <p className="mt-2 text-sm text-muted">
          {older} of them {older === 1 ? 'is' : 'are'} from before the campaign’s first day and not in the
          table.
        </p>
      )}
      <Archives isOwner={isOwner} onChanged={onChanged} />
    </Dialog>
  );
}

const TONES = { restorable: 'good', over: 'warm', restored: 'plain', purged: 'plain' } as const;
const STATES = { restorable: 'Restorable', over: '30 days over', restored: 'Restored', purged: 'Purged' };

interface ArchivesProps extends Pick<ClearDialogProps, 'isOwner' | 'onChanged'> {
  empty?: string;
}

function Archives({ isOwner, onChanged, empty }: ArchivesProps) {
  const { data, refetch } = useQuery({ ...endpointQuery(listArchives), refetchOnMount: 'always' });
  const { busy, run } = useStaffCall();
  if (!data || data.length === 0) return data && empty ? <p className="text-muted">{empty}</p> : null;
  const restore = async ({ id }: Archive) => {
    await run(`restore-${id}`, () => callEndpoint(restoreArchive, { params: { id: String(id) } }), {
      done: ({ restored }) => `${restored} submissions restored`,
      failed: 'Error',
    });
    onChanged();
    void refetch();
  };
  const purge = async ({ id }: Archive) => {
    await run(`purge-${id}`, () => callEndpoint(purgeArchive, { params: { id: String(id) } }), {
      done: ({ purged }) => `${purged} submissions purged for good`,
      failed: 'Error',
    });
    void refetch();
  };
  return (
    <section className="mt-6">
      <h3 className="silk text-muted">Cleared before</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {data.map((archive) => (
          <li key={archive.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <span className="figures text-sm">{sayMoment(archive.madeAt)}</span>
            <span>{archive.submissions} submissions</span>
            <Badge tone={TONES[archive.state]}>{STATES[archive.state]}</Badge>
            <span className="ml-auto flex gap-2">
              {archive.state === 'restorable' && (
                <Button pending={busy === `restore-${archive.id}`} onClick={() => restore(archive)}>
                  Restore
                </Button>
              )}
              {archive.state === 'over' && isOwner && (
                <ConfirmButton
                  label="Purge for good"
                  title={`Purge ${archive.submissions} submissions`}
                  text="Their rows and their audio are deleted. Nobody can bring them back."
                  variant="danger"
                  pending={busy === `purge-${archive.id}`}
                  onConfirm={() => void purge(archive)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
