/** Signing in with a passkey: by the button, or offered by the browser in the field where it can do that. */
import { useEffect, useRef, useState } from 'react';
import { readableMessage } from '#web/api-client.ts';
import type { Me } from '../contract.ts';
import { CHALLENGE_MS } from '../rules.ts';
import {
  canOfferByItself,
  pickPasskey,
  signInWithPasskey,
  stopAsking,
  wasCalledOff,
} from './passkey-client.ts';

export function usePasskeySignIn(onSignedIn: (person: Me) => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const done = useRef(onSignedIn);
  done.current = onSignedIn;
  const fail = (failure: unknown) => {
    if (!wasCalledOff(failure))
      setError(readableMessage(failure, 'That passkey could not be used. Sign in with a code instead.'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the browser offers is offered once
  useEffect(() => offerByItself((person) => done.current(person), fail), []);
  const start = async () => {
    setBusy(true);
    setError('');
    try {
      done.current(await signInWithPasskey(await pickPasskey()));
    } catch (failure) {
      fail(failure);
    }
    setBusy(false);
  };
  return { busy, error, start };
}

/** Lets the browser offer passkeys until it is called off, with a new challenge before the last one runs out. */
function offerByItself(onSignedIn: (person: Me) => void, onFailed: (failure: unknown) => void) {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const offer = async () => {
    timer = setTimeout(() => void offer(), CHALLENGE_MS * 0.8);
    // A browser that cannot offer any says so to nobody: nobody asked it to.
    const picked = await pickPasskey({ byItself: true }).catch(() => null);
    if (!picked || over) return;
    await signInWithPasskey(picked).then(
      (person) => !over && onSignedIn(person),
      (failure) => !over && onFailed(failure),
    );
  };
  void canOfferByItself().then((can) => can && !over && void offer());
  return () => {
    over = true;
    if (timer === undefined) return;
    clearTimeout(timer);
    void stopAsking();
  };
}
