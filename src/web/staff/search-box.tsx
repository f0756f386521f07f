/** The search box of staff lists. */
import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { CONTROL } from '#web/ui/field.tsx';
import { useRestedSearch } from '#web/ui/use-rested-search.ts';

interface DashboardSearchProps {
  search: string;
  onSearch: (search: string) => void;
  placeholder: string;
  label: string;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ search, onSearch, placeholder, label, ref }: DashboardSearchProps) {
  const [typed, setTyped] = useRestedSearch(search, onSearch);
  return (
    <div className="relative min-w-0 grow basis-full md:max-w-110 md:basis-64">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={255}
        onChange={(event) => setTyped(event.target.value)}
        className={`${CONTROL} h-11 pl-10`}
      />
    </div>
  );
}
