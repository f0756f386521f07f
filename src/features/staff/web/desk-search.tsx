/** A search box that tells what is meant once the typing rests, and follows the address when that changes. */
import { Search } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { CONTROL } from '#web/ui/field.tsx';

const REST_MS = 300;

interface DeskSearchProps {
  search: string;
  onSearch: (search: string) => void;
  placeholder: string;
  label: string;
  ref?: Ref<HTMLInputElement>;
}

export function DeskSearch({ search, onSearch, placeholder, label, ref }: DeskSearchProps) {
  const [typed, setTyped] = useState(search);
  const told = useRef(search);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const meant = typed.trim();
    if (meant === told.current) return;
    const timer = setTimeout(() => {
      told.current = meant;
      tell.current(meant);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
