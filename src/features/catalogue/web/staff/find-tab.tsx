/** Find: search and filters as chips, views kept under a name, the tracks, and what is like one of them. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { listColleagues } from '#features/listening/calls.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { SearchBox } from '#web/staff/search-box.tsx';
import { type OrderOption, OrderSelect } from '#web/staff/sort-order.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FoundTrack } from '../../contract.ts';
import { type Filter, listChips } from '../../rules.ts';
import { AlikeSheet } from './alike-sheet.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { FoundTable } from './found-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { type FindSort, useFilter, useFound } from './use-find.ts';

const ORDER_OPTIONS: OrderOption<FindSort>[] = [
  { value: 'date desc', label: 'Newest first' },
  { value: 'date asc', label: 'Oldest first' },
  { value: 'score desc', label: 'Best first' },
  { value: 'bpm asc', label: 'Slowest first' },
  { value: 'bpm desc', label: 'Fastest first' },
  { value: 'length asc', label: 'Shortest first' },
  { value: 'artist asc', label: 'Artist A to Z' },
];

export default function FindTab() {
  const { filter, order, narrow, open, sortBy } = useFilter();
  const { list, matching } = useFound(filter, order);
  const [like, setLike] = useState<FoundTrack | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <SavedViews filter={filter} onOpen={open} />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          search={filter.search ?? ''}
          onSearch={(search) => narrow({ search: search.trim() || undefined }, true)}
          placeholder="Artist, title, #id or part of a number…"
          label="Search by artist, title, id or phone number"
        />
        <FilterSheet filter={filter} onNarrow={narrow} />
        <OrderSelect options={ORDER_OPTIONS} view={order} onSort={sortBy} />
      </div>
      <Chips filter={filter} onNarrow={narrow} onClear={() => open({})} matching={matching} />
      <ListFrame
        query={list}
        isEmpty={(tracks) => tracks.length === 0}
        empty="No track matches"
        hint="Take a filter off, or search for fewer words: each of them has to be found."
        failed="The tracks could not be read. Please try again."
      >
        {(tracks) => <FoundTable tracks={tracks} order={order} onSort={sortBy} onAlike={setLike} />}
      </ListFrame>
      <AlikeSheet track={like} onTrack={setLike} />
    </div>
  );
}

interface ChipsProps {
  filter: Filter;
  matching: number | undefined;
  onNarrow: (change: Filter) => void;
  onClear: () => void;
}

function Chips({ filter, matching, onNarrow, onClear }: ChipsProps) {
  const { data: people } = useQuery(endpointQuery(listColleagues));
  const chips = listChips(filter, people);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2">
      <p className="figures text-sm text-muted" aria-live="polite">
        {matching === undefined ? '…' : `${matching.toLocaleString()} ${matching === 1 ? 'track' : 'tracks'}`}
      </p>
      <ul aria-label="Filters" className="flex flex-wrap gap-2 empty:hidden">
        {chips.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Take off: ${label}`}
              onClick={() => onNarrow({ [name]: undefined, ...(name === 'key' ? { near: undefined } : {}) })}
              className="flex min-h-9 items-center gap-2 rounded-full border border-signal/70 px-3 text-sm hover:bg-raised pointer-coarse:min-h-11"
            >
              {label}
              <X aria-hidden="true" className="size-3.5 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {chips.length > 1 && (
        <Button variant="quiet" onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  );
}
