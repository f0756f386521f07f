/** Asks whether a number may be texted, where it is given. The browser's own box: the landing page carries no other. */
import { classNames } from '#web/ui/class-names.ts';
import { CONSENT } from '../copy.ts';

interface ConsentBoxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

export function ConsentBox({ checked, onChange, disabled, className }: ConsentBoxProps) {
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-start gap-3', className)}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-signal"
      />
      {CONSENT}
    </label>
  );
}
