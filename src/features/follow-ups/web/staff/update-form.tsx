/** 'Add New Update': text, status, and for a meeting its time in the staff member's own time zone. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { addUpdate, listMessages } from '../../calls.ts';
import type { UpdateStatus } from '../../contract.ts';
import { UPDATE_TEXT } from '../../copy.ts';
import { UPDATE_STATUSES } from '../../limits.ts';
import { STATUS_WORDS } from '../../rules.ts';

const STATUS_OPTIONS = UPDATE_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

export function UpdateForm({ id }: { id: string }) {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<UpdateStatus>('contacted');
  const [date, setDate] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, run } = useStaffCall();
  const client = useQueryClient();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tooShort = text.trim().length < 5;
  const dateError =
    status !== 'scheduled'
      ? undefined
      : date
        ? new Date(date) < new Date() && 'This moment is past. When is the meeting?'
        : 'Please give the date of the meeting';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (tooShort || dateError) return;
    const scheduledDate = status === 'scheduled' && date ? date : null;
    const call = {
      params: { id },
      body: { updateText: text, status, scheduledDate, timeZone, recallable: true },
    };
    const done = await run('add', () => callEndpoint(addUpdate, call), {
      done: 'Update added',
      description: () => 'It goes out in ten minutes. Until then you can recall it below.',
      failed: 'Error',
      fallback: 'Failed to create update',
    });
    if (!done) return;
    setText('');
    setTried(false);
    // The next update is hardly a second meeting at the same hour.
    setStatus('contacted');
    setDate('');
    void client.invalidateQueries({ queryKey: [endpointUrl(listMessages, { params: { id } })] });
  };
  return (
    <Card title="Add New Update">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Update"
          hint="The artist reads it on their page."
          error={tried && tooShort ? UPDATE_TEXT : undefined}
        >
          <Textarea value={text} maxLength={5000} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Status">
            <Select
              options={STATUS_OPTIONS}
              value={status}
              onValueChange={(value) => setStatus(value as UpdateStatus)}
            />
          </Field>
          {status === 'scheduled' && (
            <Field
              label="Meeting"
              hint={`Your time zone: ${timeZone}`}
              error={(tried && dateError) || undefined}
            >
              <Input type="datetime-local" value={date} onChange={(event) => setDate(event.target.value)} />
            </Field>
          )}
        </div>
        <Button type="submit" variant="primary" className="self-start" pending={busy === 'add'}>
          {busy === 'add' ? 'Adding…' : 'Add update'}
        </Button>
      </form>
    </Card>
  );
}
