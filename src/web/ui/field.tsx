/** A labelled control with hint and error, wired for assistive technology; and the text controls that go in it. */
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

export interface FieldProps {
  label: ReactNode;
  /** Shown below the label, always. */
  hint?: ReactNode;
  /** The one error of this field; announced when it appears. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
  /** Exactly one control: Input, Textarea, Select… */
  children: ReactElement<ControlProps>;
}

export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-signal">
      {' '}
      *
    </span>
  );
}

export function Field({ label, hint, error, required, className, children }: FieldProps) {
  const ownId = useId();
  const id = children.props.id ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={id} className="silk text-muted">
        {label}
        {required && <RequiredMark />}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** An error line. Always in the page, so that its text is announced when it comes. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-sm text-hot empty:hidden">
      {children && (
        <>
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 bg-hot" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}

export const CONTROL =
  'w-full rounded-md border border-edge bg-pit px-4 text-bone transition-colors placeholder:text-muted hover:border-muted focus-visible:border-signal focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:text-muted aria-invalid:border-hot';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(CONTROL, 'h-13', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(CONTROL, 'min-h-28 py-3', className)} {...rest} />;
}
