/** The second step of a sign-in: a code from the authenticator app, or a passkey. */
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { AnswerOf, BodyOf } from '#platform/http/endpoint.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import type { login } from '../calls.ts';

export type Asked = NonNullable<AnswerOf<typeof login>['secondFactor']>;
export type Factor = Pick<BodyOf<typeof login>, 'code' | 'passkey'>;

interface Props {
  asked: Asked;
  pending: boolean;
  onGiven: (factor: Factor) => void;
  onBack: () => void;
}

export function FactorStep({ asked: { totp, passkey }, pending, onGiven, onBack }: Props) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven({ code });
  };
  const answerWithPasskey = async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    // Closing the browser's own dialog is no failure: the step stays as it is.
    const answer = await startAuthentication({ optionsJSON: passkey as never }).catch(() => null);
    if (answer) onGiven({ passkey: answer as never });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {totp && (
        <>
          <Field label="Code from your authenticator app">
            <Input
              // The one thing to do in this step.
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              className="figures"
              maxLength={7}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="large"
            pending={pending}
            disabled={code.replace(/\s/g, '').length !== 6}
          >
            {pending ? 'Signing in…' : 'Sign In'}
          </Button>
        </>
      )}
      {passkey && (
        <Button
          variant={totp ? 'secondary' : 'primary'}
          size="large"
          onClick={() => void answerWithPasskey()}
        >
          <KeyRound aria-hidden="true" className="size-5" /> Use your passkey
        </Button>
      )}
      <Button variant="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
