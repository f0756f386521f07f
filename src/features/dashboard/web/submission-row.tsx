/** One row of the staff table; on a phone, a card of the same cells. */
import { ChevronDown } from 'lucide-react';
import { DECIDED_WORDS } from '#features/listening/copy.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { DashboardRow } from '../contract.ts';
import { RowActions } from './row-actions.tsx';
import { ScoreBadge, StatusBadge } from './submission-badges.tsx';

/** Pixels. */
export const ROW_HEIGHT = 56;
export const CARD_HEIGHT = 200;

/** Six columns: each name shares a line with what belongs to it, buttons are below. */
const CARD =
  'max-md:grid max-md:grid-cols-6 max-md:grid-rows-[2.75rem_1.5rem_1.5rem_1.625rem_1.5rem_1fr] max-md:overflow-hidden max-md:px-3 max-md:py-1.5 max-md:[&>td]:p-0';
const HALF = 'max-md:col-span-3';
const RIGHT = 'max-md:text-right max-md:justify-self-end max-md:max-w-full';

interface SubmissionRowProps {
  row: DashboardRow;
  rowIndex: number;
  chosen: boolean;
  open: boolean;
  onChoose: () => void;
  onOpen: () => void;
  onChanged: () => void;
}

export function SubmissionRow({
  row,
  rowIndex,
  chosen,
  open,
  onChoose,
  onOpen,
  onChanged,
}: SubmissionRowProps) {
  return (
    <tr
      aria-rowindex={rowIndex}
      onPointerDown={onChoose}
      className={classNames(
        'h-14 border-b border-line hover:bg-raised/60 max-md:h-50',
        CARD,
        chosen && 'bg-raised shadow-[inset_3px_0_0_var(--color-signal)]',
      )}
    >
      <td className={classNames('figures px-3 text-sm max-md:row-start-1', HALF)}>
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="flex min-h-11 items-center gap-1.5 text-muted hover:text-bone"
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 transition-transform', open ? '' : '-rotate-90')}
          />
          <span className="sr-only">Listen to </span>
          {row.id}
        </button>
      </td>
      <td className={classNames('truncate px-3 max-md:row-start-3', HALF)} dir="auto" title={row.artistName}>
        <ArtistLink track={row.id} name={row.artistName} />
      </td>
      <td
        className="truncate px-3 font-semibold max-md:col-span-6 max-md:row-start-2"
        dir="auto"
        title={row.trackTitle}
      >
        {row.trackTitle}
      </td>
      <td className={classNames('figures truncate px-3 text-xs text-muted max-md:row-start-3', HALF, RIGHT)}>
        {row.phoneNumber}
      </td>
      <td className={classNames('truncate px-3 text-sm max-md:row-start-5', HALF)}>
        {row.genre ?? 'Pending'}
      </td>
      <td
        className={classNames('px-3 max-md:col-start-4 max-md:row-start-1 max-md:self-center', HALF, RIGHT)}
      >
        <ScoreBadge score={row.score} />
      </td>
      <td className={classNames('figures px-3 text-xs text-muted max-md:row-start-5', HALF, RIGHT)}>
        {new Date(row.createdAt).toLocaleDateString()}
      </td>
      <td
        className={classNames('px-3 text-sm max-md:col-span-2 max-md:col-start-5 max-md:row-start-4', RIGHT)}
      >
        <PaymentCell row={row} />
      </td>
      <td className="px-3 text-sm max-md:sr-only" title={row.decidedBy ?? undefined}>
        {row.decision ? DECIDED_WORDS[row.decision] : <span className="text-muted">Open</span>}
      </td>
      <td className="px-3 max-md:col-span-4 max-md:col-start-1 max-md:row-start-4">
        <StatusBadge row={row} />
      </td>
      <td className="px-3 max-md:col-span-6 max-md:row-start-6 max-md:-ml-3">
        <RowActions row={row} onChanged={onChanged} />
      </td>
    </tr>
  );
}

function PaymentCell({ row: { paymentStatus: paid } }: { row: DashboardRow }) {
  if (!paid.paid) return <span className="text-muted">Unpaid</span>;
  return (
    <span title={paid.description ?? undefined}>
      <span className="figures text-good">{formatCents(paid.amount ?? 0)}</span>
      {paid.paymentType && <span className="block text-xs text-muted max-md:hidden">{paid.paymentType}</span>}
    </span>
  );
}
