/** What narrows the ranking down: genre chips, a search that waits until the typing rests, and refresh. */
import { RotateCw, Search } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CONTROL } from '#web/ui/field.tsx';
import { useRestedSearch } from '#web/ui/use-rested-search.ts';
import { ALL_TRACKS, CHIPS } from '../rules-display.ts';
import { readSearch, SEARCH_HINTS } from '../rules-search.ts';

interface ChipsProps {
  genre: string;
  heard: boolean;
  onGenre: (genre: string) => void;
  onHeard: (heard: boolean) => void;
}

export function BoardChips({ genre, heard, onGenre, onHeard }: ChipsProps) {
  return (
    <div className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      <fieldset className="flex shrink-0 gap-2 md:shrink md:flex-wrap">
        <legend className="sr-only">Genre</legend>
        {CHIPS.map((chip) => {
          const value = chip === ALL_TRACKS ? '' : chip;
          return (
            <Chip key={chip} chosen={value === genre} onChoose={() => onGenre(value)}>
              {chip}
            </Chip>
          );
        })}
      </fieldset>
      <Chip chosen={heard} onChoose={() => onHeard(!heard)}>
        Heard by a person
      </Chip>
    </div>
  );
}

function Chip({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={classNames(
        'min-h-11 rounded-md border px-4 max-sm:px-3 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors',
        chosen ? 'border-bone bg-bone text-ink' : 'border-line text-muted hover:border-muted hover:text-bone',
      )}
    >
      {children}
    </button>
  );
}

/** Shows what is typed at once, tells what is meant once the typing rests. Follows the address when that changes. */
export function BoardSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useRestedSearch(search, onSearch);
  const hintId = useId();
  const hint = SEARCH_HINTS[readSearch(typed).kind];
  return (
    <div className="relative min-w-0 flex-1 md:max-w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label="Search artists or tracks"
        placeholder="Search artists or tracks..."
        value={typed}
        maxLength={255}
        onChange={(event) => setTyped(event.target.value)}
        aria-describedby={hint ? hintId : undefined}
        className={`${CONTROL} h-11 pl-10`}
      />
      {hint && (
        <p id={hintId} className="absolute top-full left-0 mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function RefreshButton({ fetching, onRefresh }: { fetching: boolean; onRefresh: () => void }) {
  return (
    <Button size="icon" aria-label="Refresh" title="Refresh" onClick={onRefresh}>
      <RotateCw aria-hidden="true" className={classNames('size-4', fetching && 'text-signal')} />
    </Button>
  );
}
