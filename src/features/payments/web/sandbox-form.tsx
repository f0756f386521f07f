/** The sandbox's own card form. Tagged, because no money moves. */
import { type FormEvent, useRef, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { confirmSandbox } from '../calls.ts';
import { formatCardNumber, readCard, type TypedCard } from '../format-cards.ts';
import { type CardErrors, checkCard, fieldOfFailure } from '../rules-cards.ts';
import { CardFields } from './card-fields.tsx';
import type { CardFormProps } from './card-form.tsx';
import { CancelButton, OutcomeLine, PayButton } from './card-form-parts.tsx';
import type { Tried } from './payment-texts.ts';
import { TestCards } from './test-cards.tsx';
import { isTaken } from './use-purchase.ts';

const EMPTY: TypedCard = { number: '', expiry: '', cvc: '' };

export function SandboxForm({ purchase, label }: CardFormProps) {
  const { phase, message, returnPath } = purchase;
  const [card, setCard] = useState(EMPTY);
  const [errors, setErrors] = useState<CardErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (name: keyof TypedCard, value: string) => {
    purchase.touch();
    setCard((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const focus = (name: keyof TypedCard) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (phase !== 'idle') return;
    const found = checkCard(card, new Date());
    setErrors(found);
    const first = (['number', 'expiry', 'cvc'] as const).find((name) => found[name]);
    if (first) return focus(first);
    const tried = await purchase.pay((clientSecret) => charge(clientSecret, card, returnPath));
    const field = tried?.failure?.code && fieldOfFailure(tried.failure.code);
    if (!field) return;
    setErrors({ [field]: tried.failure?.message });
    // Once the fields can be typed in again.
    requestAnimationFrame(() => focus(field));
  };
  const wrong = Object.values(errors).some(Boolean);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-4">
        <p className="silk text-muted">Card</p>
        <Badge tone="warm">Test mode</Badge>
      </div>
      <CardFields card={card} errors={errors} onChange={change} disabled={phase !== 'idle'} />
      {/* A field's own error is shown beside it. */}
      <OutcomeLine phase={phase} message={wrong ? null : message} />
      <PayButton label={label} phase={phase} />
      <CancelButton cancel={purchase.cancel} onCancel={() => setCard(EMPTY)} />
      <TestCards onPick={(number) => change('number', formatCardNumber(number))} />
    </form>
  );
}

async function charge(clientSecret: string, card: TypedCard, returnPath: string): Promise<Tried> {
  const { status, error, challengePath } = await callEndpoint(confirmSandbox, {
    body: { clientSecret, card: readCard(card), returnPath },
  });
  // If it was paid a moment ago or in another tab, that counts, whatever this attempt was answered.
  if (isTaken(status)) return { status };
  if (error) return { status, failure: error };
  if (!challengePath) return { status };
  window.location.assign(challengePath);
  // Never resolves: the page is leaving for the bank's.
  return new Promise(() => {});
}
