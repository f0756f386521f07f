/** The first step: one's number, or a passkey of before. */
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { hasPhoneDigits } from '#platform/phone-digits.ts';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError, Input } from '#web/ui/field.tsx';
import { askCode } from '../calls.ts';
import type { AskedCode, Me } from '../contract.ts';
import { canUsePasskeys } from './passkey-client.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface NumberStepProps {
  phone: string;
  lead?: ReactNode;
  onChange: (phone: string) => void;
  onAsked: (answer: AskedCode, phone: string) => void;
  onSignedIn: (person: Me) => void;
}

export function NumberStep({ phone, lead, onChange, onAsked, onSignedIn }: NumberStepProps) {
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const leadId = useId();
  const passkey = usePasskeySignIn(onSignedIn);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const failure = await requestCode(phone, (answer) => onAsked(answer, phone));
    setBusy(false);
    setError(failure);
    if (failure) field.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {lead && (
        <p id={leadId} className="text-muted">
          {lead}
        </p>
      )}
      <Field label="Phone number" hint="We text you a code. Nobody else sees your number." error={error}>
        <Input
          ref={field}
          type="tel"
          name="phone"
          // The browser may offer a passkey right here.
          autoComplete="tel webauthn"
          maxLength={40}
          value={phone}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={busy}>
        {busy ? 'Sending…' : 'Text me a code'}
      </Button>
      {canUsePasskeys() && (
        <Button size="large" pending={passkey.busy} onClick={() => void passkey.start()}>
          <KeyRound aria-hidden="true" className="size-5" />
          {passkey.busy ? 'Waiting for your device…' : 'Sign in with a passkey'}
        </Button>
      )}
      <FieldError>{passkey.error}</FieldError>
    </form>
  );
}

/** Asks for a code. Answers with what to tell the person when that was not possible. */
export async function requestCode(phone: string, onAsked: (answer: AskedCode) => void): Promise<string> {
  if (!hasPhoneDigits(phone)) return 'Please enter your phone number with its area code';
  try {
    onAsked(await callEndpoint(askCode, { body: { phone } }));
    return '';
  } catch (failure) {
    const field = failure instanceof ApiError ? failure.body?.fields?.phone : undefined;
    return field ?? readableMessage(failure, 'We could not be reached. Please try again.');
  }
}
