/** Somebody asks for their data, to be forgotten, or for another number: an owner answers by the number alone, track or not. */
import { useState } from 'react';
import { callEndpoint, sendRequest } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { erasePerson, exportPerson } from '../../calls.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

export default function PeopleTab() {
  const [phoneNumber, setPhoneNumber] = useState('');
  const [asking, setAsking] = useState<'move' | 'erase' | null>(null);
  const { busy, run } = useStaffCall();
  const number = phoneNumber.trim();
  const close = () => setAsking(null);
  const save = async () => {
    const file = await run(
      'export',
      async () => (await sendRequest('POST', exportPerson.path, { phoneNumber: number })).blob(),
      { done: 'Saved as person.json', failed: 'Nothing exported' },
    );
    if (file) saveFile(file);
  };
  return (
    <Card title="By phone number" className="max-w-2xl">
      <p className="text-sm text-muted">
        For whoever asks what is held about them, or to be forgotten: artists, and fans or payers without a
        track. Be sure who asks: a code to the number proves it. Each of these is recorded in the audit trail,
        without the number.
      </p>
      <Field label="Phone number" className="my-4">
        <Input
          type="tel"
          autoComplete="off"
          className="figures"
          maxLength={20}
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={!number} pending={busy === 'export'} onClick={save}>
          Export everything
        </Button>
        <Button disabled={!number} onClick={() => setAsking('move')}>
          Change number
        </Button>
        <Button variant="danger" disabled={!number} onClick={() => setAsking('erase')}>
          Erase
        </Button>
      </div>
      {asking === 'move' && (
        <MoveDialog
          track={{ artistName: number, phoneNumber: number }}
          onClose={close}
          onChanged={() => setPhoneNumber('')}
        />
      )}
      {asking === 'erase' && (
        <EraseDialog
          who={number}
          phoneNumber={number}
          erase={(body) => callEndpoint(erasePerson, { body })}
          onClose={close}
          onChanged={() => setPhoneNumber('')}
        />
      )}
    </Card>
  );
}

function saveFile(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'person.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
