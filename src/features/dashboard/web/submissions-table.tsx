/**
 * The staff table: as many rows as there are submissions, of which only those in sight are drawn, and one of them open to
 * listen to. On a phone each row is a card.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { SortHead, type SortHeader } from '#web/staff/sort-order.tsx';
import type { Order } from '#web/staff/view.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useNarrow } from '#web/ui/use-narrow.ts';
import type { DashboardRow, DashboardSort } from '../contract.ts';
import { CARD_HEIGHT, ROW_HEIGHT, SubmissionRow } from './submission-row.tsx';
import { TrackPanel } from './track-panel.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { SubmissionsView } from './use-submissions.ts';

interface SubmissionsTableProps {
  rows: readonly DashboardRow[];
  /** How many the server has. */
  total: number | undefined;
  view: SubmissionsView;
  onSort: (order: Order<DashboardSort>) => void;
  onMore: () => void;
  onFind: () => void;
  staff: Staff;
  stale: boolean;
  onChanged: () => void;
}

const HEADERS: SortHeader<DashboardSort>[] = [
  { label: 'ID', sort: 'id', className: 'w-14' },
  { label: 'Artist Name', sort: 'artist', className: 'w-29' },
  { label: 'Track Title', sort: 'track', className: 'w-31' },
  { label: 'Phone', className: 'w-26' },
  { label: 'Genre', className: 'w-17' },
  { label: 'Score', sort: 'score', className: 'w-19' },
  { label: 'Date', sort: 'date', className: 'w-22' },
  { label: 'Payment', className: 'w-20' },
  { label: 'Decision', className: 'w-22' },
  { label: 'Status', className: 'w-22' },
  { label: 'Actions', className: 'w-34' },
];
/** Pixels. */
const VIEWPORT = 640;
/** Rows before the end at which the next page is fetched. */
const AHEAD = 30;

export function SubmissionsTable(props: SubmissionsTableProps) {
  const { rows, total, view, stale, onFind } = props;
  const frame = useRef<HTMLElement>(null);
  const list = useWindow(frame, props);
  const keys = useRowKeys({ rows, onFind, scrollTo: (index) => list.scrollToIndex(index) });
  return (
    <div>
      <section
        ref={frame}
        aria-label="Submissions"
        aria-busy={stale}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table is moved through by keys
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        style={{ maxHeight: `min(${VIEWPORT}px, 85dvh)` }}
        className={classNames(
          'relative overflow-auto rounded-md border border-line bg-panel',
          stale && 'opacity-60',
        )}
      >
        <table
          className="w-full table-fixed border-collapse text-left max-md:block md:min-w-[64rem] md:[&_td]:px-2 md:[&_th]:px-2"
          aria-rowcount={total ?? rows.length}
        >
          <caption className="sr-only">Submissions</caption>
          <SortHead headers={HEADERS} view={view} onSort={props.onSort} className="max-md:sr-only" sticky />
          <Rows {...props} list={list} keys={keys} onLeave={() => frame.current?.focus()} />
        </table>
      </section>
      <p className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <span className="figures" aria-live="polite">
          {rows.length.toLocaleString()} of {total?.toLocaleString() ?? '…'} loaded
        </span>
        <span className="max-md:hidden">
          Keys in the table: J K next and previous, Enter open, P play, N note, C copy artist link, / search.
          Keys that decide are in the queue.
        </span>
      </p>
    </div>
  );
}

type Frame = React.RefObject<HTMLElement | null>;
type WindowProps = Pick<SubmissionsTableProps, 'rows' | 'view' | 'onMore'>;

/** How far each question's list was scrolled. */
const places = new Map<string, number>();

/** The rows in view. Loads more near the end, and returns to the top for a new search or order. */
function useWindow(frame: Frame, { rows, view, onMore }: WindowProps) {
  const rowHeight = useNarrow() ? CARD_HEIGHT : ROW_HEIGHT;
  const question = `${view.sort} ${view.direction} ${view.status} ${view.decision} ${view.search}`;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index].id,
    overscan: 8,
    // Keeps the next rows in view.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
    useFlushSync: false,
    initialOffset: () => places.get(question) ?? 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards and rows have different heights
  useEffect(() => list.measure(), [rowHeight]);
  // Another question is answered from its beginning; who comes back finds their place.
  const asked = useRef(question);
  useEffect(() => {
    if (asked.current !== question) list.scrollToOffset(0);
    asked.current = question;
    const element = frame.current;
    const keep = () => places.set(question, element?.scrollTop ?? 0);
    element?.addEventListener('scrollend', keep);
    return () => element?.removeEventListener('scrollend', keep);
  }, [question, frame, list]);
  const last = list.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onMore();
  }, [last, rows.length, onMore]);
  return list;
}

interface RowsProps extends Pick<SubmissionsTableProps, 'rows' | 'staff' | 'onChanged'> {
  list: ReturnType<typeof useWindow>;
  keys: ReturnType<typeof useRowKeys>;
  onLeave: () => void;
}

/** Each row is its own tbody, so that it is measured together with its open panel. */
function Rows({ rows, staff, onChanged, list, keys, onLeave }: RowsProps) {
  const items = list.getVirtualItems();
  const { chosen, open, begin, panel, choose, toggle } = keys;
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        return (
          <tbody key={key} data-index={index} ref={list.measureElement} className="max-md:block">
            <SubmissionRow
              row={row}
              rowIndex={index + 1}
              chosen={row.id === chosen}
              open={row.id === open}
              onChoose={() => choose(row.id)}
              onOpen={() => toggle(row.id)}
              onChanged={onChanged}
            />
            {row.id === open && (
              <tr className="border-b border-line bg-ink max-md:block">
                <td colSpan={HEADERS.length} className="p-0 max-md:block">
                  <TrackPanel
                    ref={panel}
                    row={row}
                    begin={begin}
                    staff={staff}
                    onChanged={onChanged}
                    onLeave={onLeave}
                  />
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
      <Spacer height={list.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  );
}

/** Takes the place of rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody className="max-md:block">
      <tr className="max-md:block">
        <td colSpan={HEADERS.length} style={{ height }} className="p-0 max-md:block" />
      </tr>
    </tbody>
  );
}
