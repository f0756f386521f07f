/** A deed of staff that asks first: a form in a dialog, mostly with a reason for the audit trail, and a toast for the outcome. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { useStaffCall, type Words } from './use-staff-call.ts';

interface DeedDialogProps<T> extends Omit<Words<T>, 'failed' | 'fallback'>, Pick<ButtonProps, 'variant'> {
  title: string;
  /** What the deed does. */
  text?: string;
  /** The fields of the deed itself. */
  children?: ReactNode;
  /** Whether they are filled in. */
  isReady?: boolean;
  /** The longest reason, in characters; 0 for a deed without one. */
  reasonLength?: number;
  label: ReactNode;
  act: (reason: string) => Promise<T>;
  onClose: () => void;
  onDone: () => void;
}

export function DeedDialog<T>({
  title,
  text,
  children,
  isReady = true,
  reasonLength = 1000,
  label,
  act,
  onClose,
  onDone,
  variant = 'primary',
  ...words
}: DeedDialogProps<T>) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const hasReason = reasonLength === 0 || reason.trim().length >= 3;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run('deed', () => act(reason), { ...words, failed: 'Error' });
    if (!answer) return;
    onDone();
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {reasonLength > 0 && (
          <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
            <Input
              value={reason}
              maxLength={reasonLength}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" variant={variant} disabled={!isReady || !hasReason} pending={busy === 'deed'}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}
