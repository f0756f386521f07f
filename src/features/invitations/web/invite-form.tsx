/** Your name, up to three numbers, and the consent without which nothing is sent. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { SignInForm } from '#features/people/web/sign-in-form.tsx';
import { PROVE_NUMBER } from '#features/sms/rules.ts';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, FieldError, Input } from '#web/ui/field.tsx';
import { dismissToast, toast } from '#web/ui/toast-store.ts';
import { sendInvitations } from '../calls.ts';
import type { InvitationResult } from '../contract.ts';
import { COPY } from '../copy.ts';
import { MOST_PHONES } from '../limits.ts';
import { checkInvitation, type InvitationErrors, writeInvitation } from '../rules.ts';

const BLANK = Array.from({ length: MOST_PHONES }, () => '');

export function InviteForm({ onSent }: { onSent: (results: InvitationResult[]) => void }) {
  const { product } = useCampaign();
  const [artistName, setArtistName] = useState('');
  const [phones, setPhones] = useState(BLANK);
  const [consent, setConsent] = useState(false);
  const [errors, setErrors] = useState<InvitationErrors>({ phones: [] });
  const [went, setWent] = useState<InvitationResult[]>([]);
  const [proving, setProving] = useState(false);

  const { mutate, isPending: pending } = useMutation({
    mutationFn: () => {
      const phoneNumbers = phones.map((phone) => phone.trim()).filter(Boolean);
      return callEndpoint(sendInvitations, { body: { artistName, phoneNumbers, consent } });
    },
    onSuccess: ({ success, message, results = [] }) => {
      if (success) {
        dismissToast();
        return onSent([...went, ...results]);
      }
      toast({ title: COPY.someTitle, description: message || COPY.some, variant: 'destructive' });
      keepFailed(results);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body?.reason === 'prove_number') return setProving(true);
      const description = readableMessage(error, COPY.unable);
      toast({ title: COPY.unableTitle, description, variant: 'destructive' });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkInvitation(artistName, phones, consent);
    setErrors(checked.errors);
    if (!checked.refused && !pending) mutate();
  };
  /** Only the numbers that failed stay in the form. */
  const keepFailed = (results: InvitationResult[]) => {
    const failed = results.filter(({ state }) => state === 'failed');
    setWent((was) => [...was, ...results.filter(({ state }) => state !== 'failed')]);
    setPhones(BLANK.map((_, index) => failed[index]?.phoneNumber ?? ''));
    setErrors({ phones: failed.map(({ message }) => message) });
  };

  if (proving)
    return (
      <SignInForm
        lead={PROVE_NUMBER}
        onSignedIn={() => {
          setProving(false);
          mutate();
        }}
      />
    );
  return (
    <form noValidate onSubmit={send} aria-label="Invite artists by text" className="flex flex-col gap-5">
      <h2 className="plate text-2xl">Text an invitation</h2>
      <Field label="Your artist name" required error={errors.artistName}>
        <Input
          value={artistName}
          maxLength={255}
          autoComplete="nickname"
          onChange={(event) => setArtistName(event.target.value)}
        />
      </Field>
      {phones.map((phone, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
          key={index}
          label={`Phone number ${index + 1}`}
          error={errors.phones[index]}
        >
          <Input
            type="tel"
            inputMode="tel"
            placeholder={index === 0 ? '+1 212 555 0142' : undefined}
            value={phone}
            readOnly={pending}
            autoComplete="off"
            onChange={(event) =>
              setPhones(phones.map((was, at) => (at === index ? event.target.value : was)))
            }
          />
        </Field>
      ))}
      <FieldError>{errors.none}</FieldError>
      {went.length > 0 && (
        <p role="status" className="text-sm text-good">
          Already on the way: {went.map(({ phoneNumber }) => phoneNumber).join(', ')}
        </p>
      )}
      <figure>
        <figcaption className="silk mb-2 text-muted">What they read</figcaption>
        <blockquote className="rounded-md rounded-bl-none border border-line bg-ink px-4 py-3 text-sm wrap-anywhere text-bone">
          {writeInvitation(artistName.trim() || 'Your name', product, `${location.host}/invite/…`)}
        </blockquote>
      </figure>
      <Checkbox
        checked={consent}
        onCheckedChange={setConsent}
        error={errors.consent}
        label="Each of these people agreed to be contacted by text."
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        pending={pending}
        className="max-sm:w-full sm:self-start"
      >
        {pending ? 'Sending...' : went.length > 0 ? 'Try again for these' : 'Send invitations'}
      </Button>
      <p className="text-sm text-muted">
        One text each, by day where they are, with your name and a way to stop.{' '}
        <Link to="/sms-terms" className="underline">
          SMS terms
        </Link>
      </p>
    </form>
  );
}
