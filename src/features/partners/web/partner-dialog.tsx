/** 'Partner with': four fields, checked as the brief says, stored for staff. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { requestPartnership } from '../calls.ts';
import { COPY } from '../copy.ts';
import { checkPartnership, type PartnershipErrors, type PartnershipFields } from '../rules.ts';

const BLANK: PartnershipFields & { website: string } = {
  name: '',
  email: '',
  companyName: '',
  message: '',
  website: '',
};

export function PartnerDialog() {
  const { partner, label } = useCampaign();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="large">Partner with {partner.name}</Button>}
      title={`Partner with ${partner.name}`}
      description={`Your request goes to the staff of ${label}, who answer by email.`}
    >
      <PartnerForm onSent={() => setOpen(false)} />
    </Dialog>
  );
}

function PartnerForm({ onSent }: { onSent: () => void }) {
  const [values, setValues] = useState(BLANK);
  const [errors, setErrors] = useState<PartnershipErrors>({});
  const { mutate, isPending: pending } = useMutation({
    mutationFn: () => callEndpoint(requestPartnership, { body: values }),
    onSuccess: () => {
      toast({ title: COPY.sent, description: 'We read every request and answer by email.' });
      setValues(BLANK);
      onSent();
    },
    onError: (error) =>
      toast({
        title: 'Your request was not sent',
        description: readableMessage(error, 'Please try again in a minute.'),
        variant: 'destructive',
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refused = checkPartnership(values);
    setErrors(refused);
    if (Object.keys(refused).length === 0 && !pending) mutate();
  };
  const text = (name: keyof typeof BLANK) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues((was) => ({ ...was, [name]: event.target.value }));
      setErrors((was) => ({ ...was, [name]: undefined }));
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={errors.name}>
          <Input {...text('name')} autoComplete="name" />
        </Field>
        <Field label="Email" required error={errors.email}>
          <Input {...text('email')} type="email" autoComplete="email" />
        </Field>
      </div>
      <Field label="Company Name" required error={errors.companyName}>
        <Input {...text('companyName')} autoComplete="organization" />
      </Field>
      <Field label="Message" required error={errors.message}>
        <Textarea {...text('message')} maxLength={5000} />
      </Field>
      <div className="sr-only" aria-hidden="true">
        <input {...text('website')} tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      <Button type="submit" variant="primary" size="large" pending={pending} className="self-start">
        {pending ? 'Sending...' : 'Send request'}
      </Button>
    </form>
  );
}
