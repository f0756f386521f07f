/** What is wrong with a track or a comment, in the words of whoever reports it. Staff decide. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import type { ReportSubject } from '#web/report-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { reportTrack } from '../calls.ts';

type Kind = 'rights' | 'abuse' | 'other';
const KINDS = [
  { value: 'rights', label: 'It uses somebody’s rights' },
  { value: 'abuse', label: 'It is abusive or hateful' },
  { value: 'other', label: 'Something else' },
];
const TOO_SHORT = 'Please say what is wrong in at least 10 characters';

interface ReportDialogProps extends ReportSubject {
  onClose: () => void;
}

export default function ReportDialog({ id, voteId, label, onClose }: ReportDialogProps) {
  const [kind, setKind] = useState<Kind>('rights');
  const [message, setMessage] = useState('');
  const [contact, setContact] = useState('');
  const [tried, setTried] = useState(false);
  const tooShort = message.trim().length < 10;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callEndpoint(reportTrack, {
        params: { id: String(id) },
        body: { kind, message, contact, voteId },
      }),
    onSuccess: () => {
      toast({ title: 'Report sent', description: 'Our staff read every report and decide about it.' });
      onClose();
    },
    onError: (error) => {
      const description = readableMessage(error, 'Your report could not be sent. Please try again.');
      toast({ title: 'Report not sent', description, variant: 'destructive' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!tooShort) mutate();
  };
  return (
    <Dialog open onOpenChange={(shown) => !shown && onClose()} title={label}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="What is wrong">
          <Select options={KINDS} value={kind} onValueChange={(value) => setKind(value as Kind)} />
        </Field>
        <Field label="In your words" required error={tried && tooShort ? TOO_SHORT : undefined}>
          <Textarea maxLength={4000} value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <Field label="How we can reach you" hint="If you want an answer.">
          <Input maxLength={255} value={contact} onChange={(event) => setContact(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" pending={isPending}>
          {isPending ? 'Sending…' : 'Send report'}
        </Button>
      </form>
    </Dialog>
  );
}
