/** Six cells over one ordinary field: pasting, the phone's own suggestion and screen readers work as with any other. */
import { type RefObject, useId } from 'react';
import { keepDigits } from '#platform/phone-digits.ts';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError } from '#web/ui/field.tsx';
import { CODE_DIGITS } from '../limits.ts';

interface CodeCellsProps {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  error: string;
  busy: boolean;
  onChange: (code: string) => void;
}

export function CodeCells({ field, code, error, busy, onChange }: CodeCellsProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="silk text-muted">
        {CODE_DIGITS}-digit code
      </label>
      <div className="group relative">
        <input
          ref={field}
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d*"
          value={code}
          readOnly={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(keepDigits(event.target.value).slice(0, CODE_DIGITS))}
          // What is typed is drawn by the cells below it.
          className="absolute inset-0 z-10 w-full rounded-md bg-transparent text-base text-transparent caret-transparent selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {Array.from({ length: CODE_DIGITS }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
              key={index}
              className={classNames(
                'figures grid h-14 place-items-center rounded-md border bg-pit text-2xl',
                error ? 'border-hot' : 'border-edge',
                index === Math.min(code.length, CODE_DIGITS - 1) && 'group-focus-within:border-signal',
              )}
            >
              {code[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
