/** Invited artists: who was invited by whom, how the text stands, searched and exported. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { DeskSearch } from '#features/staff/web/desk-search.tsx';
import { DENSE, ListFrame } from '#features/staff/web/list-frame.tsx';
import { sayMoment } from '#features/staff/web/moments.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { exportInvitedArtists, getInvitedArtists, type InvitedArtist } from '../../contract.ts';
import { REFUSALS, type Refusal } from '../../rules-texts.ts';

const PAGE = 100;

interface InvitedTabProps {
  search: string;
  onSearch: (search: string) => void;
}

export default function InvitedTab({ search, onSearch }: InvitedTabProps) {
  const query = useInfiniteQuery({
    queryKey: ['invited', search],
    queryFn: ({ pageParam }) =>
      callEndpoint(getInvitedArtists, { query: { search, before: pageParam, limit: PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <DeskSearch
          search={search}
          onSearch={onSearch}
          placeholder="Search by phone or inviter..."
          label="Search by phone or inviter"
        />
        <Button asChild>
          <a href={endpointUrl(exportInvitedArtists, { query: { search: search || undefined } })}>
            <Download aria-hidden="true" className="size-4" />
            {search ? 'Export these (CSV)' : 'Export CSV'}
          </a>
        </Button>
      </div>
      <ListFrame
        query={{ ...query, data: query.data?.pages.flat() }}
        isEmpty={(rows) => rows.length === 0}
        empty={search ? 'Nobody found' : 'Nobody has been invited yet'}
        hint={search ? 'Try a different search term' : 'Invitations are sent on the share page.'}
        failed="Error loading invited artists. Please try again."
      >
        {(rows) => <InvitedTable rows={rows} />}
      </ListFrame>
    </div>
  );
}

const HEADERS = ['Phone', 'Invited by', 'Status', 'Delivery', 'Joined', 'Date'];

function InvitedTable({ rows }: { rows: readonly InvitedArtist[] }) {
  return (
    <Table caption="Invited artists" stacked>
      <TableHead>
        {HEADERS.map((header) => (
          <HeaderCell key={header} className="px-3">
            {header}
          </HeaderCell>
        ))}
      </TableHead>
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
