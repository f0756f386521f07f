/** The dashboard's score bands, and its view in the address: tab, search, filter and order. */
import { INVITED_SORTS, type InvitedSort } from '#features/invitations/contract.ts';
import { ORDER_SORTS, type OrderSort } from '#features/orders/contract.ts';
import { PAYMENT_SORTS, type PaymentSort } from '#features/payments/contract-staff.ts';
import { type DashboardSort, type DashboardStatus, SORTS, STATUSES } from './contract.ts';

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

export type ListSort = DashboardSort | PaymentSort | InvitedSort | OrderSort;
export type Direction = 'asc' | 'desc';
export type Order = Pick<DashboardView, 'sort' | 'direction'>;

/** What a tab can be sorted by, the default first. */
const TAB_SORTS: Partial<Record<DashboardTab, readonly ListSort[]>> = {
  payments: PAYMENT_SORTS,
  invited: INVITED_SORTS,
  orders: ORDER_SORTS,
};
const sortsOf = (tab: DashboardTab) => TAB_SORTS[tab] ?? SORTS;

/** The newest and the best come first; of orders what is due soonest, of invitations what failed. */
export const defaultDirection = (sort: ListSort): Direction =>
  sort === 'due' || sort === 'status' ? 'asc' : 'desc';

/** A click on a header: reverses the order, or sorts by this column. */
export function flipOrder(view: Order, sort: ListSort): Order {
  const direction = view.sort === sort ? (view.direction === 'asc' ? 'desc' : 'asc') : defaultDirection(sort);
  return { sort, direction };
}

export interface DashboardView {
  tab: DashboardTab;
  search: string;
  status: DashboardStatus;
  sort: ListSort;
  direction: Direction;
  /** Audit trail: by whom. */
  who: string;
  /** Orders: finished ones too. */
  finished: boolean;
}

type Params = Record<string, string | string[] | undefined>;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';
/** A view's sort, if it is one of these. */
export const sortIn = <T extends ListSort>(sorts: readonly T[], { sort }: Order): T =>
  oneOf(sorts, sort, sorts[0]);
const oneOf = <T extends string>(list: readonly T[], value: string, otherwise: T): T =>
  (list as readonly string[]).includes(value) ? (value as T) : otherwise;

/** The view a link asks for; what makes no sense is ignored. */
export function readDashboardView(params: Params): DashboardView {
  const tab = oneOf(DASHBOARD_TABS, first(params.tab), 'submissions');
  const sorts = sortsOf(tab);
  const sort = oneOf(sorts, first(params.sort), sorts[0]);
  return {
    tab,
    search: first(params.search).slice(0, 255),
    status: oneOf(STATUSES, first(params.status), 'all'),
    sort,
    direction: oneOf(['asc', 'desc'], first(params.direction), defaultDirection(sort)),
    who: first(params.who).slice(0, 255),
    finished: first(params.finished) === 'yes',
  };
}

/** A view as search parameters, without the defaults. */
export function writeDashboardView(view: DashboardView): Record<string, string | undefined> {
  return {
    tab: view.tab === 'submissions' ? undefined : view.tab,
    search: view.search.trim() || undefined,
    status: view.status === 'all' ? undefined : view.status,
    sort: view.sort === sortsOf(view.tab)[0] ? undefined : view.sort,
    direction: view.direction === defaultDirection(view.sort) ? undefined : view.direction,
    who: view.who.trim() || undefined,
    finished: view.finished ? 'yes' : undefined,
  };
}

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
