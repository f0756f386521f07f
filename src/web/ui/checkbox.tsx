/** A box with its sentence. The whole line is the target. */
import { Check, Minus } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

export interface CheckboxProps {
  label: ReactNode;
  checked?: boolean | 'indeterminate';
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  required?: boolean;
  error?: ReactNode;
  className?: string;
}

export function Checkbox({ label, onCheckedChange, error, className, ...box }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <RadixCheckbox.Root
          {...box}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
          className={classNames(
            'relative mt-2.5 grid size-6 shrink-0 place-items-center rounded-sm border bg-pit text-ink after:absolute after:-inset-2.5',
            'hover:border-bone disabled:border-line data-[state=checked]:border-signal data-[state=checked]:bg-signal data-[state=indeterminate]:border-signal data-[state=indeterminate]:bg-signal',
            error ? 'border-hot' : 'border-edge',
          )}
        >
          <RadixCheckbox.Indicator>
            {box.checked === 'indeterminate' ? (
              <Minus aria-hidden="true" className="size-4 stroke-[3]" />
            ) : (
              <Check aria-hidden="true" className="size-4 stroke-[3]" />
            )}
          </RadixCheckbox.Indicator>
        </RadixCheckbox.Root>
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center py-2">
          <span>{label}</span>
        </label>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
