/** One row of the staff table; a card of the same cells on a phone. */
import { Link } from '@tanstack/react-router';
import { ChevronDown, ExternalLink, Headphones, Link2, MessageSquare, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { openArtistLink } from '#features/offers/web/staff/artist-link.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { reprocess } from '#features/processing/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { DashboardRow } from '../contract.ts';
import { type ScoreBand, scoreBand } from '../rules.ts';

/** Pixels; every row is as high, so that rows out of sight need not be drawn. */
export const ROW_HEIGHT = 56;
export const CARD_HEIGHT = 200;

/** Six columns: names share a line with what belongs to them, buttons stand below. */
const CARD =
  'max-md:grid max-md:grid-cols-6 max-md:grid-rows-[2.75rem_1.5rem_1.5rem_1.625rem_1.5rem_1fr] max-md:overflow-hidden max-md:px-3 max-md:py-1.5 max-md:[&>td]:p-0';
const HALF = 'max-md:col-span-3';
const RIGHT = 'max-md:text-right max-md:justify-self-end max-md:max-w-full';

interface DashboardTableRowProps {
  row: DashboardRow;
  height: number;
  rowIndex: number;
  chosen: boolean;
  open: boolean;
  onChoose: () => void;
  onOpen: () => void;
  onChanged: () => void;
  /** The opened panel, as a row of its own. */
  children: ReactNode;
}

export function DashboardTableRow({
  row,
  height,
  rowIndex,
  chosen,
  open,
  onChoose,
  onOpen,
  onChanged,
  children,
}: DashboardTableRowProps) {
  return (
    <>
      <tr
        aria-rowindex={rowIndex}
        onPointerDown={onChoose}
        style={{ height }}
        className={classNames(
          'border-b border-line hover:bg-raised/60',
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
        <td
          className={classNames('truncate px-3 max-md:row-start-3', HALF)}
          dir="auto"
          title={row.artistName}
        >
          {row.artistName}
        </td>
        <td
          className="truncate px-3 font-semibold max-md:col-span-6 max-md:row-start-2"
          dir="auto"
          title={row.trackTitle}
        >
          {row.trackTitle}
        </td>
        <td
          className={classNames('figures truncate px-3 text-sm text-muted max-md:row-start-3', HALF, RIGHT)}
        >
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
        <td className={classNames('figures px-3 text-sm text-muted max-md:row-start-5', HALF, RIGHT)}>
          {new Date(row.createdAt).toLocaleDateString()}
        </td>
        <td
          className={classNames(
            'px-3 text-sm max-md:col-span-2 max-md:col-start-5 max-md:row-start-4',
            RIGHT,
          )}
        >
          <PaymentCell row={row} />
        </td>
        <td className="px-3 max-md:col-span-4 max-md:col-start-1 max-md:row-start-4">
          <StatusBadge row={row} />
        </td>
        <td className="px-3 max-md:col-span-6 max-md:row-start-6 max-md:-ml-3">
          <RowActions row={row} onChanged={onChanged} />
        </td>
      </tr>
      {children}
    </>
  );
}

const BANDS: Record<ScoreBand, string> = {
  '95': 'border-signal bg-signal text-ink',
  '90': 'border-good bg-good/15 text-good',
  '85': 'border-warm bg-warm/10 text-warm',
  '80': 'border-bone text-bone',
  below: 'border-edge text-muted',
};

export function ScoreBadge({ score }: { score: number | null }) {
  if (score === null) return <span className="text-sm text-muted">Pending</span>;
  return (
    <span
      data-band={scoreBand(score)}
      className={classNames(
        'figures inline-block min-w-10 rounded-sm border px-1.5 py-0.5 text-center text-sm font-bold',
        BANDS[scoreBand(score)],
      )}
    >
      {score}
    </span>
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

export function StatusBadge({ row }: { row: DashboardRow }) {
  return (
    <span className="flex flex-wrap gap-0.5 max-md:gap-1">
      {row.hiddenReason !== null && <Badge tone="hot">Hidden</Badge>}
      {row.analyzed ? (
        <Badge tone="good">Analyzed</Badge>
      ) : row.state === 'failed' ? (
        <span title={row.failureMessage ?? undefined}>
          <Badge tone="hot">Failed</Badge>
        </span>
      ) : (
        <Badge tone="warm">{row.state === 'running' ? 'Listening' : 'Pending'}</Badge>
      )}
      {row.demo && <HonestyBadge tag="Demo" />}
    </span>
  );
}

const ICON =
  'grid size-9 pointer-coarse:size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-bone';

function RowActions({ row, onChanged }: { row: DashboardRow; onChanged: () => void }) {
  const { busy, run } = useStaffCall();
  const again = async () => {
    await run('again', () => callEndpoint(reprocess, { params: { id: String(row.id) } }), {
      done: ({ message }) => message,
      failed: 'Reprocessing Error',
    });
    onChanged();
  };
  const about = `${row.trackTitle} by ${row.artistName}`;
  return (
    <span className="flex">
      <a
        href={`/api/submissions/${row.id}/audio`}
        target="_blank"
        rel="noreferrer"
        className={ICON}
        title="Open audio"
      >
        <Headphones aria-hidden="true" className="size-4" />
        <span className="sr-only">Open the audio of {about} in a new tab</span>
      </a>
      {!row.analyzed && (
        <button type="button" disabled={busy !== null} onClick={again} className={ICON} title="Re-process">
          <RotateCw aria-hidden="true" className="size-4" />
          <span className="sr-only">Re-process {about}</span>
        </button>
      )}
      <button
        type="button"
        onClick={() => void openArtistLink(row.id)}
        className={ICON}
        title="Copy and open the artist link"
      >
        <Link2 aria-hidden="true" className="size-4" />
        <span className="sr-only">Copy and open the artist link of {about}</span>
      </button>
      <Link to="/admin/artist-update/$id" params={{ id: String(row.id) }} className={ICON} title="Follow up">
        <MessageSquare aria-hidden="true" className="size-4" />
        <span className="sr-only">Follow up with {row.artistName}</span>
      </Link>
      {row.analyzed && (
        <a
          href={`/results/${row.id}`}
          target="_blank"
          rel="noreferrer"
          className={ICON}
          title="View analysis"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">View the analysis of {about}</span>
        </a>
      )}
    </span>
  );
}
