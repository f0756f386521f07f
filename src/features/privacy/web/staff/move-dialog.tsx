/** For somebody who lost their number: an owner moves everything of it to another. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { movePerson } from '../../calls.ts';

interface MoveDialogProps {
  track: { artistName: string; phoneNumber: string };
  onClose: () => void;
  onChanged: () => void;
}

export function MoveDialog({ track, onClose, onChanged }: MoveDialogProps) {
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { body: { from: track.phoneNumber, to, reason } };
    const done = await run('move', () => callEndpoint(movePerson, call), {
      done: ({ submissions, albums }) => `${submissions} tracks and ${albums} albums moved`,
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
      title={`New number for ${track.artistName}`}
      description={`Every track, album, vote and payment of ${track.phoneNumber} belongs to the new number from now on. Both numbers are signed out everywhere, and passkeys of the old one end. Be sure who asks: whoever has the new number has it all.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="New phone number">
          <Input
            type="tel"
            autoComplete="off"
            value={to}
            maxLength={20}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
          <Input value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          disabled={!to || reason.trim().length < 3}
          pending={busy === 'move'}
        >
          Move everything
        </Button>
      </form>
    </Dialog>
  );
}
