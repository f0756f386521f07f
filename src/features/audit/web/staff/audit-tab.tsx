/** The audit trail: who did what to what, and when; with filters and an export. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Button } from '#web/ui/button.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { exportAudit, getAudit } from '../../calls.ts';

const PAGE = 50;

export default function AuditTab() {
  const { view, show } = useStaffView();
  const { search: action, who: actor } = view;
  const filter = { action: action || undefined, actor: actor || undefined };
  const query = useInfiniteQuery({
    queryKey: ['audit', action, actor],
    queryFn: ({ pageParam }) =>
      callEndpoint(getAudit, { query: { ...filter, before: pageParam, limit: PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const rows = query.data?.pages.flat();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          search={action}
          onSearch={(search) => show({ search }, { replace: true })}
          placeholder="Action, e.g. session"
          label="Filter by action"
        />
        <SearchBox
          search={actor}
          onSearch={(who) => show({ who }, { replace: true })}
          placeholder="Who"
          label="Filter by person"
        />
        <Button asChild>
          <a href={endpointUrl(exportAudit, { query: filter })}>Export CSV</a>
        </Button>
      </div>
      <ListFrame
        query={{ ...query, data: rows }}
        isEmpty={(list) => list.length === 0}
        empty="Nothing was done that matches"
        failed="Error loading the audit trail. Please try again."
      >
        {(list) => (
          <Table caption="Audit trail" stacked>
            <TableHead>
              {['When', 'Who', 'What', 'To what', 'Detail', 'Address'].map((header) => (
                <HeaderCell key={header} className="px-3!">
                  {header}
                </HeaderCell>
              ))}
            </TableHead>
            <tbody>
              {list.map((entry) => (
                <Row key={entry.id}>
                  <Cell className={`figures whitespace-nowrap ${DENSE} text-muted`} label="When">
                    {sayMoment(entry.at)}
                  </Cell>
                  <Cell className={DENSE} label="Who">
                    {entry.actorName}
                  </Cell>
                  <Cell className={`figures ${DENSE}`} label="What">
                    {entry.action}
                  </Cell>
                  <Cell
                    className={`figures ${DENSE} max-w-44 truncate`}
                    title={entry.subjectId ?? undefined}
                    label="To what"
                  >
                    {entry.subjectType && `${entry.subjectType} ${entry.subjectId}`}
                  </Cell>
                  <Cell className={`${DENSE} md:min-w-72 wrap-anywhere text-muted`}>
                    {sayDetail(entry.detail)}
                  </Cell>
                  <Cell className={`figures ${DENSE} text-muted`} label="Address">
                    {entry.address}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </ListFrame>
    </div>
  );
}

/** 'reason: asked by mail, albums: 0' */
const sayDetail = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
