/** A place held for what comes, in its shape. Hidden from assistive technology: the region around it says 'Loading'. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        // Moved as a whole, which costs the page nothing: a background that moves is drawn anew for each picture.
        'block rounded-md bg-panel contain-paint after:block after:size-full after:animate-sweep after:bg-[linear-gradient(100deg,transparent_35%,var(--color-raised)_50%,transparent_65%)]',
        className,
      )}
    />
  );
}
