/** Submissions made to the celebrity label on the pitch page, and whether their payment is complete. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { listLabelEntries } from '../calls.ts';
import { PAGE_ROWS } from '../limits.ts';
import { ScoreBadge, StatusBadge } from './submission-badges.tsx';

const HEADERS = [
  'ID',
  'Artist Name',
  'Track Title',
  'Phone',
  'Genre',
  'Score',
  'Entered',
  'Payment',
  'Status',
];

function useLabelEntries(search: string) {
  return useInfiniteQuery({
    queryKey: ['label-entries', search],
    queryFn: ({ pageParam }) =>
      callEndpoint(listLabelEntries, { query: { search, after: pageParam, limit: PAGE_ROWS } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

type Entry = AnswerOf<typeof listLabelEntries>[number];

export default function LabelTab() {
  const { celebrity } = useCampaign();
  const { view, show } = useStaffView();
  const query = useLabelEntries(view.search);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        <SearchBox
          search={view.search}
          onSearch={(search) => show({ search }, { replace: true })}
          placeholder="Search by artist, track or phone..."
          label="Search by artist, track or phone"
        />
      </div>
      <ListFrame
        query={{ ...query, data: query.data?.pages.flat() }}
        isEmpty={(rows) => rows.length === 0}
        empty={view.search ? 'No Submissions Found' : `Nobody has submitted to ${celebrity} yet`}
        hint={view.search && 'Try a different search term'}
        failed="Error loading submissions. Please try again."
      >
        {(rows) => (
          <Table caption={`${celebrity} submissions`} stacked>
            <TableHead>
              {HEADERS.map((header) => (
                <HeaderCell key={header} className="px-3!">
                  {header}
                </HeaderCell>
              ))}
            </TableHead>
            <tbody>
              {rows.map((row) => (
                <EntryLine key={row.id} row={row} />
              ))}
            </tbody>
          </Table>
        )}
      </ListFrame>
    </div>
  );
}

function EntryLine({ row }: { row: Entry }) {
  return (
    <Row>
      <Cell className={`figures ${DENSE}`} label="ID">
        <Link to="/admin/artist-update/$id" params={{ id: String(row.id) }} className="underline">
          {row.id}
        </Link>
      </Cell>
      <Cell className={DENSE} label="Artist Name">
        <ArtistLink track={row.id} name={row.artistName} />
      </Cell>
      <Cell className={`${DENSE} font-semibold`} label="Track Title">
        {row.trackTitle}
      </Cell>
      <Cell className={`figures ${DENSE} text-muted`} label="Phone">
        {row.phoneNumber}
      </Cell>
      <Cell className={DENSE} label="Genre">
        {row.genre ?? 'Pending'}
      </Cell>
      <Cell className={DENSE} label="Score">
        <ScoreBadge score={row.score} />
      </Cell>
      <Cell className={`figures ${DENSE} text-muted`} label="Entered">
        {sayMoment(row.enteredAt)}
      </Cell>
      <Cell className={DENSE} label="Payment">
        {row.paymentCompleted ? <Badge tone="good">Completed</Badge> : <Badge tone="warm">Not paid</Badge>}
      </Cell>
      <Cell className={DENSE} label="Status">
        <StatusBadge row={row} />
      </Cell>
    </Row>
  );
}
