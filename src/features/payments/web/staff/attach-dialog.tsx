/** Attaches a payment to an album when the payment did not name one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { DeedDialog } from '#web/staff/deed-dialog.tsx';
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
  const params = { id: String(payment.paymentId) };
  return (
    <DeedDialog
      title="Attach this payment"
      text={`${payment.description}: paid, but without saying for which album.`}
      label="Attach"
      isReady={albumId !== ''}
      reasonLength={0}
      act={() => callEndpoint(attachPayment, { params, body: { albumId: Number(albumId) } })}
      done={({ grantState }) => (grantState === 'granted' ? 'Payment attached' : 'Too late: it is refunded')}
      description={({ note }) => note}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label="Album">
        <Select
          value={albumId}
          onValueChange={setAlbumId}
          placeholder={isPending ? 'Reading the albums…' : albums.length ? 'Choose…' : 'There are no albums'}
          options={albums.map(({ id, name }) => ({ value: String(id), label: `#${id} ${name}` }))}
        />
      </Field>
    </DeedDialog>
  );
}
