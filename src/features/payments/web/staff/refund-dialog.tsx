/** An owner gives money back: all that is left, or a part, with a reason. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { refundPayment } from '../../calls.ts';
import type { PaymentRecord } from '../../contract-staff.ts';
import { formatCents, readCents } from '../../rules-catalogue.ts';

interface RefundDialogProps {
  payment: PaymentRecord;
  onClose: () => void;
  onDone: () => void;
}

export function RefundDialog({ payment, onClose, onDone }: RefundDialogProps) {
  const left = payment.amount - payment.refunded - payment.refundWaiting;
  const [dollars, setDollars] = useState((left / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const cents = readCents(Number(dollars), 'dollars');
  const possible = cents !== null && cents <= left;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(payment.paymentId) }, body: { cents, reason } };
    const done = await run('refund', () => callEndpoint(refundPayment, call), {
      done: (answer) => `Refund of ${formatCents(answer.cents)} is on its way`,
      failed: 'Error',
    });
    if (!done) return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Refund"
      description={`${payment.description}. Giving back the whole amount also takes back what was bought.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Dollars" error={possible ? undefined : `At most ${formatCents(left)}`}>
          <Input inputMode="decimal" value={dollars} onChange={(event) => setDollars(event.target.value)} />
        </Field>
        <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
          <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="danger"
          disabled={!possible || reason.trim().length < 3}
          pending={busy === 'refund'}
        >
          Refund {cents === null ? '' : formatCents(cents)}
        </Button>
      </form>
    </Dialog>
  );
}
