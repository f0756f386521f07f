import { DENSE } from '#web/staff/list-frame.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import type { Round } from '../../contract.ts';

interface StandingsProps {
  round: Round;
  chosen: ReadonlySet<number>;
  onToggle?: (id: number) => void;
}

export function Standings({ round, chosen, onToggle }: StandingsProps) {
  return (
    <Table caption={`Standings of ${round.name}`} stacked>
      <TableHead>
        {['Rank', 'Artist', 'Track', 'Score', 'Selected'].map((header) => (
          <HeaderCell key={header} className="px-3!">
            {header}
          </HeaderCell>
        ))}
      </TableHead>
      <tbody>
        {round.standings.map((one) => (
          <Row key={one.rank}>
            <Cell className={`figures ${DENSE}`}>
              <span className="text-muted md:hidden">Rank </span>
              {one.rank}
            </Cell>
            <Cell className={DENSE} label="Artist">
              {one.artistName}
            </Cell>
            <Cell className={`${DENSE} font-semibold`} label="Track">
              {one.trackTitle}
            </Cell>
            <Cell className={`figures ${DENSE}`} label="Score">
              {one.score}
            </Cell>
            <Cell className={DENSE} label={onToggle || one.selected ? 'Selected' : undefined}>
              {onToggle ? (
                <label className="flex min-h-11 items-center">
                  <input
                    type="checkbox"
                    className="size-5 accent-signal"
                    checked={chosen.has(one.submissionId)}
                    onChange={() => onToggle(one.submissionId)}
                  />
                  <span className="sr-only">
                    Select {one.trackTitle} by {one.artistName}
                  </span>
                </label>
              ) : (
                one.selected && <Badge tone="good">Selected</Badge>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
