/** What the counts by genre and score tell without reading a row: totals, where a deep page starts, what ranks above. */

export interface BoardCell {
  genre: string;
  score: number;
  entries: number;
}

export interface BoardShape {
  /** All tracks of the board. */
  everything: number;
  /** Of the genre, or all. */
  total: number;
  /** Tracks of any genre with a higher score. */
  countAbove(score: number): number;
  /** The score whose cell holds the row at this offset, and the offset inside that cell. Null past the end. */
  findOffset(offset: number): { score: number; inner: number } | null;
}

export function shapeBoard(cells: readonly BoardCell[], genre: string): BoardShape {
  const all = sumByScore(cells);
  const own = genre ? sumByScore(cells.filter((cell) => cell.genre === genre)) : all;
  const count = (sums: ReadonlyMap<number, number>) => [...sums.values()].reduce((sum, n) => sum + n, 0);
  return {
    everything: count(all),
    total: count(own),
    countAbove(score) {
      let above = 0;
      for (const [other, entries] of all) if (other > score) above += entries;
      return above;
    },
    findOffset(offset) {
      let before = 0;
      for (const [score, entries] of [...own].sort(([a], [b]) => b - a)) {
        if (offset < before + entries) return { score, inner: offset - before };
        before += entries;
      }
      return null;
    },
  };
}

function sumByScore(cells: readonly BoardCell[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { score, entries } of cells) sums.set(score, (sums.get(score) ?? 0) + entries);
  return sums;
}
