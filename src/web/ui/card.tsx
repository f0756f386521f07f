/** A panel: hairline, no shadow, an optional silk-screened title with something at its right. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps {
  title?: ReactNode;
  /** Beside the title: a badge, a small button. */
  aside?: ReactNode;
  children?: ReactNode;
  /** Heading level of the title. */
  level?: 2 | 3 | 4;
  className?: string;
}

export function Card({ title, aside, children, level = 2, className }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={classNames('rounded-md border border-line bg-panel p-5 md:p-6', className)}>
      {(title || aside) && (
        <div className="mb-4 flex min-h-6 items-center justify-between gap-4">
          {title && <Heading className="silk min-w-0 text-muted wrap-anywhere">{title}</Heading>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
