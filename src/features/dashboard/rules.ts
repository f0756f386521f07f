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
  'find',
  'shortlists',
  'artist',
  'pipeline',
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
  'jury',
  'jobs',
  'audit',
  'account',
] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];
