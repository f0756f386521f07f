/** Several things of a kind in a row of buttons, one of them open below; and a way to begin another. */
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { ListFrame } from './list-frame.tsx';

interface OneOfManyProps<Data, Item> {
  query: UseQueryResult<Data>;
  items: (data: Data) => readonly Item[];
  failed: string;
  label: (item: Item) => ReactNode;
  /** Begins another; what it made is opened. */
  begin: (data: Data, onMade: (id: number) => void) => ReactNode;
  /** Said when there is none yet. */
  none: string;
  children: (id: number, onChanged: () => void) => ReactNode;
}

export function OneOfMany<Data, Item extends { id: number }>(props: OneOfManyProps<Data, Item>) {
  const { query, items, failed, label, begin, none, children } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <ListFrame query={query} isEmpty={() => false} empty="" failed={failed}>
      {(data) => {
        const all = items(data);
        const shown = all.find(({ id }) => id === chosen) ?? all[0];
        return (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-center gap-2">
              {all.map((item) => (
                <button
                  key={item.id}
                  type="button"
                  aria-pressed={item === shown}
                  onClick={() => setChosen(item.id)}
                  className={classNames(
                    'flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-semibold hover:bg-raised',
                    item === shown ? 'border-signal text-bone' : 'border-line text-muted',
                  )}
                >
                  {label(item)}
                </button>
              ))}
              {begin(data, (id) => void query.refetch().then(() => setChosen(id)))}
            </div>
            {shown ? (
              <div key={shown.id}>{children(shown.id, () => void query.refetch())}</div>
            ) : (
              <p className="max-w-prose text-muted">{none}</p>
            )}
          </div>
        );
      }}
    </ListFrame>
  );
}

interface OpenOneProps<Data> {
  read: UseQueryOptions<Data>;
  failed: string;
  onChanged: () => void;
  /** `changed` has it read again, and the row of buttons. */
  children: (data: Data, changed: () => void) => ReactNode;
}

/** The one that is open, as it stands now. */
export function OpenOne<Data>({ read, failed, onChanged, children }: OpenOneProps<Data>) {
  const query = useQuery({ ...read, refetchOnMount: 'always' });
  const changed = () => {
    void query.refetch();
    onChanged();
  };
  return (
    <ListFrame query={query} isEmpty={() => false} empty="" failed={failed}>
      {(data) => children(data, changed)}
    </ListFrame>
  );
}
