/** A kind of thing as a section: the newest, how many there are, and more of them when asked for. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { Belonging, Section } from '../contract.ts';
import { useMore } from './use-mine.ts';

interface SectionListProps {
  id: string;
  title: string;
  section: Section;
  /** What is said when there is nothing. */
  empty?: ReactNode;
  children: (item: Belonging) => ReactNode;
}

export function SectionList({ id, title, section, empty, children }: SectionListProps) {
  const { kind, total, items, next } = section;
  const more = useMore(kind, next);
  const pages = more.data?.pages ?? [];
  const all = [...items, ...pages.flatMap((page) => page.items)];
  const isMore = pages.length > 0 ? more.hasNextPage : next !== null;
  if (total === 0 && !empty) return null;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={`${id}-title`} className="silk text-muted">
          {title}
        </h2>
        {total > 0 && <span className="figures text-sm text-muted">{total}</span>}
      </div>
      {total === 0 ? empty : <ul>{all.map(children)}</ul>}
      {isMore && (
        <Button className="mt-4" pending={more.isFetching} onClick={() => void more.fetchNextPage()}>
          {more.isFetching ? 'Loading…' : 'Show more'}
        </Button>
      )}
      <p role="status" className="mt-2 text-sm text-hot empty:hidden">
        {more.isError && 'The rest could not be loaded. Try again.'}
      </p>
    </section>
  );
}
