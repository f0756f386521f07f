/** The order of a closed round: median and spread of each track on one scale, and what the jurors wrote. */

import { ArtistLink } from '#web/staff/artist-link.tsx';
import { DENSE } from '#web/staff/list-frame.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import type { JuryResult } from '../../contract.ts';
import { DISAGREEMENT } from '../../rules.ts';

export function JuryResults({ results }: { results: readonly JuryResult[] }) {
  return (
    <Table caption="Results" stacked>
      <TableHead>
        {['Place', 'Track', 'Median', 'Spread', 'The jury’s words'].map((header) => (
          <HeaderCell key={header} className="px-3!">
            {header}
          </HeaderCell>
        ))}
      </TableHead>
      <tbody>
        {results.map((result) => (
          <Row key={result.number}>
            <Cell label="Place" className={`${DENSE} figures text-lg`}>
              {result.rank ?? '–'}
            </Cell>
            <Cell className={DENSE}>
              <p className="font-semibold">{result.trackTitle}</p>
              {result.submissionId && (
                <ArtistLink track={result.submissionId} name={result.artistName} className="text-muted" />
              )}
            </Cell>
            <Cell label="Median" className={`${DENSE} figures text-lg`}>
              {result.median ?? '–'}
            </Cell>
            <Cell label="Spread" className={DENSE}>
              <Spread {...result} />
            </Cell>
            <Cell className={`${DENSE} max-w-md`}>
              <ul className="flex flex-col gap-1">
                {result.words.map(({ juror, text }) => (
                  <li key={juror}>
                    <span className="figures text-muted">{juror}</span> {text}
                  </li>
                ))}
              </ul>
              {result.rank === null && <Badge tone="hot">Too few ears</Badge>}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const at = (grade: number) => ((grade - 1) / 9) * 100;

function Spread({ low, median, high }: Pick<JuryResult, 'low' | 'median' | 'high'>) {
  if (low === null || median === null || high === null) return <>–</>;
  return (
    <div className="flex items-center gap-3">
      <svg
        viewBox="0 0 104 16"
        className="h-4 w-26 shrink-0"
        role="img"
        aria-label={`${low} to ${high}, median ${median}`}
      >
        <path d="M2 8h100" className="stroke-line" strokeWidth="2" />
        <path d={`M${2 + at(low)} 8H${2 + at(high)}`} className="stroke-wave" strokeWidth="6" />
        <path d={`M${2 + at(median)} 1v14`} className="stroke-signal" strokeWidth="3" />
      </svg>
      <span className="figures whitespace-nowrap">
        {low} to {high}
      </span>
      {high - low >= DISAGREEMENT && <Badge tone="warm">They disagree</Badge>}
    </div>
  );
}
