/** A second factor of staff, wherever it is asked for: the code of an authenticator app, or a passkey. */
import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Field, Input } from '#web/ui/field.tsx';

interface CodeFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label?: string;
  value: string;
  onChange: (code: string) => void;
}

export function CodeField({ label, onChange, className, ...input }: CodeFieldProps) {
  return (
    <Field label={label ?? 'Code from your authenticator app'}>
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        className={classNames('figures', className)}
        maxLength={7}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </Field>
  );
}

export const isWholeCode = (code: string): boolean => code.replace(/\s/g, '').length === 6;

/** Null when the browser's own dialog was closed, which is no failure: all stays as it is. */
export async function showPasskey(options: unknown) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as never }).catch(() => null);
}
