/** What is typed into a search box is shown at once, and told once the typing rests. Follows the address when that changes. */
import { useEffect, useRef, useState } from 'react';

const REST_MS = 300;

export function useRestedSearch(
  search: string,
  onSearch: (search: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
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
  return [typed, setTyped];
}
