/**
 * Signing in with a phone number: the number, the code texted to it, and the offer of a passkey for the next time. For
 * any page that needs to know who somebody is; /sign-in is only one of them.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createServerClock } from '#web/server-clock.ts';
import type { AskedCode, Me } from '../contract.ts';
import { type Asked, CodeStep } from './code-step.tsx';
import { NumberStep } from './number-step.tsx';
import { canUsePasskeys } from './passkey-client.ts';
import { PasskeyOffer } from './passkey-offer.tsx';

export interface SignInFormProps {
  /** The number as it was given elsewhere on the page. It can be changed. */
  phone?: string;
  /** Why to sign in, in a sentence. */
  lead?: ReactNode;
  /** For a page that offers the passkey itself, beside what it now shows: called if one can be offered. */
  onOffer?: () => void;
  /** Called once, when the number is proven and the offer of a passkey was taken or left. */
  onSignedIn: (person: Me) => void;
}

export function SignInForm({ phone: given = '', lead, onOffer, onSignedIn }: SignInFormProps) {
  const [phone, setPhone] = useState(given);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [proven, setProven] = useState<Me | null>(null);
  const client = useQueryClient();
  const finish = (person: Me) => {
    // Whose everything is may have changed: whatever the page shows of it is read again.
    void client.invalidateQueries();
    onSignedIn(person);
  };
  const takeAnswer = (answer: AskedCode, number: string) =>
    setAsked({ ...answer, phone: number, clock: createServerClock(answer.serverTime) });
  if (proven) return <PasskeyOffer onDone={() => finish(proven)} />;
  if (asked)
    return (
      <CodeStep
        asked={asked}
        onAsked={takeAnswer}
        onChangeNumber={() => setAsked(null)}
        onProven={({ person, passkeys }) => {
          const canOffer = passkeys === 0 && canUsePasskeys();
          if (canOffer && !onOffer) return setProven(person);
          if (canOffer) onOffer?.();
          finish(person);
        }}
      />
    );
  return (
    <NumberStep phone={phone} lead={lead} onChange={setPhone} onAsked={takeAnswer} onSignedIn={finish} />
  );
}
