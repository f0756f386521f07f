/** The ranking as a table on a wide screen, as cards on a narrow one. */
import { formatTime } from '#web/time-code.ts';
import { ArtistName } from '#web/ui/artist-name.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cell, HeaderCell, TableHead, Row as TableRow } from '#web/ui/table.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import type { Row } from '../contract.ts';
import { PreviewButton, Rank, RowTag, Score, TrackName, VoteLink } from './board-parts.tsx';

interface BoardProps {
  rows: readonly Row[];
  onPreview: (row: Row) => void;
  /** Rows of the view before, shown until the new ones are here. */
  stale: boolean;
}

export function Board({ rows, onPreview, stale }: BoardProps) {
  const narrow = useNarrow();
  const List = narrow ? BoardCards : BoardTable;
  return (
    <div
      aria-busy={stale}
      className={classNames(
        'rounded-md border border-line bg-panel',
        stale && 'opacity-60 transition-opacity',
      )}
    >
      <List rows={rows} onPreview={onPreview} />
    </div>
  );
}

type ListProps = Omit<BoardProps, 'stale'>;

function BoardTable({ rows, onPreview }: ListProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Discovery Leaderboard</caption>
      <TableHead>
        <HeaderCell className="w-18 px-2 text-center lg:w-26">Rank</HeaderCell>
        <HeaderCell className="w-15 px-2 lg:w-19">
          <span className="sr-only">Preview</span>
        </HeaderCell>
        <HeaderCell className="w-[31%] lg:w-[33%] xl:w-[24%]">Track</HeaderCell>
        <HeaderCell className="xl:w-[15%]">Artist</HeaderCell>
        <HeaderCell className="hidden xl:table-cell">Waveform</HeaderCell>
        <HeaderCell className="hidden w-22 text-right lg:table-cell">Length</HeaderCell>
        <HeaderCell className="w-28 lg:w-32">Genre</HeaderCell>
        <HeaderCell className="w-24 lg:w-26">
          <span className="sr-only">Vote</span>
        </HeaderCell>
        <HeaderCell className="w-22 text-right lg:w-26">Score</HeaderCell>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <Cell className="px-2">
              <Rank rank={row.rank} />
            </Cell>
            <Cell className="px-2">
              <PreviewButton row={row} onPreview={() => onPreview(row)} />
            </Cell>
            <Cell>
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <TrackName row={row} />
                <RowTag row={row} />
              </span>
              <MiniWaveform peaks={row.peaks} bars={90} className="mt-2 h-6 w-full xl:hidden" />
            </Cell>
            <Cell className="text-muted">
              <ArtistName id={row.artistId} className="line-clamp-2 text-left wrap-anywhere">
                {row.artistName}
              </ArtistName>
            </Cell>
            <Cell className="hidden xl:table-cell">
              <MiniWaveform peaks={row.peaks} className="h-11 w-full" />
            </Cell>
            <Cell numeric className="hidden text-sm text-muted lg:table-cell">
              {formatTime(row.duration)}
            </Cell>
            <Cell className="truncate text-muted">{row.genre}</Cell>
            <Cell className="px-2">
              <VoteLink row={row} className="w-full" />
            </Cell>
            <Cell>
              <Score score={row.score} />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </table>
  );
}

function BoardCards({ rows, onPreview }: ListProps) {
  return (
    <ol aria-label="Discovery Leaderboard">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[3.25rem_1fr_auto] items-center gap-x-3 gap-y-3 border-b border-line p-4 last:border-0"
        >
          <span>
            <span className="sr-only">Rank </span>
            <Rank rank={row.rank} />
          </span>
          <div className="min-w-0">
            <TrackName row={row} />
            <p className="mt-1 flex items-center gap-x-2.5 text-muted">
              <ArtistName id={row.artistId} className="line-clamp-2 text-left wrap-anywhere">
                {row.artistName}
              </ArtistName>
              <RowTag row={row} />
            </p>
          </div>
          <div>
            <span className="sr-only">Score </span>
            <Score score={row.score} />
          </div>
          <PreviewButton row={row} onPreview={() => onPreview(row)} />
          <MiniWaveform peaks={row.peaks} bars={64} className="h-9 min-w-0" />
          <VoteLink row={row} />
          <p className="col-span-2 col-start-2 -mt-1 text-sm text-muted">
            {row.genre} <span className="figures text-xs">{formatTime(row.duration)}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
