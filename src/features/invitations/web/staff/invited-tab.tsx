/** Invited artists: who was invited by whom, how the text stands, searched and exported. */
import { Download } from 'lucide-react';
import { REFUSALS, type Refusal } from '#features/sms/rules.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import {
  type OrderOption,
  OrderSelect,
  SortHead,
  type SortHeader,
  type SortProps,
} from '#web/staff/sort-order.tsx';
import { useStaffList } from '#web/staff/use-staff-list.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { exportInvitedArtists, getInvitedArtists } from '../../calls.ts';
import type { InvitedArtist, InvitedSort } from '../../contract.ts';
import { INVITED_SORTS } from '../../limits.ts';

const ORDER_OPTIONS: OrderOption<InvitedSort>[] = [
  { value: 'date desc', label: 'Newest first' },
  { value: 'date asc', label: 'Oldest first' },
  { value: 'status asc', label: 'Failed first' },
  { value: 'status desc', label: 'Sent first' },
];

export default function InvitedTab() {
  const { view, show } = useStaffView({ sort: INVITED_SORTS });
  const { search, sort, direction } = view;
  const query = useStaffList(['invited', search, sort, direction], (page) =>
    callEndpoint(getInvitedArtists, { query: { ...page, search, sort, direction } }),
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          search={search}
          onSearch={(words) => show({ search: words }, { replace: true })}
          placeholder="Search by phone or inviter..."
          label="Search by phone or inviter"
        />
        <OrderSelect options={ORDER_OPTIONS} view={view} onSort={show} />
        <Button asChild>
          <a href={endpointUrl(exportInvitedArtists, { query: { search: search || undefined } })}>
            <Download aria-hidden="true" className="size-4" />
            {search ? 'Export these (CSV)' : 'Export CSV'}
          </a>
        </Button>
      </div>
      <ListFrame
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={search ? 'Nobody found' : 'Nobody has been invited yet'}
        hint={search ? 'Try a different search term' : 'Invitations are sent on the share page.'}
        failed="Error loading invited artists. Please try again."
      >
        {(rows) => <InvitedTable rows={rows} view={view} onSort={show} />}
      </ListFrame>
    </div>
  );
}

const HEADERS: SortHeader<InvitedSort>[] = [
  { label: 'Phone' },
  { label: 'Invited by' },
  { label: 'Status', sort: 'status' },
  { label: 'Delivery' },
  { label: 'Joined' },
  { label: 'Date', sort: 'date' },
];

function InvitedTable({ rows, ...order }: SortProps<InvitedSort> & { rows: readonly InvitedArtist[] }) {
  return (
    <Table caption="Invited artists" stacked>
      <SortHead headers={HEADERS} {...order} />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell className={`figures whitespace-nowrap ${DENSE}`} label="Phone">
              {row.phoneNumber || <span className="text-muted">erased</span>}
            </Cell>
            <Cell className={`${DENSE} font-semibold`} label="Invited by">
              {row.invitedBy}
            </Cell>
            <Cell className={DENSE} label="Status">
              <Status row={row} />
            </Cell>
            <Cell className={`${DENSE} text-muted`} label="Delivery">
              {row.status === 'sent' ? row.delivery : '–'}
            </Cell>
            <Cell className={`${DENSE} text-muted`} label="Joined">
              {row.joined ? 'yes' : '–'}
            </Cell>
            <Cell className={`figures whitespace-nowrap ${DENSE} text-muted`} label="Date">
              {sayMoment(row.createdAt)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const STATUSES: Record<InvitedArtist['status'], { word: string; tone: BadgeTone }> = {
  sent: { word: 'Sent', tone: 'good' },
  scheduled: { word: 'Scheduled', tone: 'warm' },
  failed: { word: 'Failed', tone: 'hot' },
};

function Status({ row }: { row: InvitedArtist }) {
  const { word, tone } = STATUSES[row.status];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {row.sendAfter && (
        <span className="figures mt-1 block text-xs text-muted">goes {sayMoment(row.sendAfter)}</span>
      )}
      {row.status === 'failed' && row.reason && (
        <span className="mt-1 block max-w-64 text-xs text-muted">{REFUSALS[row.reason as Refusal]}</span>
      )}
    </>
  );
}
