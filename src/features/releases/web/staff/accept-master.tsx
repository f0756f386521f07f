/** For staff, below a master that looks encoded: let it through all the same, with a reason that goes into the audit trail. */
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { acceptMaster } from '../../calls.ts';

export default function AcceptMaster({ id, onAccepted }: { id: number; onAccepted: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const accept = () =>
    run('accept', () => callEndpoint(acceptMaster, { params: { id: String(id) }, body: { reason } }), {
      done: 'Master accepted',
      failed: 'Error',
    });
  return (
    <div className="space-y-3 rounded-md border border-line p-3">
      <Field
        label="Why this is a master all the same"
        hint="Say how you know: an old tape, a broadcast, a sampler of its time. It is kept in the audit trail."
      >
        <Textarea
          className="min-h-20"
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Button
        pending={busy === 'accept'}
        disabled={reason.trim().length < 10}
        onClick={() => void accept().then(onAccepted)}
      >
        Accept this master all the same
      </Button>
    </div>
  );
}
