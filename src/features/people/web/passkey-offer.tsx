/** The last step, which can be left: a passkey, so that the next sign-in is one touch. */
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { makePasskey, wasCalledOff } from './passkey-client.ts';

export function PasskeyOffer({ onDone }: { onDone: () => void }) {
  const { add, busy, error } = useNewPasskey(onDone);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="plate text-2xl outline-none">
        You are signed in
      </h2>
      <p className="text-muted">
        Next time, skip the code: with a passkey, your fingerprint, face or screen lock signs you in.
      </p>
      <Button variant="primary" size="large" pending={busy} onClick={() => void add()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {busy ? 'Waiting for your device…' : 'Add a passkey'}
      </Button>
      <Button variant="quiet" size="large" onClick={onDone}>
        Not now
      </Button>
      <FieldError>{error}</FieldError>
    </div>
  );
}

export function useNewPasskey(onAdded: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const add = async () => {
    setBusy(true);
    setError('');
    try {
      await makePasskey();
      onAdded();
    } catch (failure) {
      if (!wasCalledOff(failure))
        setError(readableMessage(failure, 'Your device could not make a passkey. The code works as before.'));
    }
    setBusy(false);
  };
  return { add, busy, error };
}
