/**
 * The staff table: as many rows as there are submissions, drawn only where one looks, and one of them open to listen
 * to. On a phone each row is a card. Keys: arrows or J and K move, Enter opens, P plays, N writes a note, C copies the
 * artist link, / searches. Who moves on while a track plays hears the next one.
 */
import { type KeyboardEvent, type UIEvent, useCallback, useEffect, useRef, useState } from 'react';
import { copyArtistLink } from '#features/offers/web/staff/artist-link.ts';
import { SortHead, type SortHeader } from '#web/staff/sort-order.tsx';
import type { Order } from '#web/staff/view.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useNarrow } from '#web/ui/use-narrow.ts';
import type { DashboardRow, DashboardSort } from '../contract.ts';
import { visibleRange } from '../rules.ts';
import { CARD_HEIGHT, DashboardTableRow, ROW_HEIGHT } from './submission-row.tsx';
import { TrackPanel, type TrackPanelHandle } from './track-panel.tsx';
import type { SubmissionsView } from './use-submissions.ts';

interface DashboardTableProps {
  rows: readonly DashboardRow[];
  /** How many there are on the server. */
  total: number | undefined;
  view: SubmissionsView;
  onSort: (order: Order<DashboardSort>) => void;
  onMore: () => void;
  onFind: () => void;
  isOwner: boolean;
  stale: boolean;
  onChanged: () => void;
}

const HEADERS: SortHeader<DashboardSort>[] = [
  { label: 'ID', sort: 'id', className: 'w-18' },
  { label: 'Artist Name', sort: 'artist', className: 'w-38' },
  { label: 'Track Title', sort: 'track', className: 'w-38' },
  { label: 'Phone', className: 'w-38' },
  { label: 'Genre', className: 'w-24' },
  { label: 'Score', sort: 'score', className: 'w-24' },
  { label: 'Date', sort: 'date', className: 'w-28' },
  { label: 'Payment', className: 'w-24' },
  { label: 'Status', className: 'w-27' },
  { label: 'Actions', className: 'w-44' },
];
const VIEWPORT = 640;
/** Rows before the end at which the next page is fetched. */
const AHEAD = 30;

export function DashboardTable(props: DashboardTableProps) {
  const { rows, total, view, onSort, onMore, onFind, stale, onChanged } = props;
  const [scrollTop, setScrollTop] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  /** What the panel that opens next does at once. */
  const [begin, setBegin] = useState<'play' | 'note' | undefined>();
  const rowHeight = useNarrow() ? CARD_HEIGHT : ROW_HEIGHT;
  const frame = useRef<HTMLElement>(null);
  const panel = useRef<TrackPanelHandle>(null);
  const { from, to } = visibleRange(scrollTop, VIEWPORT, rowHeight, rows.length);
  const asked = `${view.sort} ${view.direction} ${view.status} ${view.search}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is answered from its beginning
  useEffect(() => {
    if (frame.current) frame.current.scrollTop = 0;
  }, [asked]);
  useEffect(() => {
    if (to >= rows.length - AHEAD) onMore();
  }, [to, rows.length, onMore]);
  const choose = useCallback(
    (index: number) => {
      const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
      if (!row) return;
      setChosen(row.id);
      setBegin(panel.current?.isPlaying() ? 'play' : undefined);
      setOpen((before) => (before === null ? null : row.id));
      keepInSight(frame.current, rows.indexOf(row), rowHeight);
    },
    [rows, rowHeight],
  );
  const openWith = (id: number, first?: 'play' | 'note') => {
    setBegin(first);
    setOpen(id);
  };
  const at = rows.findIndex((row) => row.id === chosen);
  const current = at === -1 ? null : rows[at];
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyAction(event.key, {
      next: () => choose(at + 1),
      previous: () => choose(at === -1 ? 0 : at - 1),
      open: () => current && (open === current.id ? setOpen(null) : openWith(current.id)),
      play: () => {
        if (!current) return;
        if (open === current.id) panel.current?.toggle();
        else openWith(current.id, 'play');
      },
      note: () => {
        if (!current) return;
        if (open === current.id) panel.current?.focusNote();
        else openWith(current.id, 'note');
      },
      copy: () => current && void copyArtistLink(current.id),
      find: onFind,
    });
    if (!act || (event.key === 'Enter' && isControl(event.target))) return;
    event.preventDefault();
    act();
  };
  const shown = rows.slice(from, to);
  return (
    <div>
      <section
        ref={frame}
        aria-label="Submissions"
        aria-busy={stale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table is moved through by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={(event: UIEvent<HTMLElement>) => setScrollTop(event.currentTarget.scrollTop)}
        style={{ maxHeight: `min(${VIEWPORT}px, 85dvh)` }}
        className={classNames(
          'relative overflow-auto rounded-md border border-line bg-panel',
          stale && 'opacity-60',
        )}
      >
        <table
          className="w-full table-fixed border-collapse text-left max-md:block md:min-w-[75.5rem]"
          aria-rowcount={total ?? rows.length}
        >
          <caption className="sr-only">Submissions</caption>
          <SortHead headers={HEADERS} view={view} onSort={onSort} className="max-md:sr-only" sticky />
          <tbody className="max-md:block">
            <Spacer height={from * rowHeight} />
            {shown.map((row, index) => (
              <DashboardTableRow
                key={row.id}
                row={row}
                height={rowHeight}
                rowIndex={from + index + 1}
                chosen={row.id === chosen}
                open={row.id === open}
                onChoose={() => setChosen(row.id)}
                onOpen={() => {
                  setChosen(row.id);
                  if (open === row.id) setOpen(null);
                  else openWith(row.id);
                }}
                onChanged={onChanged}
              >
                {row.id === open && (
                  <tr className="border-b border-line bg-ink max-md:block">
                    <td colSpan={HEADERS.length} className="p-0 max-md:block">
                      <TrackPanel
                        ref={panel}
                        row={row}
                        begin={begin}
                        isOwner={props.isOwner}
                        onChanged={onChanged}
                        onLeave={() => frame.current?.focus()}
                      />
                    </td>
                  </tr>
                )}
              </DashboardTableRow>
            ))}
            <Spacer height={(rows.length - to) * rowHeight} />
          </tbody>
        </table>
      </section>
      <p className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <span className="figures" aria-live="polite">
          {rows.length.toLocaleString()} of {total?.toLocaleString() ?? '…'} loaded
        </span>
        <span className="max-md:hidden">
          Keys in the table: J K next and previous, Enter open, P play, N note, C copy artist link, / search
        </span>
      </p>
    </div>
  );
}

/** Holds the place of rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="max-md:block">
      <td colSpan={HEADERS.length} style={{ height }} className="p-0 max-md:block" />
    </tr>
  );
}

function keepInSight(frame: HTMLElement | null, index: number, rowHeight: number): void {
  if (!frame) return;
  const top = index * rowHeight;
  const room = Math.max(rowHeight, frame.clientHeight - 3 * rowHeight);
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top > frame.scrollTop + room) frame.scrollTop = top - room;
}

type Actions = Record<'next' | 'previous' | 'open' | 'play' | 'note' | 'copy' | 'find', () => unknown>;

function keyAction(key: string, actions: Actions): (() => unknown) | undefined {
  const keys: Record<string, () => unknown> = {
    j: actions.next,
    ArrowDown: actions.next,
    k: actions.previous,
    ArrowUp: actions.previous,
    Enter: actions.open,
    p: actions.play,
    n: actions.note,
    c: actions.copy,
    '/': actions.find,
  };
  return keys[key];
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, [role=slider], [role=combobox]') || target.isContentEditable);
const isControl = (target: EventTarget) => target instanceof HTMLElement && target.matches('button, a');
