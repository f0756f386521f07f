/** The button, and the same look on a link (`asChild`). At least 44 px high in every size. */
import { type ComponentProps, cloneElement, type ReactElement } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'medium' | 'large' | 'icon';

const BASE =
  'inline-flex select-none items-center justify-center gap-2 rounded-md border font-semibold transition-[background-color,border-color,color,translate] duration-150 active:translate-y-px disabled:pointer-events-none disabled:border-line disabled:bg-raised disabled:text-muted aria-busy:cursor-progress';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-signal bg-signal text-ink hover:border-signal-hot hover:bg-signal-hot',
  secondary: 'border-edge bg-transparent text-bone hover:border-bone hover:bg-raised',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-raised hover:text-bone',
  danger: 'border-hot bg-transparent text-hot hover:bg-hot hover:text-ink',
};

const SIZES: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-4 py-2 text-[0.9375rem] leading-tight',
  large: 'min-h-13 px-6 py-3 text-base leading-tight',
  icon: 'size-11 shrink-0',
};

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Put the look on the one child instead, for links. */
  asChild?: boolean;
  /** Work is under way: disabled and announced as busy. Change the label too. */
  pending?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  asChild = false,
  pending = false,
  type = 'button',
  disabled,
  className,
  ...rest
}: ButtonProps) {
  const look = classNames(BASE, VARIANTS[variant], SIZES[size], className);
  // A link has no type and cannot be disabled: only what both know is passed on.
  if (asChild) {
    const { children, ...passed } = rest;
    const link = children as ReactElement<{ className?: string }>;
    return cloneElement(link, { ...passed, className: classNames(look, link.props.className) });
  }
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={look}
      {...rest}
    />
  );
}
