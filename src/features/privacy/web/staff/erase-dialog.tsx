/** Erasing somebody for good: the number is typed, and a reason given. */
import { type FormEvent, useState } from 'react';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';

interface EraseDialogProps {
  who: string;
  phoneNumber: string;
  erase: (body: { phoneNumber: string; reason: string }) => Promise<{ deletedSubmissions: number }>;
  onClose: () => void;
  onChanged: () => void;
}

export function EraseDialog({ who, phoneNumber, erase, onClose, onChanged }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run('erase', () => erase({ phoneNumber: typed, reason }), {
      done: ({ deletedSubmissions }) =>
        `${deletedSubmissions} ${deletedSubmissions === 1 ? 'submission' : 'submissions'} erased`,
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
      title={`Erase ${who}`}
      description="Every track and album sent with this phone number is deleted with its audio, texts forget the number, and votes for others lose the name. Records of payments stay, without a name, because the law asks for them. None of it can come back."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={`Type the phone number ${phoneNumber}`}>
          <Input
            value={typed}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
          <Input value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="danger"
          disabled={!typed || reason.trim().length < 3}
          pending={busy === 'erase'}
        >
          Erase for good
        </Button>
      </form>
    </Dialog>
  );
}
