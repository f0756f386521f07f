/** 'Get 5 Free Votes': three artists who agreed to be contacted, each texted once. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SignInForm } from '#features/people/web/sign-in-form.tsx';
import { PROVE_NUMBER } from '#features/sms/rules.ts';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { referArtists } from '../calls.ts';
import type { CastVote } from '../contract.ts';
import { COPY } from '../copy.ts';
import { TrapField } from './trap-field.tsx';
import { useReferralForm } from './use-referral-form.ts';

interface ReferralDialogProps {
  id: string;
  artistName: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReferred: (cast: CastVote) => void;
}

export default function ReferralDialog({
  id,
  artistName,
  open,
  onOpenChange,
  onReferred,
}: ReferralDialogProps) {
  const form = useReferralForm();
  const [proving, setProving] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const referrerName = form.referrerName.trim() || artistName;
      const body = { referrerName, referrals: form.people, consent: true, fanPage: form.trap.value };
      return callEndpoint(referArtists, { params: { id }, body });
    },
    onSuccess: (cast) => {
      toast({
        title: 'Success!',
        description:
          cast.state === 'waiting'
            ? `Your three invitations are on their way. 5 free votes have been added! ${COPY.referralWaits}`
            : 'Your three invitations are on their way. The 5 free votes are pending: they are checked first.',
      });
      form.clear();
      onOpenChange(false);
      onReferred(cast);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body?.reason === 'prove_number') return setProving(true);
      form.show(error);
      const description = readableMessage(error, COPY.referralsFailed);
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.check()) mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Get 5 Free Votes"
      description="Name three artists who would like to enter. Each gets one text message that says who sent it and how to stop."
    >
      {proving ? (
        <SignInForm
          lead={PROVE_NUMBER}
          onSignedIn={() => {
            setProving(false);
            mutate();
          }}
        />
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <Field label="Your name (optional)" hint={`Left empty, the message comes from ${artistName}.`}>
            <Input
              autoComplete="name"
              maxLength={255}
              value={form.referrerName}
              onChange={(event) => form.setReferrerName(event.target.value)}
            />
          </Field>
          {form.people.map((person, index) => (
            <PersonFields
              // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
              key={index}
              place={index}
              person={person}
              form={form}
            />
          ))}
          <TrapField {...form.trap} />
          <Checkbox
            label="All three agreed that I give you their number and that you text them once."
            checked={form.consent}
            onCheckedChange={form.setConsent}
            error={form.errors.consent}
          />
          <p className="border-l-2 border-hot pl-3 text-sm text-muted">
            The votes count once one of the three follows the link. Fake numbers lead to disqualification:
            votes for numbers that cannot be reached are taken back.
          </p>
          <Button type="submit" variant="primary" size="large" pending={isPending}>
            {isPending ? 'Sending…' : 'Send and get 5 votes'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

interface PersonFieldsProps {
  place: number;
  person: { artistName: string; phoneNumber: string };
  form: ReturnType<typeof useReferralForm>;
}

function PersonFields({ place, person, form }: PersonFieldsProps) {
  const number = place + 1;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">Artist {number}</legend>
      <Field label={`Artist ${number} name`} required error={form.errors[`name${place}`]}>
        <Input
          maxLength={255}
          autoComplete="off"
          value={person.artistName}
          onChange={(event) => form.change(place, { artistName: event.target.value })}
        />
      </Field>
      <Field label={`Artist ${number} phone`} required error={form.errors[`phone${place}`]}>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          value={person.phoneNumber}
          onChange={(event) => form.change(place, { phoneNumber: event.target.value })}
        />
      </Field>
    </fieldset>
  );
}
