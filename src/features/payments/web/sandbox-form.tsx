/** The sandbox's own card form: number with its brand, expiry, CVC. Tagged, because no money moves. */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { confirmSandbox } from '../contract.ts';
import {
  caretAfter,
  detectBrand,
  formatCardNumber,
  formatExpiry,
  onlyDigits,
  readCard,
  type TypedCard,
} from '../format-cards.ts';
import { type CardErrors, checkCard, fieldOfFailure } from '../rules-cards.ts';
import type { CardFormProps } from './card-form.tsx';
import { TestCards } from './test-cards.tsx';
import { isTaken, type Outcome, useOutcome } from './use-outcome.ts';

const EMPTY: TypedCard = { number: '', expiry: '', cvc: '' };

export function SandboxForm(props: CardFormProps) {
  const outcome = useOutcome(props);
  const [card, setCard] = useState(EMPTY);
  const [errors, setErrors] = useState<CardErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (name: keyof TypedCard, value: string) => {
    setCard((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (outcome.phase !== 'idle') return;
    const found = checkCard(card, new Date());
    setErrors(found);
    const first = (['number', 'expiry', 'cvc'] as const).find((name) => found[name]);
    if (first) return focus(first);
    const refused = await charge(props, card, outcome);
    const field = refused && fieldOfFailure(refused.code);
    if (!field) return;
    setErrors({ [field]: refused.message });
    // Once the fields can be typed in again.
    requestAnimationFrame(() => focus(field));
  };
  const focus = (name: keyof TypedCard) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const wrong = Object.values(errors).some(Boolean);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-4">
        <p className="silk text-muted">Card</p>
        <Badge tone="warm">Test mode</Badge>
      </div>
      <CardFields
        card={card}
        errors={errors}
        onChange={(name, value) => {
          outcome.touch();
          change(name, value);
        }}
        disabled={outcome.phase !== 'idle'}
      />
      {/* What is wrong with one field stands beside it. */}
      <OutcomeLine outcome={wrong ? { ...outcome, message: null } : outcome} />
      <PayButton {...props} phase={outcome.phase} />
      <CancelButton cancel={outcome.cancel} onCancel={() => setCard(EMPTY)} />
      <TestCards
        onPick={(number) => {
          outcome.touch();
          change('number', formatCardNumber(number));
        }}
      />
    </form>
  );
}

/** Returns what the provider had against the card. */
async function charge(
  props: CardFormProps,
  card: TypedCard,
  outcome: Outcome,
): Promise<{ code: string; message: string } | null> {
  const { returnPath = '/payment-success' } = props;
  try {
    const clientSecret = await outcome.start();
    const answer = await callEndpoint(confirmSandbox, {
      body: { clientSecret, card: readCard(card), returnPath },
    });
    // Paid already, in another tab or a moment ago: that is what it is, whatever this try was answered.
    if (isTaken(answer.status)) outcome.settle(answer.status);
    else if (answer.error) {
      outcome.refuse(answer.error);
      return answer.error;
    } else if (answer.challengePath) window.location.assign(answer.challengePath);
    else outcome.settle(answer.status);
  } catch (error) {
    outcome.stop(error);
  }
  return null;
}

interface CardFieldsProps {
  card: TypedCard;
  errors: CardErrors;
  disabled: boolean;
  onChange: (name: keyof TypedCard, value: string) => void;
}

function CardFields({ card, errors, disabled, onChange }: CardFieldsProps) {
  const brand = detectBrand(card.number);
  const numberId = useId();
  const digits = { inputMode: 'numeric', disabled } as const;
  return (
    <>
      <div className="relative">
        <Field label="Card number" error={errors.number}>
          <Input
            {...digits}
            id={numberId}
            name="number"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className="figures"
            value={card.number}
            onChange={({ target }) => {
              const spaced = formatCardNumber(target.value);
              const before = onlyDigits(target.value.slice(0, target.selectionStart ?? undefined)).length;
              onChange('number', spaced);
              // React writes the spaced number and leaves the caret at its end: back to where it was.
              if (before < onlyDigits(spaced).length)
                requestAnimationFrame(() => {
                  const at = caretAfter(spaced, before);
                  target.setSelectionRange(at, at);
                });
            }}
          />
        </Field>
        <output
          htmlFor={numberId}
          aria-label="Card brand"
          className="silk pointer-events-none absolute top-0 right-0 text-muted"
        >
          {brand ?? ''}
        </output>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Expiry" error={errors.expiry}>
          <Input
            {...digits}
            name="expiry"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            className="figures"
            value={card.expiry}
            onChange={({ target, nativeEvent }) => {
              const deleting = (nativeEvent as InputEvent).inputType?.startsWith('delete');
              onChange('expiry', deleting ? target.value.replace(/[\s/]+$/, '') : formatExpiry(target.value));
            }}
          />
        </Field>
        <Field label="CVC" error={errors.cvc}>
          <Input
            {...digits}
            name="cvc"
            autoComplete="cc-csc"
            placeholder="CVC"
            className="figures"
            value={card.cvc}
            onChange={({ target }) => onChange('cvc', onlyDigits(target.value).slice(0, 4))}
          />
        </Field>
      </div>
    </>
  );
}

/** Always in the page, so that what appears in it is announced. */
export function OutcomeLine({ outcome }: { outcome: Pick<Outcome, 'phase' | 'message'> }) {
  const failed = outcome.phase === 'idle';
  return (
    <p role="status" className={failed ? 'text-sm text-hot empty:hidden' : 'text-sm text-warm empty:hidden'}>
      {outcome.message}
    </p>
  );
}

/** Only while there is something to turn back from. */
export function CancelButton({ cancel, onCancel }: Pick<Outcome, 'cancel'> & { onCancel?: () => void }) {
  if (!cancel) return null;
  return (
    <Button variant="quiet" className="-mt-2 self-center" onClick={() => void cancel().then(onCancel)}>
      Cancel payment
    </Button>
  );
}

export function PayButton({
  label,
  pendingLabel = 'Processing...',
  phase,
  disabled,
}: Pick<CardFormProps, 'label' | 'pendingLabel'> & {
  phase: Outcome['phase'];
  disabled?: boolean;
}): ReactNode {
  const busy = phase === 'paying' || phase === 'processing';
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      pending={busy}
      disabled={disabled || phase === 'paid'}
      className="w-full"
    >
      {busy ? pendingLabel : phase === 'paid' ? 'Paid' : label}
    </Button>
  );
}
