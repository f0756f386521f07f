/** What A&R access is for, who may have it, and the application that reaches staff. */
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { applyForAccess } from '../calls.ts';
import { ACCESS_REQUIREMENTS } from '../limits.ts';

export function AccessPitch() {
  const { product, label } = useCampaign();
  return (
    <section aria-labelledby="access" className="max-w-2xl">
      <h2 id="access" className="plate text-3xl">
        Apply for A&amp;R access
      </h2>
      <p className="mt-3 text-muted">
        {product} listens to every track and explains every point of its score. With access you hear them all,
        with the evidence beside the waveform, and follow up with artists on behalf of {label}.
      </p>
      <h3 className="silk mt-7 text-muted">Requirements</h3>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {ACCESS_REQUIREMENTS.map((requirement) => (
          <li key={requirement} className="flex items-center gap-3 py-3">
            <Check aria-hidden="true" className="size-4 text-signal" />
            {requirement}
          </li>
        ))}
      </ul>
      <ApplicationForm />
    </section>
  );
}

const EMPTY = { name: '', email: '', label: '', message: '', website: '' };
type Values = typeof EMPTY;

function checkApplication(
  values: Values,
  confirmed: boolean,
): Partial<Record<keyof Values | 'confirmed', string>> {
  return {
    ...(values.name.trim() ? {} : { name: 'Name is required' }),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()) ? {} : { email: 'Invalid email address' }),
    ...(values.label.trim() ? {} : { label: 'Label is required' }),
    ...(confirmed ? {} : { confirmed: 'Please confirm all three requirements' }),
  };
}

function ApplicationForm() {
  const [values, setValues] = useState(EMPTY);
  const [confirmed, setConfirmed] = useState(false);
  const [tried, setTried] = useState(false);
  const apply = useMutation({
    mutationFn: () =>
      callEndpoint(applyForAccess, { body: { ...values, email: values.email.trim(), confirmed: true } }),
    onError: (error) => {
      const description = readableMessage(error, 'Your application could not be sent. Please try again.');
      toast({ title: 'Application not sent', description, variant: 'destructive' });
    },
  });
  const errors = tried ? checkApplication(values, confirmed) : {};
  const change = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(checkApplication(values, confirmed)).length === 0) apply.mutate();
  };
  if (apply.isSuccess)
    return (
      <p role="status" className="mt-8 border-l-2 border-good bg-panel px-4 py-3">
        Your application has reached our staff. They answer by email to {values.email.trim()}.
      </p>
    );
  return (
    <form noValidate onSubmit={submit} className="mt-8 grid gap-5 sm:grid-cols-2">
      <Field label="Your name" required error={errors.name}>
        <Input autoComplete="name" maxLength={255} value={values.name} onChange={change('name')} />
      </Field>
      <Field label="Work email" required error={errors.email}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={255}
          value={values.email}
          onChange={change('email')}
        />
      </Field>
      <Field label="Label" required error={errors.label} className="sm:col-span-2">
        <Input autoComplete="organization" maxLength={255} value={values.label} onChange={change('label')} />
      </Field>
      <Field label="What are you looking for?" className="sm:col-span-2">
        <Textarea maxLength={4000} value={values.message} onChange={change('message')} />
      </Field>
      <Checkbox
        className="sm:col-span-2"
        label="I work at a major label, I am ready to sign talent, and I am authorized to make signing decisions."
        checked={confirmed}
        onCheckedChange={setConfirmed}
        error={errors.confirmed}
      />
      <div className="sr-only" aria-hidden="true">
        <input
          tabIndex={-1}
          autoComplete="off"
          aria-label="Leave this empty"
          value={values.website}
          onChange={change('website')}
        />
      </div>
      <div className="sm:col-span-2">
        <Button type="submit" pending={apply.isPending}>
          {apply.isPending ? 'Sending…' : 'Send application'}
        </Button>
      </div>
    </form>
  );
}
