/** How the dashboard shows things: the bands of a score, its places, and what to do today. */
import type { StaffRole } from '#features/accounts/limits.ts';
import type { Waiting } from './contract.ts';

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
  'queue',
  'find',
  'shortlists',
  'artist',
  'pipeline',
  'label',
  'duplicates',
  'mentions',
  'invited',
  'requests',
  'texts',
  'people',
  'payments',
  'orders',
  'rounds',
  'jury',
  'holds',
  'reports',
  'jobs',
  'audit',
  'account',
] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export interface NavPlace {
  label: string;
  /** A tab of the dashboard, or a page of its own. */
  to: { tab: DashboardTab } | { path: string };
  /** What of it waits: grey is how many there are, amber waits for somebody, and late is said in red. */
  waits?: keyof Waiting;
  counts?: keyof Waiting;
  late?: keyof Waiting;
  /** Reviewers listen and read; the rest is for those who decide, and a little for owners alone. */
  reviewers?: true;
  owners?: true;
}

export interface NavGroup {
  title: string;
  places: NavPlace[];
}

/** The side bar. */
export function listPlaces(celebrity: string, role: StaffRole): NavGroup[] {
  const groups: NavGroup[] = [
    {
      title: 'Listen',
      places: [
        { label: 'Queue', to: { tab: 'queue' }, counts: 'toHear', reviewers: true },
        { label: 'Submissions', to: { tab: 'submissions' }, reviewers: true },
        { label: 'Find', to: { tab: 'find' }, reviewers: true },
        { label: 'Shortlists', to: { tab: 'shortlists' }, reviewers: true },
        { label: `${celebrity} submissions`, to: { tab: 'label' }, reviewers: true },
        { label: 'Albums', to: { path: '/album-dashboard' } },
        { label: 'Duplicates', to: { tab: 'duplicates' }, waits: 'copies' },
      ],
    },
    {
      title: 'People',
      places: [
        { label: 'Mentions', to: { tab: 'mentions' }, waits: 'mentions', reviewers: true },
        { label: 'Pipeline', to: { tab: 'pipeline' } },
        { label: 'Requests', to: { tab: 'requests' }, waits: 'requests' },
        { label: 'Invited', to: { tab: 'invited' } },
        { label: 'Outbox', to: { tab: 'texts' } },
        { label: 'Personal data', to: { tab: 'people' }, owners: true },
      ],
    },
    {
      title: 'Money',
      places: [
        { label: 'Payments', to: { tab: 'payments' } },
        { label: 'Orders', to: { tab: 'orders' }, waits: 'orders', late: 'lateOrders' },
      ],
    },
    {
      title: 'Contest',
      places: [
        { label: 'Rounds', to: { tab: 'rounds' }, reviewers: true },
        { label: 'Jury', to: { tab: 'jury' }, reviewers: true },
        { label: 'Held votes', to: { tab: 'holds' }, waits: 'heldVotes' },
        { label: 'Reports', to: { tab: 'reports' }, waits: 'reports' },
      ],
    },
    {
      title: 'System',
      places: [
        { label: 'Jobs', to: { tab: 'jobs' } },
        { label: 'Transcription test', to: { path: '/test-transcription' } },
        { label: 'Audit trail', to: { tab: 'audit' } },
        { label: 'Account', to: { tab: 'account' }, reviewers: true },
      ],
    },
  ];
  const isShown = ({ reviewers, owners }: NavPlace) =>
    role === 'reviewer' ? reviewers : role === 'owner' || !owners;
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(isShown) }))
    .filter(({ places }) => places.length > 0);
}

/** What a place is called over its work; the first keeps the dashboard's own name. */
export function nameTab(tab: DashboardTab, celebrity: string, role: StaffRole): string {
  if (tab === DASHBOARD_TABS[0]) return 'A&R Admin Dashboard';
  const places = listPlaces(celebrity, role).flatMap((group) => group.places);
  return places.find(({ to }) => 'tab' in to && to.tab === tab)?.label ?? 'A&R Admin Dashboard';
}

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

export interface Task {
  words: string;
  tab: DashboardTab;
  search?: Record<string, string>;
  urgent?: boolean;
}

/** What to do today, the most urgent first. */
export function listTasks(waiting: Waiting): Task[] {
  const { toHear, yours, lateOrders, orders } = waiting;
  const tasks: (Task | false)[] = [
    lateOrders > 0 && { words: `${many(lateOrders, 'order')} late`, tab: 'orders', urgent: true },
    waiting.mentions > 0 && { words: `${many(waiting.mentions, 'note')} for you`, tab: 'mentions' },
    toHear > 0 && {
      words: `${many(toHear, 'track')} to hear${yours > 0 ? `, ${yours} of them yours` : ''}`,
      tab: 'queue',
    },
    waiting.toContact > 0 && {
      words: `${many(waiting.toContact, 'artist')} to contact`,
      tab: 'submissions',
      search: { decision: 'contact' },
    },
    orders > lateOrders && { words: `${many(orders - lateOrders, 'order')} to deliver`, tab: 'orders' },
    waiting.copies > 0 && {
      words: `${many(waiting.copies, 'held copy', 'held copies')} to decide`,
      tab: 'duplicates',
    },
    waiting.reports > 0 && { words: `${many(waiting.reports, 'report')} to answer`, tab: 'reports' },
    waiting.heldVotes > 0 && { words: `${many(waiting.heldVotes, 'held vote')} to decide`, tab: 'holds' },
    waiting.requests > 0 && { words: `${many(waiting.requests, 'request')} to answer`, tab: 'requests' },
    waiting.failed > 0 && {
      words: `${many(waiting.failed, 'analysis', 'analyses')} failed`,
      tab: 'submissions',
      search: { status: 'failed' },
    },
  ];
  return tasks.filter((task) => task !== false);
}
