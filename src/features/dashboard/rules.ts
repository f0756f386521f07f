/** How the dashboard shows things: the bands of a score, and its tabs. */

export type ScoreBand = '95' | '90' | '85' | '80' | 'below';

/** The raw score's band, which gives it its colour. */
export function scoreBand(score: number): ScoreBand {
  if (score >= 95) return '95';
  if (score >= 90) return '90';
  if (score >= 85) return '85';
  return score >= 80 ? '80' : 'below';
}

export const DASHBOARD_TABS = [
  'submissions',
  'label',
  'payments',
  'invited',
  'orders',
  'requests',
  'texts',
  'reports',
  'holds',
  'duplicates',
  'rounds',
  'jobs',
  'audit',
  'account',
] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

/** The rows of a long list to draw: those in sight and a few around them. Heights in pixels. */
export function visibleRange(
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  rows: number,
  margin = 8,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
  const to = Math.min(rows, Math.ceil((scrollTop + viewport) / rowHeight) + margin);
  return { from: Math.min(from, rows), to };
}
