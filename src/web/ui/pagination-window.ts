/** Which page buttons to show, and what 'Showing X to Y of Z results' counts. */

/** At most `most` consecutive page numbers around the current one, all within 1..pages. */
export function pageWindow(page: number, pages: number, most = 5): number[] {
  const count = Math.min(most, Math.max(pages, 0));
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

export interface ShownRange {
  from: number;
  to: number;
  total: number;
}

export function shownRange(page: number, pageSize: number, total: number): ShownRange {
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  return { from, to: Math.min(page * pageSize, total), total };
}
