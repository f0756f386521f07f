/** One language of states for every screen: empty with the next step, error with a way out. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface StateProps {
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links: what to do next. */
  action?: ReactNode;
  /** Heading level that fits the page around it. */
  level?: 1 | 2 | 3;
  className?: string;
}

/** Nothing is here yet: the trace of a channel without input. */
export function EmptyState(props: StateProps) {
  const mark = (
    <svg viewBox="0 0 160 24" className="h-6 w-40 text-edge" aria-hidden="true">
      <path d="M0 12h62m36 0h62" stroke="currentColor" strokeWidth="2" strokeDasharray="2 4" />
      <path
        d="M66 12h4l4-9 6 18 5-13 3 4h6"
        stroke="currentColor"
        strokeWidth="2"
        fill="none"
        strokeLinejoin="round"
      />
    </svg>
  );
  return <StateFrame mark={mark} {...props} />;
}

/** Something failed, and how to get out of it. Announced when it appears. */
export function ErrorState(props: StateProps) {
  const mark = (
    <span aria-hidden="true" className="flex gap-1">
      <span className="h-4 w-6 bg-hot" />
      <span className="h-4 w-6 bg-unlit" />
      <span className="h-4 w-6 bg-unlit" />
    </span>
  );
  return <StateFrame role="alert" mark={mark} {...props} />;
}

interface FrameProps extends StateProps {
  mark: ReactNode;
  role?: 'alert';
}

function StateFrame({ mark, role, title, children, action, level = 2, className }: FrameProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      role={role}
      className={classNames(
        'flex flex-col items-start gap-4 rounded-md border border-line bg-panel px-6 py-8 md:px-8 md:py-10',
        className,
      )}
    >
      {mark}
      <Heading className="plate text-2xl">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
