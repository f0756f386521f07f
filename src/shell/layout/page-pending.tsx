/** While a page's code is on its way: the shape of a heading and a panel. */
import { Skeleton } from '#web/ui/skeleton.tsx';

export function PagePending() {
  return (
    <div className="column py-12" role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-16 w-2/3 max-w-xl" />
      <Skeleton className="mt-10 h-80 w-full" />
    </div>
  );
}
