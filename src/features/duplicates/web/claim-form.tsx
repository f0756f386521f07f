/** 'This is my track': what staff read beside both recordings before they decide. */
import { type FormEvent, useState } from 'react';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError, Input, Textarea } from '#web/ui/field.tsx';
import { claimTrack } from '../calls.ts';
import type { Claim } from '../contract.ts';

interface ClaimFormProps {
  id: number;
  claim: Claim | null;
  onClaimed: () => void;
}

export function ClaimForm({ id, claim, onClaimed }: ClaimFormProps) {
  const [open, setOpen] = useState(false);
  if (claim && !open)
    return (
      <p className="mt-4 max-w-prose">
        <strong>You told us it is yours.</strong> A person reads that beside both recordings.{' '}
        <button type="button" className="min-h-11 underline" onClick={() => setOpen(true)}>
          Change what you said
        </button>
      </p>
    );
  if (!open)
    return (
      <Button variant="primary" className="mt-4" onClick={() => setOpen(true)}>
        This is my track
      </Button>
    );
  return <Fields id={id} claim={claim} onDone={() => [setOpen(false), onClaimed()]} />;
}

function Fields({ id, claim, onDone }: { id: number; claim: Claim | null; onDone: () => void }) {
  const [statement, setStatement] = useState(claim?.statement ?? '');
  const [link, setLink] = useState(claim?.link ?? '');
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      await callEndpoint(claimTrack, { params: { id: String(id) }, body: { statement, link: link.trim() } });
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? error.body?.fields : undefined;
      setErrors(fields ?? { form: readableMessage(error, 'That did not reach us. Please try again.') });
    } finally {
      setPending(false);
    }
  };
  return (
    <form onSubmit={send} noValidate className="mt-4 flex max-w-xl flex-col gap-4">
      <Field label="How is it yours?" required error={errors.statement}>
        <Textarea
          value={statement}
          maxLength={1000}
          placeholder="I wrote and recorded it in March with …"
          onChange={(event) => setStatement(event.target.value)}
        />
      </Field>
      <Field label="Where was it out before? (a link, if it was)" error={errors.link}>
        <Input type="url" value={link} maxLength={500} onChange={(event) => setLink(event.target.value)} />
      </Field>
      <FieldError>{errors.form}</FieldError>
      <Button type="submit" variant="primary" pending={pending}>
        {pending ? 'Sending' : 'Send to the staff'}
      </Button>
    </form>
  );
}
