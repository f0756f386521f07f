/** One choice out of a list, on Radix. The injected style carries the nonce of the content policy. */
import { Check, ChevronDown } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import { cspNonce } from '../csp-nonce.ts';
import { classNames } from './class-names.ts';
import { CONTROL } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

export function Select({
  options,
  value,
  defaultValue,
  onValueChange,
  placeholder = 'Choose…',
  name,
  disabled,
  className,
  ...trigger
}: SelectProps) {
  return (
    <RadixSelect.Root
      value={value}
      defaultValue={defaultValue}
      onValueChange={onValueChange}
      name={name}
      disabled={disabled}
    >
      <RadixSelect.Trigger
        {...trigger}
        className={classNames(
          CONTROL,
          'flex h-13 items-center justify-between gap-3 text-left data-placeholder:text-muted',
          className,
        )}
      >
        <span className="truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <RadixSelect.Icon>
          <ChevronDown aria-hidden="true" className="size-5 text-muted" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="z-60 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) animate-fade overflow-hidden rounded-md border border-edge bg-panel"
        >
          <RadixSelect.Viewport nonce={cspNonce} className="p-1">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

function SelectItem({ option }: { option: SelectOption }) {
  return (
    <RadixSelect.Item
      value={option.value}
      disabled={option.disabled}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 outline-none data-disabled:text-edge data-highlighted:bg-signal data-highlighted:text-ink"
    >
      <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator>
        <Check aria-hidden="true" className="size-4" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  );
}
