/** Submissions made to the celebrity label on the pitch page, and whether their payment is complete. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { listLabelEntries } from '../contract-desk.ts';
import { ScoreBadge, StatusBadge } from './desk-row.tsx';
import { DENSE, ListFrame } from './list-frame.tsx';
import { sayMoment } from './moments.ts';

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

export default function LabelTab() {
  const { celebrity } = useCampaign();
  const query = useQuery({ ...endpointQuery(listLabelEntries), refetchOnMount: 'always' });
  return (
    <ListFrame
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={`Nobody has submitted to ${celebrity} yet`}
      failed="Error loading submissions. Please try again."
    >
      {(rows) => (
        <Table caption={`${celebrity} submissions`}>
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
                <Cell className={`figures ${DENSE}`}>
                  <Link to="/admin/artist-update/$id" params={{ id: String(row.id) }} className="underline">
                    {row.id}
                  </Link>
                </Cell>
                <Cell className={DENSE}>{row.artistName}</Cell>
                <Cell className={`${DENSE} font-semibold`}>{row.trackTitle}</Cell>
                <Cell className={`figures ${DENSE} text-muted`}>{row.phoneNumber}</Cell>
                <Cell className={DENSE}>{row.genre ?? 'Pending'}</Cell>
                <Cell className={DENSE}>
                  <ScoreBadge score={row.score} />
                </Cell>
                <Cell className={`figures ${DENSE} text-muted`}>{sayMoment(row.enteredAt)}</Cell>
                <Cell className={DENSE}>
                  {row.paymentCompleted ? (
                    <Badge tone="good">Completed</Badge>
                  ) : (
                    <Badge tone="warm">Not paid</Badge>
                  )}
                </Cell>
                <Cell className={DENSE}>
                  <StatusBadge row={row} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </ListFrame>
  );
}
