/** The first thing one sees: what waits for somebody, each with the way there. */
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DASHBOARD_TABS, listTasks } from '../rules.ts';
import { useWaiting } from './staff-frame.tsx';

export function Today() {
  const { data } = useWaiting();
  const tasks = data && listTasks(data);
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="silk mb-2 text-muted">
        Today
      </h2>
      {!tasks ? (
        <Skeleton className="h-11 w-full" />
      ) : tasks.length === 0 ? (
        <p>Nothing waits. New tracks appear in the queue as they arrive.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {tasks.map(({ words, tab, search, urgent }) => (
            <li key={words} className="max-sm:w-full">
              <Link
                to="/admin/dashboard"
                search={{ tab: tab === DASHBOARD_TABS[0] ? undefined : tab, ...search } as never}
                className={classNames(
                  'flex min-h-11 items-center justify-between gap-3 rounded-md border bg-panel px-3 text-[0.9375rem] hover:bg-raised',
                  urgent ? 'border-hot text-hot' : 'border-line hover:border-edge',
                )}
              >
                {words}
                <ArrowRight aria-hidden="true" className="size-4 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
