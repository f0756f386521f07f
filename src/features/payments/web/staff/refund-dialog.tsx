/** An owner gives money back: all that is left, or a part, with a reason. */
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { DeedDialog } from '#web/staff/deed-dialog.tsx';
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
  const cents = readCents(Number(dollars), 'dollars');
  const possible = cents !== null && cents <= left;
  const params = { id: String(payment.paymentId) };
  return (
    <DeedDialog
      title="Refund"
      text={`${payment.description}. Giving back the whole amount also takes back what was bought.`}
      variant="danger"
      label={possible ? `Refund ${formatCents(cents)}` : 'Refund'}
      isReady={possible}
      reasonLength={500}
      act={(reason) => callEndpoint(refundPayment, { params, body: { cents, reason } })}
      done={(answer) => `Refund of ${formatCents(answer.cents)} is on its way`}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label="Dollars" error={possible ? undefined : `At most ${formatCents(left)}`}>
        <Input inputMode="decimal" value={dollars} onChange={(event) => setDollars(event.target.value)} />
      </Field>
    </DeedDialog>
  );
}
