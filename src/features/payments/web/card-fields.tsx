/** The three fields of a card, formatted as they are typed: number with its brand, expiry, CVC. */
import { useId } from 'react';
import { Field, Input } from '#web/ui/field.tsx';
import {
  caretAfter,
  detectBrand,
  formatCardNumber,
  formatExpiry,
  onlyDigits,
  type TypedCard,
} from '../format-cards.ts';
import type { CardErrors } from '../rules-cards.ts';

interface CardFieldsProps {
  card: TypedCard;
  errors: CardErrors;
  disabled: boolean;
  onChange: (name: keyof TypedCard, value: string) => void;
}

export function CardFields({ card, errors, disabled, onChange }: CardFieldsProps) {
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
              // React leaves the caret at the end of the formatted number: put it back.
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
