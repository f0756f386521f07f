/** A place held for what comes, in its shape. Hidden from assistive technology: the region around it says 'Loading'. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-sweep rounded-md bg-panel bg-[linear-gradient(100deg,transparent_35%,var(--color-raised)_50%,transparent_65%)] bg-[length:60%_100%] bg-no-repeat',
        className,
      )}
    />
  );
}
