/** The second step of a sign-in: a code from the authenticator app, or a passkey. */
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { AnswerOf, BodyOf } from '#platform/http/endpoint.ts';
import { CodeField, isWholeCode, showPasskey } from '#web/staff/second-factor.tsx';
import { Button } from '#web/ui/button.tsx';
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
    const answer = await showPasskey(passkey);
    if (answer) onGiven({ passkey: answer as never });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {totp && (
        <>
          <CodeField
            // The one thing to do in this step.
            autoFocus
            value={code}
            onChange={setCode}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            pending={pending}
            disabled={!isWholeCode(code)}
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
