/** Attaches a payment to an album when the payment did not name one. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { attachPayment, listAttachable } from '../../calls.ts';
import type { PaymentRecord } from '../../contract-staff.ts';

interface AttachDialogProps {
  payment: PaymentRecord;
  onClose: () => void;
  onDone: () => void;
}

export function AttachDialog({ payment, onClose, onDone }: AttachDialogProps) {
  const [albumId, setAlbumId] = useState('');
  const { data: albums = [], isPending } = useQuery(
    endpointQuery(listAttachable, { params: { id: String(payment.paymentId) } }),
  );
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(payment.paymentId) }, body: { albumId: Number(albumId) } };
    const done = await run('attach', () => callEndpoint(attachPayment, call), {
      done: ({ grantState }) => (grantState === 'granted' ? 'Payment attached' : 'Too late: it is refunded'),
      description: ({ note }) => note,
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
      title="Attach this payment"
      description={`${payment.description}: paid, but without saying for which album.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Album">
          <Select
            value={albumId}
            onValueChange={setAlbumId}
            placeholder={
              isPending ? 'Reading the albums…' : albums.length ? 'Choose…' : 'There are no albums'
            }
            options={albums.map(({ id, name }) => ({ value: String(id), label: `#${id} ${name}` }))}
          />
        </Field>
        <Button type="submit" variant="primary" disabled={!albumId} pending={busy === 'attach'}>
          Attach
        </Button>
      </form>
    </Dialog>
  );
}
